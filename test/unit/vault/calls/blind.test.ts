import { describe, expect, test } from 'vitest';
import { openInterfaces } from '../../../../electron/vault/calls/interfaces.ts';
import { describeBody } from '../../../../electron/vault/describe.ts';
import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import type { Case } from '../../../meanings/corpus.ts';
import {
  ALICE,
  BOB,
  calling,
  described,
  ETHER,
  encodeCall,
  multiSend,
  OPERATOR,
  USDC,
  WETH,
} from '../../../meanings/evm-calls.ts';

/** The judgment of a case, and its findings that ask for the mark. */
function judged({ type, parameters, interfaces = [] }: Case) {
  const body = { type, timestampMs: '1', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', parameters };
  const meaning = describeBody(utf8Encode(JSON.stringify(body)), openInterfaces(interfaces));
  return { judged: meaning.judged, marked: meaning.findings.filter(({ mark }) => mark !== undefined) };
}

const isBlind = (given: Case, text: RegExp) =>
  expect(judged(given)).toMatchObject({
    judged: 'blind',
    marked: [{ level: 'danger', text: expect.stringMatching(text) }],
  });

describe('a call with a descriptor is blind', () => {
  test('when the descriptor omits a member that can move value', () => {
    isBlind(described('lido/calldata-stETH', 'submit', { value: ETHER }), /does not explain every member: _referral/);
  });

  test('when the descriptor omits the coins of the call', () => {
    const given = described('aave/calldata-lpv3', 'supply', { value: ETHER });
    isBlind(given, /does not explain the 1 ETH/);
  });
});

test('a contract creation is blind, because its code is not decoded', () => {
  isBlind(calling(hexDecode('6001600155'), { to: '0x', value: ETHER }), /code \(data\) is not decoded here/);
});

test('coins for a contract without code are lost', () => {
  const body = calling(new Uint8Array(0), { to: '0x', value: ETHER });
  const { findings } = describeBody(utf8Encode(JSON.stringify({ ...body, timestampMs: '1' })));
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'danger',
      text: 'It creates a contract without code: 1 ETH would be lost.',
    }),
  );
});

describe('a call of a function that belongs to known contracts is blind at another contract', () => {
  const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5n });
  const move = encodeCall('transferFrom(address from, address to, uint160 amount, address token)', {
    from: OPERATOR,
    to: BOB,
    amount: 5n,
    token: USDC,
  });
  const calls = encodeCall('aggregate((address target, bytes callData)[] calls)', [
    { target: USDC, callData: transfer },
  ]);

  test.each([
    ['Permit2', move, '0x000000000022D473030F116dDEE9F6B43aC78BA3'],
    ['Multicall3', calls, '0xcA11bde05977b3631167028862bE2a173976CA11'],
    ['Safe', multiSend([USDC, 0n, transfer]), '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'],
  ])('of %s', (basis, data, to) => {
    expect(judged(calling(data, { to })).judged).toBe('whole');
    isBlind(calling(data), new RegExp(`is not a known contract of ${basis}`));
  });

  test.each([
    ['deposit()', undefined],
    ['withdraw(uint256 amount)', 5n],
    ['mint(address to, uint256 amount)', { to: BOB, amount: 5n }],
    ['burn(uint256 amount)', 5n],
  ])('%s of tokens', (signature, values) => {
    expect(judged(calling(encodeCall(signature, values), { to: WETH })).judged).toBe('whole');
    isBlind(calling(encodeCall(signature, values)), /can do something else/);
  });
});

describe('coins are blind', () => {
  const none = new Uint8Array(0);
  const batch = (value: bigint) =>
    encodeCall('executeBatch((address target, uint256 value, bytes data)[] calls)', [
      { target: BOB, value, data: none },
      { target: ALICE, value, data: none },
    ]);

  test('when the standard has no coins', () => {
    const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5n });
    isBlind(calling(transfer, { value: ETHER }), /^1 ETH goes with the call, which the standard does not define/);
  });

  test('when a contract only claims to pass them on', () => {
    expect(judged(calling(batch(ETHER))).judged).toBe('whole');
    isBlind(calling(batch(ETHER), { value: 2n * ETHER }), /^2 ETH goes to 0x70.*, and Castellan does not know that/);
  });

  test('when the inner calls do not pass them on', () => {
    const multicall = encodeCall(
      'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
      [BOB, ALICE].map((target) => ({ target, allowFailure: false, value: ETHER, callData: none })),
    );
    const to = '0xcA11bde05977b3631167028862bE2a173976CA11';
    expect(judged(calling(multicall, { to, value: 2n * ETHER })).judged).toBe('whole');
    isBlind(
      calling(multicall, { to, value: 3n * ETHER }),
      /^3 ETH goes with the call, but its inner calls pass on only 2 ETH/,
    );
    isBlind(calling(encodeCall('multicall(bytes[] data)', []), { value: ETHER }), /^1 ETH goes with the call/);
  });
});

test.each([
  ['safeTransferFrom(address from, address to, uint256 id, bytes data)', { from: OPERATOR, to: BOB, id: 7n }, 'data'],
  ['installModule(uint256 moduleType, address module, bytes initData)', { moduleType: 1n, module: BOB }, 'initData'],
])('bytes that a standard forwards are blind: %s', (signature, values, name) => {
  const call = (bytes: string) => calling(encodeCall(signature, { ...values, [name]: hexDecode(bytes) }));
  expect(judged(call('')).judged).toBe('whole');
  isBlind(call('deadbeef'), new RegExp(`^${name} has bytes that the standard does not explain`));
});
