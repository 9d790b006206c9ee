import { expect, test } from 'vitest';
import { contractCallFacts } from '../../../../../electron/crypto/index.ts';

const known = (abi: string, data: string) => contractCallFacts(abi, data) ?? {};

const TARGET = '08d2b0a37f869ff76bacb5bab3278e26ab7067b7';
const word = (hex: string) => hex.padStart(64, '0');
const word32 = (value: number) => word(value.toString(16));
const textWord = (hex: string) => hex.padEnd(64, '0');

const abiOf = (name: string, ...inputs: readonly unknown[]) => JSON.stringify([{ type: 'function', name, inputs }]);
const TRANSFER = abiOf('transfer', { name: 'dst', type: 'address' }, { name: 'wad', type: 'uint256' });
const transfer = (dst: string, wad = word32(5)) => `0xa9059cbb${word(dst)}${wad}`;

test('a call is decoded by the function of its selector', () => {
  const abi = JSON.stringify([
    { type: 'fallback' },
    { type: 'event', name: 'transfer', inputs: JSON.parse(TRANSFER)[0].inputs },
    {
      name: 'approve',
      inputs: [
        { name: 'guy', type: 'address' },
        { name: 'wad', type: 'uint' },
      ],
    },
    ...JSON.parse(TRANSFER),
  ]);
  expect(contractCallFacts(abi, transfer(TARGET))).toEqual({
    function_name: 'transfer',
    function_signature: '0xa9059cbb',
    contract_call_args: { dst: `0x${TARGET}`, wad: 5n },
  });
  expect(contractCallFacts(abi, `0x095ea7b3${word(TARGET)}${word('f'.repeat(64))}`)).toMatchObject({
    function_name: 'approve',
    contract_call_args: { wad: 2n ** 256n - 1n },
  });
  for (const data of ['0x', '0xa9059c', `0xdeadbeef${word(TARGET)}`])
    expect(contractCallFacts(abi, data)).toBeUndefined();
});

test('a list of tuples is a list of lists', () => {
  const components = [
    { name: 'target', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ];
  const call = (value: number, length: number, data: string) =>
    [word(TARGET), word32(value), word32(96), word32(length), data].join('');
  const data = [
    '0x34fcd5be',
    ...[word32(32), word32(2), word32(0x40), word32(0xe0)],
    ...[call(0, 2, textWord('1234')), call(1, 0, '')],
  ].join('');
  const { contract_call_args: args } = known(
    abiOf('executeBatch', { name: 'calls', type: 'tuple[]', components }),
    data,
  );
  expect(args).toEqual({
    calls: [
      [`0x${TARGET}`, 0n, '0x1234'],
      [`0x${TARGET}`, 1n, '0x'],
    ],
  });
});

test('every kind of value is decoded, and lists of a fixed size', () => {
  const types = { small: 'int8', tag: 'bytes4', yes: 'bool', note: 'string', pairs: 'uint16[2][]' };
  const inputs = Object.entries(types).map(([name, type]) => ({ name, type }));
  const data = [
    '0x28ccb931',
    ...[`${'f'.repeat(63)}e`, textWord('deadbeef'), word32(1), word32(0xa0), word32(0xe0)],
    ...[word32(7), textWord('6772c3bcc39f65')],
    ...[word32(2), word32(1), word32(2), word32(3), word32(4)],
  ].join('');
  expect(known(abiOf('mixed', ...inputs), data).contract_call_args).toEqual({
    small: -2n,
    tag: '0xdeadbeef',
    yes: true,
    note: 'grüße',
    pairs: [
      [1n, 2n],
      [3n, 4n],
    ],
  });
});

test('extra bits of a value are ignored, as the contract does', () => {
  const { contract_call_args: args } = known(TRANSFER, transfer(`ff${TARGET.padStart(62, '7')}`));
  expect(args).toMatchObject({ dst: `0x${TARGET}` });
});

test.each([
  ['data that end too soon', TRANSFER, transfer(TARGET, '')],
  ['inputs that have one name', abiOf('transfer', { type: 'address' }, { type: 'uint256' }), transfer(TARGET)],
])('of %s the function is known, but not the arguments', (_what, abi, data) => {
  expect(contractCallFacts(abi, data)).toEqual({ function_name: 'transfer', function_signature: '0xa9059cbb' });
});

test.each([
  ['no JSON', 'not json'],
  ['no list', '{"abi":[]}'],
  ['entries of other kinds', '[1,null,"transfer",{"type":"function"},{"name":"transfer","inputs":[7]}]'],
  ['types that there are not', abiOf('transfer', { name: 'dst', type: 'address' }, { name: 'wad', type: 'fixed' })],
  ['types without an end', abiOf('transfer', { name: 'dst', type: `uint${'[]'.repeat(50_000)}` })],
])('with an ABI that is %s nothing is known', (_what, abi) => {
  expect(contractCallFacts(abi, transfer(TARGET))).toBeUndefined();
});

test('nested lists that refer to the same bytes are bounded', () => {
  const list = word32(200) + word32(200 * 32).repeat(200);
  const abi = abiOf('many', { name: 'all', type: 'uint8[][][]' });
  const known = { function_name: 'many', function_signature: '0x1d774efa' };
  expect(contractCallFacts(abi, `0x1d774efa${word32(32)}${list}${list}${word32(0)}`)).toEqual(known);
});
