import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { littleEndian } from '../../electron/crypto/transactions/byte-reader.ts';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { parseSolana } from '../../electron/crypto/transactions/solana/wire.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { publicBytes, SYSTEM, solanaKey, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { anyText, mutatedHex } from './hex-mutations.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

/** A long run has more cases than the usual time is for. */
const TIMEOUT = { timeout: Math.max(300_000, 5 * FUZZ_RUNS) };
const TYPE = 'TRANSACTION_TYPE_SOLANA';
const [payer, second] = [solanaKey(1), solanaKey(2)];
const keys = [publicBytes(payer), publicBytes(second), new Uint8Array(32).fill(0x44), SYSTEM];
const token = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const budget = base58.decode('ComputeBudget111111111111111111111111111111');
const instructions = [
  { program: 3, accounts: [1, 2], data: '02000000e803000000000000' },
  { program: 4, accounts: [1, 2, 0], data: '04ffffffffffffffff' },
  { program: 5, accounts: [], data: '030100000000000000' },
];
const legacy = { header: [2, 0, 3], keys: [...keys, token, budget], instructions } as const;
const lookups = [{ key: new Uint8Array(32).fill(0x55), writable: [7], readonly: [9, 1] }];
const config = { mask: 0b1_1111, values: `${'00'.repeat(6)}0100${'400d0300'}${'00000100'}${'00000400'}` };
const unsigned = [
  solanaText(legacy),
  solanaText({ ...legacy, version: 0, lookups }),
  solanaText({ ...legacy, version: 1, config }),
] as const;
const signed = unsigned.map((text) => signTransaction(TYPE, text, payer));

test('any text is explained and gets a verifiable signature, or throws a typed error', TIMEOUT, () => {
  let accepted = 0;
  const candidate = fc.oneof({ weight: 9, arbitrary: mutatedHex(...unsigned, ...signed) }, anyText);
  fc.assert(
    fc.property(candidate, (text) => {
      const described = outcome(() => describeTransaction(TYPE, text));
      const done = outcome(() => signTransaction(TYPE, text, payer));
      if ('error' in described) {
        expect(described.error.message).toMatch(/^(failed to parse|unsupported) transaction/);
        expect(done).toHaveProperty('error.code', described.error.code);
      }
      if ('error' in done) return;
      accepted += 1;
      expect(verifyTransaction(TYPE, text, done.value, payer).signed).toHaveLength(1);
    }),
    { numRuns: fuzzRuns() },
  );
  expect(accepted).toBeGreaterThan(FUZZ_RUNS / 20);
});

test('any changed answer is refused', TIMEOUT, () => {
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 2), fc.oneof(mutatedHex(...signed), anyText), (index, answer) => {
      const checked = outcome(() => verifyTransaction(TYPE, unsigned[index]!, answer, payer));
      if ('error' in checked) expect(checked.error.code).toBe('SIGNATURE_MISMATCH');
      else expect(answer).toBe(signed[index]);
    }),
    { numRuns: fuzzRuns() },
  );
});

test.each([
  ['zeros', '00'],
  ['lengths that never end', 'ff'],
  ['the largest counts', 'ffff03'],
  ['letters that are no digits', 'zz'],
  ['letters of two units', '💥'],
])('a megabyte of %s is refused before it is read', (_, unit) => {
  const text = unit.repeat(Math.ceil(1_048_576 / unit.length));
  expect(() => describeTransaction(TYPE, text)).toThrowError(/more than 1232 bytes/);
  expect(() => verifyTransaction(TYPE, unsigned[0], text, payer)).toThrowError(/more than 1232 bytes/);
});

test('version 1 is read completely: its parts encode to the same bytes', TIMEOUT, () => {
  let read = 0;
  fc.assert(
    fc.property(mutatedHex(unsigned[2], signed[2] ?? ''), (text) => {
      const parsed = outcome(() => parseSolana(text));
      if ('error' in parsed || parsed.value.config === null) return;
      read += 1;
      const { instructions, accountKeys, recentBlockhash, signatures, config: found } = parsed.value;
      const { requiredSignatures, readonlySigned, readonlyUnsigned } = parsed.value;
      const written = solanaText({
        version: 1,
        header: [requiredSignatures, readonlySigned, readonlyUnsigned],
        keys: accountKeys,
        blockhash: recentBlockhash,
        config: {
          mask: Number(littleEndian(found.mask)),
          values: [...found.values.values()].map(hexEncode).join(''),
        },
        instructions: instructions.map(({ programIdIndex, accounts, data }) => ({
          program: programIdIndex,
          accounts: [...accounts],
          data: hexEncode(data),
        })),
        signatures,
      });
      expect(written).toBe(hexEncode(parsed.value.bytes));
    }),
    { numRuns: fuzzRuns() },
  );
  expect(read).toBeGreaterThan(FUZZ_RUNS / 20);
});

test('a megabyte of version 1 is refused before it is read', () => {
  expect(() => describeTransaction(TYPE, '81'.repeat(1_048_576))).toThrowError(/more than 4096 bytes/);
});

test.each(['81', '8101', '810c', '8101000000'])('4,096 bytes that begin with %s throw a typed error', (head) => {
  for (const unit of ['00', 'ff', '01', '81'])
    expect(outcome(() => describeTransaction(TYPE, (head + unit.repeat(4096)).slice(0, 2 * 4096)))).toHaveProperty(
      'error',
    );
});

test.each(['00', 'ff', 'ffff03', '80', '8080', '01', '7f'])('a full packet of %s throws a typed error', (unit) => {
  for (const head of ['', '01', `01${'00'.repeat(64)}`, `01${'00'.repeat(64)}80010000`]) {
    const text = (head + unit.repeat(1232)).slice(0, 2 * 1232);
    expect(outcome(() => describeTransaction(TYPE, text))).toHaveProperty('error');
  }
});
