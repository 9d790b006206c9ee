import { describe, expect, test } from 'vitest';
import { abiOf, type ContractCall, contractCallFacts } from '../../../../electron/crypto/index.ts';
import { readAttribution } from '../../../../electron/vault/calls/attribution.ts';
import { explainCall } from '../../../../electron/vault/calls/explain.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { ALICE, BOB, encodeCall, USDC } from '../../../meanings/evm-calls.ts';

const POOL = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2';
const MARKER = '8021'.repeat(8);
const TRANSFER = 'transfer(address to, uint256 amount)';
const transfer = encodeCall(TRANSFER, { to: ALICE, amount: 1_500_000n });
const multicall = (inner: Uint8Array) => encodeCall('multicall(bytes[] data)', [inner]);

const bytes = (hex: string) => hexDecode(hex.replace(/^0x/, '').toLowerCase());
const behind = (data: Uint8Array, hex: string) => Uint8Array.from([...data, ...bytes(hex)]);
const ascii = (text: string) => hexEncode(utf8Encode(text));
const byte = (value: number) => value.toString(16).padStart(2, '0');
const codes = (text: string) => `${ascii(text)}${byte(text.length)}`;
const canonical = (text: string) => `${codes(text)}00${MARKER}`;
/** A map of CBOR with its length. */
const mapped = (cbor: string) => `${cbor}${(cbor.length / 2).toString(16).padStart(4, '0')}02${MARKER}`;
const REGISTRY = 'cc'.repeat(20);

const explained = (data: Uint8Array, change: Partial<ContractCall> = {}) =>
  explainCall({
    family: 'ethereum',
    chain: 'eip155:1',
    to: USDC,
    value: 0n,
    data,
    field: 'data',
    amount: (units) => `${units} wei`,
    address: (given) => `0x${hexEncode(given)}`,
    ...change,
  });
const found = (data: Uint8Array, change?: Partial<ContractCall>) =>
  explained(data, change).findings.map(({ level, text }) => `${level}: ${text}`);

describe('bytes behind the arguments of a call', () => {
  test.each([
    [
      '00',
      'danger: 1 byte follows the arguments in data. The function does not read it. Other code of the contract can.',
    ],
    [
      'deadbeef',
      'danger: 4 bytes follow the arguments in data. The function does not read them. Other code of the contract can.',
    ],
  ])('%s leave it described, and are counted and shown', (tail, text) => {
    const plain = explained(transfer);
    const { steps, summary, fields, findings } = explained(behind(transfer, tail));
    expect([steps, summary]).toEqual([plain.steps, plain.summary]);
    expect(fields).toEqual([...plain.fields, { name: 'data.unread', value: `0x${tail}`, kind: 'bytes' }]);
    expect(findings.map((each) => `${each.level}: ${each.text}`)).toEqual([text]);
  });

  test('are also counted after a function without arguments and one with only a descriptor', () => {
    expect(found(behind(encodeCall('pause()'), '0102')).at(-1)).toMatch(/^danger: 2 bytes follow/);
    const supply = encodeCall('supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)', {
      asset: USDC,
      amount: 1n,
      onBehalfOf: ALICE,
      referralCode: 0n,
    });
    const { steps, findings } = explained(behind(supply, '0bd34b36'), { to: POOL });
    expect(steps[0]).toMatch(/^Supply: /);
    expect(findings.map(({ text }) => text).join()).toMatch(/4 bytes follow/);
  });

  test('do not make a call with another encoding known', () => {
    const plain = multicall(transfer);
    // The list begins a word later than the canonical encoding has it, behind a word that nothing reads.
    const spelled = bytes(
      `${hexEncode(plain.subarray(0, 4))}${'40'.padStart(64, '0')}${'11'.repeat(32)}${hexEncode(plain.subarray(36))}`,
    );
    expect(explained(spelled).steps).toEqual([`Call ${USDC}: its effect is unknown`]);
    const dirty = transfer.slice();
    dirty[4] = 1;
    expect(explained(behind(dirty, '00')).steps).toEqual([`Call ${USDC}: its effect is unknown`]);
  });

  test('of 20 or more can be the sender from a forwarder', () => {
    const sender = BOB.slice(2).toLowerCase();
    const text = (field: string) =>
      `The last 20 bytes of ${field} can stand for another sender: a contract that takes its caller for an ERC-2771 forwarder acts for 0x${sender}.`;
    expect(found(behind(transfer, sender)).slice(-1)).toEqual([`care: ${text('data')}`]);
    expect(found(behind(transfer, `01020304${sender}`)).slice(-1)).toEqual([`care: ${text('data')}`]);
    expect(found(multicall(behind(transfer, sender))).slice(-1)).toEqual([`danger: ${text('data.data[0]')}`]);
    expect(explained(behind(transfer, sender)).fields.at(-1)).toEqual({
      name: 'data.appendedSender',
      value: `0x${sender}`,
      kind: 'address',
    });
    expect(found(behind(transfer, '00'.repeat(20)))).toHaveLength(1);
  });

  test('are counted correctly on Tron, also with address prefixes', () => {
    const prefixed = transfer.slice();
    prefixed[4 + 11] = 0x41;
    const tail = `${'00'.repeat(11)}41${'22'.repeat(20)}`;
    const { steps, fields } = explained(behind(prefixed, tail), { family: 'tron', chain: null });
    expect(steps[0]).toMatch(/^Send /);
    expect(fields.find(({ name }) => name === 'data.unread')?.value).toBe(`0x${tail}`);
  });

  test('do not change the policies’ view, so an extra byte evades no rule', () => {
    const inputs = [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ];
    const abi = JSON.stringify([{ type: 'function', name: 'transfer', inputs }]);
    const facts = (data: Uint8Array) => contractCallFacts(abi, `0x${hexEncode(data)}`);
    expect(facts(transfer)).toMatchObject({ contract_call_args: { amount: 1_500_000n } });
    for (const tail of ['00', BOB, canonical('baseapp')])
      expect(facts(behind(transfer, tail))).toEqual(facts(transfer));
  });
});

