import { describe, expect, test } from 'vitest';
import { abiOf, calledFunction, encodeCall, readAbi } from '../../../electron/crypto/abi.ts';
import { hexDecode } from '../../../shared/wire/index.ts';

const ALICE = 'd8da6bf26964af9d7eed9e03e53415d37aa96045';
const ALICE_TEXT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const word = (digits: string) => digits.padStart(64, '0');
const call = (selector: string, ...words: readonly string[]) => hexDecode(selector + words.map(word).join(''));
const decode = (abi: ReturnType<typeof abiOf>, data: Uint8Array) => calledFunction(abi, data)?.decode(data);

/** The example of the specification of the contract ABI: sam(bytes,bool,uint256[]) with "dave", true and [1,2,3]. */
const SAM =
  'a5643bf2000000000000000000000000000000000000000000000000000000000000006000000000000000000000000000000000000000000000000000000000000000010' +
  '0000000000000000000000000000000000000000000000000000000000000a00000000000000000000000000000000000000000000000000000000000000004' +
  '6461766500000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000300000000' +
  '00000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000' +
  '03';

describe('a call', () => {
  const transfer = abiOf(['transfer(address to, uint256 amount)']);

  test('is decoded with the names of its interface', () => {
    const data = call('a9059cbb', ALICE, 'f4240');
    expect(calledFunction(transfer, data)?.signature).toBe('transfer(address,uint256)');
    expect(decode(transfer, data)).toEqual([
      { name: 'to', type: 'address', value: ALICE_TEXT },
      { name: 'amount', type: 'uint256', value: 1_000_000n },
    ]);
  });

  test('encodes to the bytes that it decodes from', () => {
    expect(encodeCall('transfer(address,uint256)', ALICE_TEXT, 1_000_000n)).toEqual(call('a9059cbb', ALICE, 'f4240'));
    expect(encodeCall('totalSupply()')).toEqual(call('18160ddd'));
    expect(encodeCall('setApprovalForAll(address,bool)', ALICE_TEXT, true)).toEqual(call('a22cb465', ALICE, '1'));
  });

  test('with dynamic arguments is decoded as in the specification’s example', () => {
    const arguments_ = decode(abiOf(['sam(bytes name, bool z, uint256[] data)']), hexDecode(SAM));
    expect(arguments_).toEqual([
      { name: 'name', type: 'bytes', value: new TextEncoder().encode('dave') },
      { name: 'z', type: 'bool', value: true },
      {
        name: 'data',
        type: 'uint256[]',
        value: ['1', '2', '3'].map((value, index) => ({ name: String(index), type: 'uint256', value: BigInt(value) })),
      },
    ]);
  });

  test('with a tuple is decoded into its members, also with one member or equal names', () => {
    const abi = abiOf(['f((address owner) one, (uint8 a, bool b)[] many)']);
    const [selector] = [...abi.keys()];
    expect(decode(abi, call(selector ?? '', ALICE, '40', '1', '7', '1'))).toEqual([
      { name: 'one', type: 'tuple', value: [{ name: 'owner', type: 'address', value: ALICE_TEXT }] },
      {
        name: 'many',
        type: 'tuple[]',
        value: [
          {
            name: '0',
            type: 'tuple',
            value: [
              { name: 'a', type: 'uint8', value: 7n },
              { name: 'b', type: 'bool', value: true },
            ],
          },
        ],
      },
    ]);
  });

  test.each([
    ['a byte more', call('a9059cbb', ALICE, 'f4240', '0')],
    ['a byte less', call('a9059cbb', ALICE, 'f4240').subarray(0, -1)],
    ['bytes before the address', call('a9059cbb', `01${'00'.repeat(11)}${ALICE}`, 'f4240')],
    ['nothing but the selector', call('a9059cbb')],
  ])('with %s does not match the function', (_name, data) => {
    expect(decode(transfer, data)).toBeNull();
  });

  test('with misplaced arguments does not match the function', () => {
    const moved = hexDecode(SAM.replace(`${'0'.repeat(62)}60`, `${'0'.repeat(62)}80`));
    expect(decode(abiOf(['sam(bytes name, bool z, uint256[] data)']), moved)).toBeNull();
  });

  test('of an unknown function does not match the interface', () => {
    expect(calledFunction(transfer, call('deadbeef', ALICE, '1'))).toBeUndefined();
    expect(calledFunction(transfer, Uint8Array.of(0xa9, 0x05))).toBeUndefined();
  });
});

describe('an interface', () => {
  const json = (...items: readonly unknown[]) => JSON.stringify(items);

  test('in JSON has its functions by selector, without events and constructors', () => {
    const abi = readAbi(
      json(
        { type: 'constructor', inputs: [] },
        { type: 'event', name: 'Transfer', inputs: [] },
        { type: 'function', name: 'transfer', inputs: [{ type: 'address' }, { type: 'uint', name: 'amount' }] },
      ),
    );
    expect([...(abi?.keys() ?? [])]).toEqual(['a9059cbb']);
    expect(decode(abi ?? new Map(), call('a9059cbb', ALICE, '2'))?.map(({ name }) => name)).toEqual(['', 'amount']);
  });

  test.each([
    'no json',
    '{}',
    json({ type: 'function', name: 'f', inputs: [{ type: 'moon' }] }),
    json({ type: 'function', name: 'f', inputs: [{ type: 'tuple' }] }),
    json({ type: 'function', name: 'f', inputs: 'address' }),
    json({ type: 'function', inputs: [] }),
    json({ type: 'function', name: 'f', inputs: [{ type: `uint256${'[]'.repeat(300)}` }] }),
  ])('that is invalid is refused: %s', (text) => {
    expect(readAbi(text)).toBeNull();
  });
});
