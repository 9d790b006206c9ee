import { describe, expect, test } from 'vitest';
import { compactSize, readCompactSize } from '../../../../../electron/crypto/transactions/bitcoin/numbers.ts';
import { readPsbt, writePsbt } from '../../../../../electron/crypto/transactions/bitcoin/psbt.ts';
import { readTransaction } from '../../../../../electron/crypto/transactions/bitcoin/transaction.ts';
import { byteReader } from '../../../../../electron/crypto/transactions/byte-reader.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { draftOf, inputOf, KINDS, keyOf, sized, unsignedTransaction, writeDraft, writeMap } from './drafts.ts';

const { publicKey } = keyOf(7, KINDS);
const draft = () => draftOf(['P2WPKH', 'P2PKH'], publicKey);
const read = (text: string) => () => readPsbt(text);

test('a PSBT is written back byte for byte, unknown fields and order included', () => {
  const odd = draft();
  odd.inputs[0]?.fields.set('fdabcdef', '00').set('99'.repeat(300), 'aa').set('0b', '');
  const text = writeDraft(odd);
  expect(writePsbt(readPsbt(text), [])).toBe(text);
});

test('an added field goes before the first greater key, or last', () => {
  const sorted = draft();
  sorted.inputs[0]?.fields.set('0c', '').set('0b', '');
  const text = writeDraft(sorted);
  const added = writePsbt(readPsbt(text), [
    { input: 0, key: Uint8Array.of(0x0a), value: Uint8Array.of(1) },
    { input: 1, key: Uint8Array.of(0xf0), value: Uint8Array.of(2) },
  ]);
  expect(readMapOf(added, 0).map(([key]) => key)).toEqual(['01', '0a', '0c', '0b']);
  expect(readMapOf(added, 1).at(-1)).toEqual(['f0', '02']);
});

test('other data than a PSBT is refused', () => {
  const text = writeDraft(draft());
  expect(read('')).toThrow(/hexadecimal/);
  expect(read(`71${text.slice(2)}`)).toThrow(/does not begin with 70736274ff/);
  expect(read(`${text}00`)).toThrow(/bytes follow the end of the PSBT/);
  for (let end = 2; end < text.length; end += 2) expect(read(text.slice(0, end)), String(end)).toThrow();
});

test('data larger than 512 KiB is refused unread', () => {
  expect(read(`70736274ff${'zz'.repeat(512 * 1024)}`)).toThrow(/more than 524288 bytes/);
});

test('an unsigned transaction too large for relay is refused', () => {
  const large = draft();
  large.outputs.push({ amount: 0n, script: `6a${'00'.repeat(100_000)}`, fields: new Map() });
  expect(read(writeDraft(large))).toThrow(/more than 100000 bytes/);
});

test('the same key twice is refused in every map', () => {
  const global = writeMap([['00', unsignedTransaction(draft())]]);
  const twice = `${sized('e0')}${sized('01')}`.repeat(2);
  expect(read(`70736274ff${twice}${global}00000000`)).toThrow(/same key twice/);
  expect(read(`70736274ff${global}00${twice}00${'00'.repeat(2)}`)).toThrow(/same key twice/);
  expect(read(`70736274ff${global}${'00'.repeat(3)}${twice}00`)).toThrow(/same key twice/);
  expect(readPsbt(`70736274ff${global}00000000`).outputs).toHaveLength(2);
});

test('a transaction with script signatures, or none, is refused', () => {
  const transaction = unsignedTransaction(draft());
  const signed = `${transaction.slice(0, 82)}0151${transaction.slice(84)}`;
  expect(read(writeDraft({ ...draft(), global: new Map([['00', signed]]) }))).toThrow(/input 1 .* script signature/);
  expect(read(writeDraft({ ...draft(), global: new Map([['00', '']]) }))).toThrow(/no field unsigned_tx/);
});

test('amounts above 21 million bitcoin are refused, alone and together', () => {
  const rich = (...amounts: readonly bigint[]) => ({
    ...draft(),
    outputs: amounts.map((amount) => ({ amount, script: '51', fields: new Map<string, string>() })),
  });
  expect(read(writeDraft(rich(2_100_000_000_000_001n)))).toThrow(/larger than 21 million/);
  expect(read(writeDraft(rich(0xffff_ffff_ffff_ffffn)))).toThrow(/larger than 21 million/);
  expect(read(writeDraft(rich(2_000_000_000_000_000n, 200_000_000_000_000n)))).toThrow(/more than 21 million/);
});

test('inputs above 21 million bitcoin together are refused', () => {
  const half = 1_050_000_000_000_001n;
  const rich = { ...draft(), inputs: [inputOf('P2WPKH', publicKey, 0, half), inputOf('P2PKH', publicKey, 1, half)] };
  expect(read(writeDraft(rich))).toThrow(/the inputs of the PSBT hold more than 21 million bitcoin together/);
});

describe('sizes', () => {
  const size =
    (hex: string, rest = 0) =>
    () => {
      const bytes = new Uint8Array(hex.length / 2 + rest);
      bytes.set(hexDecode(hex));
      return readCompactSize(byteReader(bytes, 'it'));
    };

  test('are accepted only in their shortest form', () => {
    expect(size('fc', 0xfc)()).toBe(0xfc);
    expect(size('fdfd00', 0xfd)()).toBe(0xfd);
    expect(size('fe00000100', 0x1_0000)()).toBe(0x1_0000);
    for (const long of ['fdfc00', 'feffff0000', 'ffffffffff00000000']) expect(size(long, 0x1_0000)).toThrow(/shortest/);
  });

  test('are refused when they exceed the remaining bytes', () => {
    for (const lie of ['01', 'fdffff', 'feffffffff', 'ffffffffffffffffff'])
      expect(size(lie)).toThrow(/larger than the remaining/);
    expect(size('fd00')).toThrow(/ends within it/);
  });

  test('are written in their shortest form', () => {
    for (const value of [0, 1, 0xfc, 0xfd, 0xff, 0x100, 0xffff, 0x1_0000, 0x1_2345])
      expect(size(hexEncode(compactSize(value)), value)()).toBe(value);
  });
});

test('the id of a transaction leaves the witness out (BIP-144)', () => {
  const plain = '0100000001'.concat('ab'.repeat(36), '0151', 'ffffffff', '01', '0500000000000000', '0151', '07000000');
  const witness = `${plain.slice(0, 8)}0001${plain.slice(8, -8)}0202beef0101${plain.slice(-8)}`;
  expect(hexEncode(readTransaction(hexDecode(witness), 'it', true).bytes)).toBe(plain);
  expect(() => readTransaction(hexDecode(witness), 'it', false)).toThrow();
});

function readMapOf(text: string, index: number): (readonly [string, string])[] {
  const map = readPsbt(text).inputs[index];
  return [...(map?.entries ?? [])].map(([key, { value }]) => [key, hexEncode(value)] as const);
}
