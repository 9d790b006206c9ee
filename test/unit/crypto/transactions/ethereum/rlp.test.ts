import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  numberBytes,
  type RlpItem,
  rlpDecode,
  rlpEncode,
  rlpPayload,
} from '../../../../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../../shared/wire/index.ts';
import '../../../../fuzz/seed.ts';
import { rlpItem } from './arbitrary.ts';

const decode = (hex: string) => rlpDecode(hexDecode(hex));

test.each<[string, RlpItem]>([
  ['80', new Uint8Array(0)],
  ['00', Uint8Array.of(0)],
  ['7f', Uint8Array.of(0x7f)],
  ['8180', Uint8Array.of(0x80)],
  ['83646f67', utf8Encode('dog')],
  ['c0', []],
  ['c88363617483646f67', [utf8Encode('cat'), utf8Encode('dog')]],
  ['c7c0c1c0c3c0c1c0', [[], [[]], [[], [[]]]]],
  [`b838${'61'.repeat(56)}`, utf8Encode('a'.repeat(56))],
])('%s is read and written', (hex, item) => {
  expect(decode(hex)).toEqual(item);
  expect(hexEncode(rlpEncode(item))).toBe(hex);
});

test.each([
  ['', 'it ends at byte 0'],
  ['8100', 'shortest form'],
  ['817f', 'shortest form'],
  ['b80161', 'shortest form'],
  [`b837${'61'.repeat(55)}`, 'shortest form'],
  [`b90038${'61'.repeat(56)}`, 'shortest form'],
  [`f837${'61'.repeat(55)}`, 'shortest form'],
  ['83646f', 'it is cut off: its first length counts 1 more byte'],
  ['c283646f67', 'longer than the item around it'],
  ['c18363', 'longer than the item around it'],
  [`b838${'61'.repeat(55)}`, 'it is cut off: its first length counts 1 more byte'],
  [`f838${'61'.repeat(55)}`, 'it is cut off: its first length counts 1 more byte'],
  ['b9', 'cut off'],
  ['bfffffffffffffffff', 'counts many more bytes'],
  ['c5', 'counts 5 more bytes'],
  ['ffffffffffffffffff', 'counts many more bytes'],
  ['83646f6700', '1 byte follows its end'],
  ['c00000', '2 bytes follow its end'],
  [`${'c1'.repeat(20)}c0`, 'longer than the item around it'],
])('%s is refused: %s', (hex, reason) => {
  expect(() => decode(hex)).toThrowError(
    expect.objectContaining({ kind: 'transaction', message: expect.stringContaining(reason) }),
  );
});

test('nested lists are read to a depth of 16', () => {
  const nested = (depth: number): RlpItem => (depth === 0 ? [] : [nested(depth - 1)]);
  expect(decode(hexEncode(rlpEncode(nested(15))))).toEqual(nested(15));
  expect(() => decode(hexEncode(rlpEncode(nested(16))))).toThrowError('more than 16 lists inside each other');
});

test('encoded data decodes again, and decoded data encodes to the same bytes', () => {
  fc.assert(
    fc.property(rlpItem, (item) => {
      const written = rlpEncode(item);
      const read = rlpDecode(written);
      expect(read).toEqual(item);
      expect(rlpEncode(read)).toEqual(written);
    }),
  );
});

test('the payload of a list is the encoding of its items', () => {
  fc.assert(
    fc.property(fc.array(rlpItem, { maxLength: 6 }), (items) => {
      const payload = items.map((item) => hexEncode(rlpEncode(item))).join('');
      expect(hexEncode(rlpPayload(rlpEncode(items)))).toBe(payload);
    }),
  );
});

test.each([
  [0n, ''],
  [1n, '01'],
  [0xffn, 'ff'],
  [0x100n, '0100'],
  [2n ** 256n - 1n, 'ff'.repeat(32)],
])('%s is written as "%s"', (value, hex) => {
  expect(hexEncode(numberBytes(value))).toBe(hex);
});
