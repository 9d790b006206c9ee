import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyScript, networkAddress } from '../../electron/crypto/addresses/bitcoin.ts';
import { readPsbt, writePsbt } from '../../electron/crypto/transactions/bitcoin/psbt.ts';
import { keyScripts } from '../../electron/crypto/transactions/bitcoin/scripts.ts';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import type { AppError } from '../../shared/errors/index.ts';
import {
  type Draft,
  draftOf,
  inputOf,
  KINDS,
  keyOf,
  sized,
  unsignedTransaction,
  writeDraft,
  writeDraft2,
  writeMap,
} from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { anyText, mutatedHex } from './hex-mutations.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

/** A long run has more cases than the usual time is for. */
const TIMEOUT = { timeout: Math.max(300_000, 5 * FUZZ_RUNS) };
const TYPE = 'TRANSACTION_TYPE_BITCOIN';
const key = keyOf(7, KINDS);
const { publicKey } = key;
const samples = [
  ...KINDS.map((kind) => writeDraft(draftOf([kind], publicKey))),
  writeDraft(draftOf(KINDS, publicKey)),
  writeDraft2(draftOf(KINDS, publicKey)),
];
const [sample = ''] = samples;
const signedSamples = samples.map((asked) => signTransaction(TYPE, asked, key));
const SIGNABLE = /^TRANSACTION_(INVALID|UNSUPPORTED)$/;

/** The words of every refusal of something to be signed. */
function expectRefusal({ code, message }: AppError): void {
  expect(code).toMatch(SIGNABLE);
  expect(message).toMatch(/^(failed to parse transaction|unsupported transaction type): .*Nothing was signed\.$/s);
}

test('any PSBT is explained, or refused in the public wording', TIMEOUT, () => {
  const candidate = fc.oneof(
    anyText,
    fc.uint8Array({ maxLength: 120 }).map((bytes) => `70736274ff${Buffer.from(bytes).toString('hex')}`),
    mutatedHex(...samples, ...signedSamples),
  );
  fc.assert(
    fc.property(candidate, (text) => {
      const read = outcome(() => describeTransaction(TYPE, text));
      if ('error' in read) expectRefusal(read.error);
      else expect(writePsbt(readPsbt(text), [])).toBe(text.replace(/^0x/i, '').toLowerCase());
    }),
    { numRuns: fuzzRuns() },
  );
});

const satoshi = (row: { readonly value: string } | undefined) => {
  const [, whole = '', part = ''] =
    /^(\d+)(?:\.(\d{1,8}))? BTC(?:, stated and not proven)?$/.exec(row?.value ?? '') ?? [];
  return whole === '' ? null : BigInt(whole + part.padEnd(8, '0'));
};

test('for any signer, the inputs equal the payments, the change and the fee', TIMEOUT, () => {
  const own = KINDS.map((kind) => networkAddress(keyScript(kind, publicKey), 'MAINNET'));
  const back = KINDS.map((kind) => {
    const draft = draftOf([kind], publicKey);
    draft.outputs.push({ amount: 5_000n, script: keyScripts(publicKey).own(kind), fields: new Map() });
    return writeDraft(draft);
  });
  let changes = 0;
  fc.assert(
    fc.property(mutatedHex(...samples, ...back), fc.constantFrom(null, ...own), (text, signWith) => {
      const read = outcome(() => describeTransaction(TYPE, text, signWith));
      if ('error' in read) {
        expectRefusal(read.error);
        return;
      }
      const row = (name: string) => satoshi(read.value.summary.find((each) => each.name === name));
      const [held, get, fee] = [
        row('All inputs hold') ?? row('Inputs hold') ?? row('You spend'),
        row('Amount') ?? row('They get'),
        row('Fee'),
      ];
      const change = row('Change') ?? 0n;
      if (change > 0n) changes += 1;
      if (fee !== null) expect(held).toBe((get ?? 0n) + change + fee);
    }),
    { numRuns: fuzzRuns(2) },
  );
  expect(changes).toBeGreaterThan(FUZZ_RUNS / 1000);
});

