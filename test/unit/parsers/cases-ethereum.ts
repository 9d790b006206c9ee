import { readField, readFields, requireSameFields } from '../../../electron/crypto/transactions/ethereum/fields.ts';
import { readSigned, readUnsigned } from '../../../electron/crypto/transactions/ethereum/read.ts';
import { numberBytes, type RlpItem, rlpDecode, rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import {
  ADDRESS,
  BYTES_32,
  fields,
  list,
  type Shape,
  tuple,
  uint,
} from '../../../electron/crypto/transactions/ethereum/shapes.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { group } from './cases.ts';

const [EMPTY, ONE] = [new Uint8Array(0), Uint8Array.of(1)];
const TO = new Uint8Array(20).fill(0x11);
const HASH = new Uint8Array(32).fill(2);
const text = (items: RlpItem, type = '') => `${type}${hexEncode(rlpEncode(items))}`;

const LEGACY: readonly RlpItem[] = [ONE, ONE, ONE, TO, EMPTY, EMPTY];
const FEE_MARKET: readonly RlpItem[] = [ONE, ONE, ONE, ONE, ONE, TO, EMPTY, EMPTY, []];
const priced = (tip: bigint, cap: bigint, gas: bigint) => [
  ONE,
  ONE,
  numberBytes(tip),
  numberBytes(cap),
  numberBytes(gas),
  ...FEE_MARKET.slice(5),
];
const blob = (hash: Uint8Array): RlpItem[] => [...FEE_MARKET, ONE, [hash]];

type Value = readonly [shape: Shape, item: RlpItem];
const VALUES: Readonly<Record<string, Value>> = {
  'a list for a number': [uint(8), []],
  'a number with zeros': [uint(8), Uint8Array.of(0, 1)],
  'a large number': [uint(8), Uint8Array.of(1, 1)],
  'no address': [ADDRESS, EMPTY],
  'a short address': [ADDRESS, ONE],
  'a short hash': [BYTES_32, ONE],
  'a number for a list': [list(ADDRESS), ONE],
  'a number for a tuple': [tuple({ a: uint(8), b: uint(8) }), ONE],
  'a short tuple': [tuple({ a: uint(8), b: uint(8) }), [ONE]],
};

export const ETHEREUMS = [
  group('an unsigned Ethereum transaction', (bytes: string) => readUnsigned(hexDecode(bytes), null), [
    text([...LEGACY, ONE, ONE, ONE]),
    text([...LEGACY, ONE, [], []]),
    text([...FEE_MARKET, ONE, ONE, ONE], '02'),
    text(FEE_MARKET, '03'),
    text(LEGACY.slice(1)),
    text(LEGACY, '80'),
    '70736274ff00',
    text(LEGACY, '76'),
    text(LEGACY, '05'),
    text([FEE_MARKET, ONE], '03'),
    '0280',
    text([...LEGACY, EMPTY, EMPTY, EMPTY]),
    text(blob(HASH), '03'),
    text(priced(2n, 1n, 1n), '02'),
    text(priced(1n, 2n ** 255n, 2n), '02'),
  ]),
  group('a signed Ethereum transaction', (bytes: string) => readSigned(hexDecode(bytes), null), [
    text([...LEGACY, Uint8Array.of(29), HASH, HASH]),
    text([...FEE_MARKET, Uint8Array.of(2), HASH, HASH], '02'),
    text(LEGACY),
  ]),
  group(
    'a value of an Ethereum transaction',
    (name: string) => readField('value', ...(VALUES[name] as Value), null),
    Object.keys(VALUES),
  ),
  group(
    'the values of an Ethereum transaction',
    (count: number) =>
      readFields(
        fields({ nonce: uint(8), gas: uint(8) }),
        Array.from({ length: count }, () => ONE),
        null,
      ),
    [1],
  ),
  group(
    'the values of two Ethereum transactions',
    (value: string) =>
      requireSameFields([{ name: 'nonce', value: '1', kind: 'text' }], [{ name: 'nonce', value, kind: 'text' }]),
    ['2'],
  ),
  group('RLP', (bytes: string) => rlpDecode(hexDecode(bytes)), [
    '',
    '8101',
    'b9',
    'b801ab',
    'c281',
    'c283abcd',
    '83ab',
    '84ab',
    'bbffffffffab',
    '0101',
    '010101',
    'c1'.repeat(17),
    text(Array.from({ length: 8192 }, () => EMPTY)),
    text(Array.from({ length: 17 }).reduce<RlpItem>((inner) => [inner], [])),
  ]),
];