test('a packed form with an extra byte is not decoded', () => {
  const [declared] = abiOf([TRANSFER]).values();
  expect(declared?.decode(transfer)).toHaveLength(2);
  expect(declared?.decode(behind(transfer, '00'))).toBeNull();
  expect(declared?.decodeBeginning(behind(transfer, '00'))?.tail).toEqual(Uint8Array.of(0));
  const batch = encodeCall('batch((address target, uint256 value, bytes callData)[] calls)', [
    { target: USDC, value: 0n, callData: transfer },
  ]).subarray(4);
  const execute = (packed: Uint8Array) =>
    explained(
      encodeCall('execute(bytes32 mode, bytes executionCalldata)', {
        mode: bytes(`01${'00'.repeat(31)}`),
        executionCalldata: packed,
      }),
    ).steps[0];
  expect(execute(batch)).toContain('Send 1.5 USDC');
  expect(execute(behind(batch, '00'))).not.toContain('Send 1.5 USDC');
});

describe('an attribution of ERC-8021', () => {
  test('is shown by its codes, and not counted as extra bytes', () => {
    expect(found(behind(transfer, canonical('baseapp,morpho')))).toEqual([
      'information: The function does not read the last 32 bytes of data: an ERC-8021 attribution to “baseapp”, “morpho”. Anybody can write any code.',
    ]);
    const fields = explained(behind(transfer, canonical('baseapp'))).fields.slice(-2);
    expect(fields.map(({ name }) => name)).toEqual(['data.unread', 'data.attribution']);
  });

  test('does not hide extra bytes before it', () => {
    expect(found(behind(transfer, `0102${canonical('baseapp')}`)).map((text) => text.slice(0, 20))).toEqual([
      'danger: 2 bytes foll',
      'information: The fun',
    ]);
  });

  test('with quotation marks, many or long codes is escaped and shortened', () => {
    const [text] = found(behind(transfer, canonical(`a” b,c,d,e,f`.replace('”', '"'))));
    expect(text).toContain('“a" b”, “c”, “d”, “e” and 1 more');
    expect(found(behind(transfer, canonical('x'.repeat(200))))[0]).toContain(`“${'x'.repeat(64)}…”`);
  });

  test('behind undecodable data is shown, and the data stays unknown', () => {
    const [first, second] = found(behind(bytes('deadbeef'), canonical('baseapp')));
    expect(first).toMatch(/^danger: data is not decoded/);
    expect(second).toMatch(/^information: .*“baseapp”/);
  });

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['schema 0', canonical('bc_b8nos5a8'), ['bc_b8nos5a8'], []],
    ['schema 1', `${REGISTRY}210502${codes('baseapp,morpho')}01${MARKER}`, ['baseapp', 'morpho'], [`0x${REGISTRY}`]],
    ['schema 2', mapped(`a1616167${ascii('baseapp')}`), ['baseapp'], []],
    ['schema 2 of a wallet and services', mapped('a2617761786173826179617a'), ['x', 'y', 'z'], []],
    [
      'schema 2 with a registry and metadata',
      // { a: "x", r: { a: { c: "0x1", a: address } }, m: {} }
      mapped(`a3616161786172a16161a26163633078316161782a${ascii(`0x${REGISTRY}`)}616da0`),
      ['x'],
      [`0x${REGISTRY}`],
    ],
  ])('of %s is read', (_name, tail, names, registries) => {
    expect(readAttribution(bytes(`ff${tail}`))).toEqual({ length: tail.length / 2, codes: names, registries });
  });

  test.each<[string, string]>([
    ['without its marker', codes('baseapp')],
    ['of a schema that is not known', `${codes('baseapp')}03${MARKER}`],
    ['of no code', `0000${MARKER}`],
    ['with an empty code', canonical('a,,b')],
    ['with a code that is not ASCII', `c3a40200${MARKER}`],
    ['with a control character', canonical('a\nb')],
    ['longer than the bytes', `${ascii('app')}0900${MARKER}`],
    ['whose registry is cut off', `${'cc'.repeat(19)}210502${codes('app')}01${MARKER}`],
    ['of no chain', `${REGISTRY}00${codes('app')}01${MARKER}`],
    ['whose map has bytes behind it', mapped('a16161617800')],
    ['whose map has a member that is not known', mapped('a261616178617801')],
    ['whose map has a key twice', mapped('a26161617861616179')],
    ['whose map has no code', mapped('a0')],
    ['whose code is a number', mapped('a1616101')],
  ])('%s is only extra bytes', (_name, tail) => {
    expect(readAttribution(bytes(tail))).toBeNull();
    expect(found(behind(transfer, tail))[0]).toMatch(/^danger: \d+ bytes follow/);
  });

  test('does not overlap the arguments', () => {
    const long = encodeCall(TRANSFER, { to: ALICE, amount: BigInt(`0x${ascii('abcdefgh')}`) });
    expect(found(behind(long, `0800${MARKER}`))[0]).toMatch(/^danger: 18 bytes follow/);
  });
});