test('a signed PSBT verifies, and a changed one does not', TIMEOUT, () => {
  fc.assert(
    fc.property(mutatedHex(...samples), (text) => {
      const signed = outcome(() => signTransaction(TYPE, text, key));
      if ('error' in signed) expectRefusal(signed.error);
      else expect(verifyTransaction(TYPE, text, signed.value, key).signed.length).toBeGreaterThan(0);
    }),
    { numRuns: fuzzRuns(10) },
  );
  fc.assert(
    fc.property(mutatedHex(...signedSamples), (returned) => {
      fc.pre(!signedSamples.includes(returned));
      const proof = outcome(() => verifyTransaction(TYPE, sample, returned, key));
      expect('error' in proof && proof.error.code).toBe('SIGNATURE_MISMATCH');
    }),
    { numRuns: fuzzRuns() },
  );
});

describe('a PSBT of the maximum size', () => {
  const LIMIT = 512 * 1024;
  const global = writeMap([['00', unsignedTransaction(draftOf(['P2WPKH'], publicKey))]]);
  const padded = (head: string) => head + '00'.repeat(LIMIT - head.length / 2);
  const lies = ['fdffff', 'feffffffff', 'ffffffffffffffffff', 'fe00000700'];

  test.each(lies)('size %s of a key, a value, a script, a list', (lie) => {
    for (const head of [
      `70736274ff${lie}`,
      `70736274ff01aa${lie}`,
      `70736274ff0100${lie}`,
      `70736274ff${global}0101${lie}`,
      `70736274ff0100fe00000700${'02000000'}${lie}`,
    ]) {
      const read = outcome(() => describeTransaction(TYPE, padded(head)));
      expect('error' in read && read.error.code).toMatch(SIGNABLE);
    }
  });

  test('with a hundred thousand fields in one map is read in one pass', () => {
    const fields = Array.from(
      { length: 100_000 },
      (_, index) => `03e0${index.toString(16).padStart(4, '0').slice(-4)}00`,
    );
    const distinct = [...new Set(fields)].join('');
    const text = `70736274ff${global.slice(0, -2)}${distinct}00000000`;
    expect(describeTransaction(TYPE, text).title).toContain('PSBT');
    const doubled = outcome(() => describeTransaction(TYPE, `70736274ff${global.slice(0, -2)}${fields.join('')}00`));
    expect('error' in doubled && doubled.error.message).toContain('same key twice');
  });

  test('with the maximum number of inputs is refused before its maps are read', () => {
    const inputs = 'ab'.repeat(36).concat('00ffffffff').repeat(12_000);
    const text = `70736274ff0100${sized(`02000000fde02e${inputs}0000000000`)}00`;
    const read = outcome(() => describeTransaction(TYPE, text));
    expect('error' in read && read.error.message).toContain('more than 100000 bytes');
  });

  test('with a thousand inputs is signed and verified', TIMEOUT, () => {
    for (const [kind, count] of [
      ['P2PKH', 1_000],
      ['P2WPKH', 1_000],
      ['P2TR', 300],
    ] as const) {
      const draft: Draft = { ...draftOf([], publicKey), outputs: [] };
      for (let salt = 0; salt < count; salt += 1) draft.inputs.push(inputOf(kind, publicKey, salt));
      draft.outputs.push({ amount: 1n, script: '51', fields: new Map() });
      const asked = writeDraft(draft);
      const signed = signTransaction(TYPE, asked, key);
      expect(verifyTransaction(TYPE, asked, signed, key).signed).toHaveLength(count);
      expect(describeTransaction(TYPE, signed).findings.length).toBeGreaterThan(0);
    }
  });

  test('with a previous transaction of outputs only', () => {
    const draft = draftOf(['P2WPKH'], publicKey);
    const outputs = '000000000000000000'.repeat(50_000);
    draft.inputs[0]?.fields.set('00', `02000000${'01'}${'cd'.repeat(36)}00ffffffff${'fd50c3'}${outputs}00000000`);
    const read = outcome(() => describeTransaction(TYPE, writeDraft(draft)));
    expect('error' in read && read.error.message).toContain('is not the transaction that the input spends');
  });
});
