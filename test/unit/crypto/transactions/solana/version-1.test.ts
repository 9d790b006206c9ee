import { describe, expect, test } from 'vitest';
import { ed25519Sign } from '../../../../../electron/crypto/curves/ed25519.ts';
import { transactionFacts } from '../../../../../electron/crypto/index.ts';
import { signTransaction, verifyTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import {
  readSendingSolana,
  solanaHex,
  withBlockhash,
} from '../../../../../electron/crypto/transactions/solana/sending.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { textsOf } from '../../../findings.ts';
import { asking } from '../asking.ts';
import {
  LIMITS,
  name,
  other,
  payer,
  publicBytes,
  type SolanaParts,
  SYSTEM,
  second,
  solanaMessage,
  solanaText,
  table,
  transfer,
  version1,
} from './builder.ts';

const TYPE = 'TRANSACTION_TYPE_SOLANA';
const BUDGET = '0306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a40000000';
const FULL = {
  mask: 0b1_1111,
  // 70,000 lamports, 200,000 units, 64 KiB of account data, a heap of 256 KiB.
  values: '7011010000000000400d03000000010000000400',
};
const full: SolanaParts = { ...version1, config: FULL };
const invalid = (words: string) =>
  expect.objectContaining({
    code: 'TRANSACTION_INVALID',
    message: expect.stringMatching(new RegExp(`^failed to parse transaction: .*${words}.*Nothing was signed\\.$`)),
  });

/** Two signers. The second one sends 1,000 lamports. Encoded by hand from the standard. */
const GOLDEN = [
  '81', // version
  '020001', // two sign, none read-only; one read-only account
  '1f000000', // all values
  '09'.repeat(32), // recent blockhash
  '0104', // one instruction, four accounts
  hexEncode(publicBytes(payer)),
  hexEncode(publicBytes(second)),
  '47'.repeat(32),
  '00'.repeat(32), // the System Program
  '7011010000000000', // priority fee
  '400d0300', // compute units
  '00000100', // account data
  '00000400', // heap
  '03020c00', // program, two accounts, twelve bytes of data
  '0102', // from, to
  '02000000e803000000000000', // transfer
  '00'.repeat(128), // signatures
].join('');

describe('the explanation of version 1', () => {
  test('is parsed byte for byte as in the standard', () => {
    expect(solanaText(full)).toBe(GOLDEN);
    const meaning = asking(TYPE).describe(GOLDEN);
    expect(meaning).toMatchObject({
      title: 'Solana transaction, version 1',
      steps: [`Send 0.000001 SOL to ${name(other)}`],
      summary: expect.arrayContaining([{ name: 'Fee at most', value: '0.00008 SOL', kind: 'amount' }]),
      findings: [],
      unexplained: [],
    });
    expect(meaning.fields.filter((field) => field.name.startsWith('config.'))).toEqual([
      { name: 'config.priorityFee', value: '70000', kind: 'amount', range: { start: 170, end: 178 } },
      { name: 'config.computeUnitLimit', value: '200000', kind: 'amount', range: { start: 178, end: 182 } },
      { name: 'config.loadedAccountsDataSizeLimit', value: '65536', kind: 'amount', range: { start: 182, end: 186 } },
      { name: 'config.heapSize', value: '262144', kind: 'amount', range: { start: 186, end: 190 } },
    ]);
    expect(meaning.fields.find((field) => field.name === 'instructions[0].lamports')).toMatchObject({ value: '1000' });
  });

  test('without limits warns that it probably fails', () => {
    const texts = textsOf(asking(TYPE).describe(solanaText({ ...version1, config: { mask: 0, values: '' } })));
    expect(texts).toEqual([
      'It asks for no compute units. It probably fails, and pays its fee.',
      'It asks for no account data. It probably fails, and pays its fee.',
    ]);
  });

  test('with a mistaken priority fee is a danger at its place', () => {
    const config = { mask: 0b1111, values: `00e1f50500000000${LIMITS.values}` };
    expect(asking(TYPE).describe(solanaText({ ...version1, config })).findings).toMatchObject([
      { level: 'danger', text: 'It may pay 0.1 SOL for priority alone.', field: 'config.priorityFee' },
    ]);
  });

  test('overrides compute budget instructions', () => {
    const keys = [...version1.keys, hexDecode(BUDGET)];
    const price = { program: 4, accounts: [], data: `03${'ff'.repeat(7)}00` };
    const budget = { ...version1, header: [2, 0, 2], keys, instructions: [price, ...version1.instructions] } as const;
    const { summary, findings } = asking(TYPE).describe(solanaText(budget));
    expect(summary).toContainEqual({ name: 'Fee at most', value: '0.00001 SOL', kind: 'amount' });
    expect(findings.map(({ text }) => text)).toEqual([
      'The network ignores instructions of the Compute Budget Program in version 1: only the config counts.',
    ]);
  });
});

describe('of version 1 is refused', () => {
  const filler = (count: number) => Array.from({ length: count }, (_, index) => new Uint8Array(32).fill(index + 1));
  const data = (bytes: number) => ({ program: 3, accounts: [1, 2], data: '00'.repeat(bytes) });
  // The message of `transfer` with LIMITS, without its instruction's data.
  const EMPTY = solanaText({ ...version1, instructions: [data(0)] }).length / 2;

  test.each<[string, string, string]>([
    ['a byte behind the signatures', `${GOLDEN}00`, 'bytes follow'],
    ['a signature that is cut off', GOLDEN.slice(0, -2), 'ends within a signature'],
    ['signatures before the message', `02${'00'.repeat(128)}${hexEncode(solanaMessage(full))}`, 'version 1'],
    ['13 signatures', solanaText({ ...full, header: [13, 0, 0], keys: filler(13) }), 'more than 12 signatures'],
    ['65 accounts', solanaText({ ...full, keys: filler(65) }), 'more than 64 account keys'],
    ['65 instructions', solanaText({ ...full, instructions: Array(65).fill(data(0)) }), 'more than 64 instructions'],
    ['more than 4,096 bytes', solanaText({ ...version1, instructions: [data(4097 - EMPTY)] }), 'more than 4096 bytes'],
    ['a bit that is not known', solanaText({ ...full, config: { ...FULL, mask: 0b11_1111 } }), 'not known'],
    ['the highest bit', solanaText({ ...full, config: { ...FULL, mask: 0x8000_001f } }), 'not known'],
    [
      'the low bit of the fee alone',
      solanaText({ ...full, config: { mask: 1, values: '00'.repeat(4) } }),
      'only one of the two',
    ],
    [
      'the high bit of the fee alone',
      solanaText({ ...full, config: { mask: 2, values: '00'.repeat(4) } }),
      'only one of the two',
    ],
    ['a heap of no multiple', solanaText({ ...full, config: { mask: 16, values: '01800000' } }), 'heap size'],
    ['a heap that is too small', solanaText({ ...full, config: { mask: 16, values: '007c0000' } }), 'heap size'],
    ['a heap that is too large', solanaText({ ...full, config: { mask: 16, values: '00040400' } }), 'heap size'],
    ['no signer', solanaText({ ...full, header: [0, 0, 1], signatures: [] }), 'asks for no signature'],
    ['a payer who is read-only', solanaText({ ...full, header: [2, 2, 1] }), 'fee payer read-only'],
    ['a header for more keys', solanaText({ ...full, header: [2, 0, 3] }), 'more accounts than'],
    ['the same key twice', solanaText({ ...full, keys: [other, other, table, SYSTEM] }), 'keys 0 and 1 are'],
    ['a missing account', solanaText({ ...full, instructions: [{ ...data(0), accounts: [4] }] }), 'missing account'],
    ['a program that is not there', solanaText({ ...full, instructions: [{ ...data(0), program: 4 }] }), 'not among'],
  ])('%s', (_, unsigned, words) => {
    if (words === 'version 1') {
      expect(() => asking(TYPE).describe(unsigned)).toThrowError(/version 1/);
      return;
    }
    expect(() => asking(TYPE).describe(unsigned)).toThrowError(invalid(words));
    expect(() => signTransaction(TYPE, unsigned, payer)).toThrowError(invalid(words));
  });

  test('and nothing of 4,096 bytes is', () => {
    const largest = solanaText({ ...version1, instructions: [data(4096 - EMPTY)] });
    expect(largest).toHaveLength(2 * 4096);
    const signed = signTransaction(TYPE, signTransaction(TYPE, largest, second), payer);
    expect(verifyTransaction(TYPE, signTransaction(TYPE, largest, second), signed, payer).transactionId).not.toBeNull();
  });
});

test('signatures of version 1 stand at its end, in the order of the signers', () => {
  const message = solanaMessage(full);
  const signatures = [payer, second].map((key) => hexEncode(ed25519Sign(key.privateKey, message)));
  const signed = signTransaction(TYPE, signTransaction(TYPE, GOLDEN, second), payer);
  expect(signed).toBe(`${GOLDEN.slice(0, -256)}${signatures.join('')}`);
});

describe('a difference of version 1 is named', () => {
  const answer = (parts: SolanaParts) => signTransaction(TYPE, solanaText(parts), payer);

  test.each<[string, SolanaParts]>([
    ['version', transfer],
    ['config.mask', { ...full, config: { mask: 0b1111, values: FULL.values.slice(0, -8) } }],
    ['config.priorityFee', { ...full, config: { ...FULL, values: `71${FULL.values.slice(2)}` } }],
    ['config.heapSize', { ...full, config: { ...FULL, values: `${FULL.values.slice(0, -8)}00040200` } }],
    ['instructions[0].data', { ...full, instructions: [{ program: 3, accounts: [1, 2], data: '02' }] }],
  ])('%s', (field, parts) => {
    expect(() => verifyTransaction(TYPE, GOLDEN, answer(parts), payer)).toThrowError(
      expect.objectContaining({
        code: 'SIGNATURE_MISMATCH',
        message: expect.stringContaining(`${field} is not what was asked for`),
      }),
    );
  });
});

test('version 1 to send is read in base64 too, and accepts another blockhash', () => {
  const base64 = Buffer.from(GOLDEN, 'hex').toString('base64');
  expect(solanaHex(base64)).toBe(GOLDEN);
  const signers = [payer, second].map((key) => name(publicBytes(key)));
  expect(readSendingSolana(GOLDEN)).toMatchObject({ signers, missing: signers, isDurable: false, nonceAccount: null });
  const fresh = name(new Uint8Array(32).fill(8));
  expect(withBlockhash(GOLDEN, fresh)).toBe(GOLDEN.replace('09'.repeat(32), '08'.repeat(32)));
});

test('policies see version 1’s accounts, transfers and config', () => {
  const facts = (parts: SolanaParts) =>
    transactionFacts(TYPE, solanaText(parts), { ethereumAddress: null, addressFormat: undefined });
  expect(facts(full)).toMatchObject({
    version: 'V1',
    account_keys: version1.keys.map(name),
    transfers: [{ from: name(publicBytes(second)), to: name(other), amount: 1000n }],
    address_table_lookups: [],
    transaction_config: {
      priority_fee: 70_000n,
      compute_unit_limit: 200_000n,
      loaded_accounts_data_size_limit: 65_536n,
      heap_size: 262_144n,
    },
  });
  expect(facts({ ...version1, config: { mask: 0, values: '' } })?.transaction_config).toEqual({
    priority_fee: 0n,
    compute_unit_limit: 0n,
    loaded_accounts_data_size_limit: 0n,
    heap_size: 32_768n,
  });
  expect(facts(transfer)).not.toHaveProperty('transaction_config');
});
