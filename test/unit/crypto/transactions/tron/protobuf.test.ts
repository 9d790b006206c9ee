import fc from 'fast-check';
import '../../../../fuzz/seed.ts';
import { describe, expect, test } from 'vitest';
import {
  type FieldValue,
  lengthPrefix,
  type Message,
  messageFields,
  readMessage,
  type Schema,
} from '../../../../../electron/crypto/transactions/tron/protobuf.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { encode, type Field } from './builder.ts';

const INNER: Schema = { 1: { name: 'weight', kind: 'int64' } };
const SCHEMA: Schema = {
  1: { name: 'amount', kind: 'int64' },
  2: { name: 'id', kind: 'int32' },
  3: { name: 'lock', kind: 'bool' },
  4: { name: 'resource', kind: ['BANDWIDTH', 'ENERGY'] },
  5: { name: 'data', kind: 'bytes' },
  6: { name: 'keys', kind: INNER, most: 2 },
  1000: { name: 'far', kind: 'int64', isOptional: true },
};
const read = (hex: string) => readMessage(hexDecode(hex), SCHEMA, 'it');
const refused = (words: string) =>
  expect.objectContaining({ kind: 'transaction', message: expect.stringContaining(words) });

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const message = fc.record({
  amount: int64,
  id: fc.integer(),
  lock: fc.boolean(),
  resource: fc.constantFrom(0, 1),
  data: fc.uint8Array({ maxLength: 300 }),
  keys: fc.array(int64, { maxLength: 2 }),
  far: int64,
});

test('any message decodes unchanged, in any order of fields', () => {
  fc.assert(
    fc.property(message, fc.boolean(), ({ amount, id, lock, resource, data, keys, far }, isReversed) => {
      const fields: Field[] = [
        [1, amount],
        [2, id],
        [3, lock ? 1 : 0],
        [4, resource],
        [5, data],
        [1000, far],
      ];
      const nested = keys.map((weight): Field => [6, [[1, weight]]]);
      const bytes = encode([...(isReversed ? fields.toReversed() : fields), ...nested]);
      const got = readMessage(bytes, SCHEMA, 'it');
      const plain = Object.fromEntries(
        [...got].map(([name, values]) => [name, values.map(({ value }) => unwrap(value))]),
      );
      expect(plain).toEqual({
        amount: [amount],
        id: [BigInt(id)],
        lock: [lock ? 1n : 0n],
        resource: [BigInt(resource)],
        data: [hexEncode(data)],
        far: [far],
        ...(keys.length > 0 && { keys }),
      });
    }),
    { numRuns: 300, seed: 6 },
  );
});

function unwrap(value: FieldValue): unknown {
  if (value instanceof Uint8Array) return hexEncode(value);
  return typeof value === 'bigint' ? value : (value as Message).get('weight')?.[0]?.value;
}

test('fields are shown with their defaults, minor ones only when present', () => {
  const fields = (hex: string, path: string) => {
    const whole = hexDecode(hex);
    return messageFields(readMessage(whole, SCHEMA, 'it'), SCHEMA, { whole, path });
  };
  expect(fields('32020805', '')).toEqual([
    { name: 'amount', value: '0', kind: 'amount' },
    { name: 'id', value: '0', kind: 'text' },
    { name: 'lock', value: 'false', kind: 'text' },
    { name: 'resource', value: 'BANDWIDTH', kind: 'enum' },
    { name: 'keys[0].weight', value: '5', kind: 'amount', range: { start: 3, end: 4 } },
  ]);
  expect(fields('c03e01', 'x')).toContainEqual(expect.objectContaining({ name: 'x.far', value: '1' }));
});

describe('input that lenient parsers accept is refused', () => {
  test.each([
    ['a number in a longer spelling', '088100', 'shortest spelling'],
    ['a tag in a longer spelling', '888000', 'shortest spelling'],
    ['a length in a longer spelling', '2a8000', 'shortest spelling'],
    ['a number of 65 bits', '08ffffffffffffffffff02', 'shortest spelling'],
    ['a number of eleven bytes', '08ffffffffffffffffff8101', 'shortest spelling'],
    ['a number that ends early', '0880', 'ends within it'],
    ['a length beyond the end', '2a0561', 'ends within it'],
    ['a length of 2^63', '2affffffffffffffff7f', 'ends within it'],
    ['a length beyond its message', '32030880', 'ends within it'],
    ['a field number of zero', '0001', 'field number out of range'],
    ['a field number of 2^29', '808080801001', 'field number out of range'],
    ['a field that is not known', '3801', 'a field 7'],
    ['a group', '0b0c', 'wire type 3'],
    ['the end of a group', '0c', 'wire type 4'],
    ['a fixed64', '090000000000000000', 'wire type 1'],
    ['a fixed32', '0d00000000', 'wire type 5'],
    ['a wire type there is not', '0f', 'wire type 7'],
    ['a packed number', '0a0101', 'wire type 2'],
    ['a number in place of bytes', '2801', 'wire type 0'],
    ['a second value', '08010801', 'more than 1 values'],
    ['a third value', '320032003200', 'more than 2 values'],
    ['an int32 that is larger', '108080808008', 'not an int32'],
    ['a bool of 2', '1802', 'not a bool'],
    ['a name that is not known', '2002', 'resource is 2'],
    ['a negative name', '20ffffffffffffffffff01', 'not known'],
  ])('%s', (_, hex, words) => {
    expect(() => read(hex)).toThrowError(refused(words));
  });
});

test.each([
  [0, '0a00'],
  [127, '0a7f'],
  [128, '0a8001'],
  [512_000, '0a80a01f'],
])('the prefix of %i bytes', (length, hex) => {
  expect(hexEncode(lengthPrefix(1, length))).toBe(hex);
});
