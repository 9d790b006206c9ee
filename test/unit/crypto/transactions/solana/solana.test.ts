import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { ed25519Sign } from '../../../../../electron/crypto/curves/ed25519.ts';
import { signTransaction, verifyTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { asking } from '../asking.ts';
import {
  name,
  other,
  payer,
  publicBytes,
  type SolanaParts,
  SYSTEM,
  second,
  solanaKey,
  solanaMessage,
  solanaText,
  table,
  transfer,
  version1,
  versioned,
} from './builder.ts';

const TYPE = 'TRANSACTION_TYPE_SOLANA';
const stranger = solanaKey(3);
const invalid = (words: string) =>
  expect.objectContaining({
    code: 'TRANSACTION_INVALID',
    message: expect.stringMatching(new RegExp(`^failed to parse transaction: .*${words}.*Nothing was signed\\.$`)),
  });
const mismatch = (words: string) =>
  expect.objectContaining({ code: 'SIGNATURE_MISMATCH', message: expect.stringContaining(words) });

describe('a refused transaction', () => {
  const wide = Array.from({ length: 36 }, (_, index) => new Uint8Array(32).fill(0x90 + index));
  const text = solanaText(transfer);

  test.each<[string, string, string]>([
    ['no hex', 'zz', 'not hexadecimal'],
    ['nothing', '', 'not hexadecimal'],
    ['bytes after the end', `${text}00`, 'bytes follow'],
    ['bytes missing', text.slice(0, -2), 'ends within'],
    ['a packet too large', '00'.repeat(1233), 'more than 1232 bytes'],
    ['a length that is not canonical', `8200${text.slice(2)}`, 'shortest spelling'],
    ['a length of four bytes', `ffffff01${text.slice(2)}`, 'shortest spelling'],
    ['more signatures than bytes', `ff7f${text.slice(2)}`, 'ends within'],
    ['no signer', solanaText({ ...transfer, header: [0, 0, 1] }), 'asks for no signature'],
    ['a payer who is read-only', solanaText({ ...transfer, header: [2, 2, 1] }), 'fee payer read-only'],
    ['a header for more keys', solanaText({ ...transfer, header: [2, 0, 3] }), 'more accounts than'],
    ['slots missing', solanaText({ ...transfer, signatures: [new Uint8Array(64)] }), '1 signature slots'],
    ['the same key twice', solanaText({ ...transfer, keys: [other, other, table, SYSTEM] }), 'keys 0 and 1 are'],
    [
      'an account out of range',
      solanaText({ ...transfer, instructions: [{ program: 3, accounts: [4], data: '' }] }),
      'missing account',
    ],
    [
      'a table entry out of range',
      solanaText({ ...versioned, instructions: [{ program: 3, accounts: [6], data: '' }] }),
      'missing account',
    ],
    [
      'a program out of range',
      solanaText({ ...versioned, instructions: [{ program: 4, accounts: [], data: '' }] }),
      'not among',
    ],
    [
      'the payer as program',
      solanaText({ ...transfer, instructions: [{ program: 0, accounts: [], data: '' }] }),
      'fee payer',
    ],
    [
      'an empty look-up',
      solanaText({ ...versioned, lookups: [{ key: table, writable: [], readonly: [] }] }),
      'has no accounts',
    ],
    [
      'more than 256 accounts',
      solanaText({
        ...versioned,
        lookups: [{ key: table, writable: wide.map((_, i) => i), readonly: Array(220).fill(1) }],
      }),
      'more than 256 accounts',
    ],
  ])('%s', (_, unsigned, words) => {
    expect(() => asking(TYPE).describe(unsigned)).toThrowError(invalid(words));
    expect(() => signTransaction(TYPE, unsigned, payer)).toThrowError(invalid(words));
  });

  test('a future version', () => {
    expect(() => signTransaction(TYPE, solanaText({ ...versioned, version: 2 }), payer)).toThrowError(
      expect.objectContaining({ code: 'TRANSACTION_UNSUPPORTED', message: expect.stringContaining('version 2') }),
    );
  });

  test('with a key that is not a signer, naming the signers', () => {
    const signers = [payer, second].map((key) => name(publicBytes(key))).join(', ');
    expect(() => signTransaction(TYPE, text, stranger)).toThrowError(invalid(`which are ${signers}`));
    expect(() => verifyTransaction(TYPE, text, text, stranger)).toThrowError(invalid('not among its signers'));
  });

  test("another signer's signature of another message", () => {
    const signatures = [new Uint8Array(64), ed25519Sign(second.privateKey, Uint8Array.of(1))];
    expect(() => signTransaction(TYPE, solanaText({ ...transfer, signatures }), payer)).toThrowError(
      invalid(`already has of ${name(publicBytes(second))} is of another message`),
    );
  });
});

describe.each([
  ['legacy', transfer],
  ['version 0', versioned],
  ['version 1', version1],
])('signing, %s', (_, parts) => {
  const unsigned = solanaText(parts);
  const message = solanaMessage(parts);

  test('inserts the signature into its slot and changes nothing else', () => {
    const signatures = [new Uint8Array(64), ed25519Sign(second.privateKey, message)];
    expect(signTransaction(TYPE, unsigned, second)).toBe(solanaText({ ...parts, signatures }));
    expect(signTransaction(TYPE, `0X${unsigned.toUpperCase()}`, second)).toBe(solanaText({ ...parts, signatures }));
  });

  test('keeps other signatures, and replaces its own', () => {
    const both = [payer, second].map((key) => ed25519Sign(key.privateKey, message));
    const stale = new Uint8Array(64).fill(7);
    expect(signTransaction(TYPE, solanaText({ ...parts, signatures: [stale, both[1]!] }), payer)).toBe(
      solanaText({ ...parts, signatures: both }),
    );
  });

  test('verifies, and its id is known once the payer has signed', () => {
    const half = signTransaction(TYPE, unsigned, second);
    const proof = verifyTransaction(TYPE, unsigned, half, second);
    expect(proof).toMatchObject({ scheme: 'Ed25519', signed: [hexEncode(message)], transactionId: null });
    expect(proof.compared).toEqual(
      expect.arrayContaining(['version', 'accountKeys[3]', 'recentBlockhash', 'instructions[0].data', 'signatures[0]']),
    );
    const whole = signTransaction(TYPE, half, payer);
    expect(verifyTransaction(TYPE, half, whole, payer).transactionId).toBe(
      base58.encode(ed25519Sign(payer.privateKey, message)),
    );
  });

  test('a change of any byte is refused', () => {
    const half = signTransaction(TYPE, unsigned, second);
    const whole = hexDecode(signTransaction(TYPE, half, payer));
    for (let index = 0; index < whole.length; index += 1) {
      const changed = whole.slice();
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      expect(() => verifyTransaction(TYPE, half, hexEncode(changed), payer)).toThrowError(mismatch('refused'));
    }
  });
});

describe('a difference is named', () => {
  const unsigned = solanaText(versioned);
  const signAs = (parts: SolanaParts) => signTransaction(TYPE, solanaText(parts), payer);

  test.each<[string, SolanaParts]>([
    ['version', { ...transfer }],
    ['header.numReadonlyUnsignedAccounts', { ...versioned, header: [2, 0, 2] }],
    ['accountKeys[2]', { ...versioned, keys: versioned.keys.with(2, new Uint8Array(32).fill(0x45)) }],
    ['recentBlockhash', { ...versioned, blockhash: new Uint8Array(32).fill(8) }],
    ['instructions.length', { ...versioned, instructions: [] }],
    [
      'instructions[1].data',
      { ...versioned, instructions: [versioned.instructions[0]!, { program: 2, accounts: [4, 5], data: 'beee' }] },
    ],
    [
      'instructions[1].accounts',
      { ...versioned, instructions: [versioned.instructions[0]!, { program: 2, accounts: [4, 4], data: 'beef' }] },
    ],
    [
      'addressTableLookups[0].writableIndexes',
      { ...versioned, lookups: [{ key: table, writable: [8], readonly: [9] }] },
    ],
  ])('%s', (field, parts) => {
    expect(() => verifyTransaction(TYPE, unsigned, signAs(parts), payer)).toThrowError(
      mismatch(`${field} is not what was asked for`),
    );
  });

  test('an unsigned answer, an unreadable one, and one that another signer was added to', () => {
    expect(() => verifyTransaction(TYPE, unsigned, unsigned, payer)).toThrowError(mismatch('signatures[0] is empty'));
    expect(() => verifyTransaction(TYPE, unsigned, 'no', payer)).toThrowError(mismatch('it cannot be read'));
    const both = signTransaction(TYPE, signTransaction(TYPE, unsigned, payer), second);
    expect(() => verifyTransaction(TYPE, unsigned, both, payer)).toThrowError(mismatch('signatures[1] was changed'));
  });
});
