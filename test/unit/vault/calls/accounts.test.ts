import { describe, expect, test } from 'vitest';
import type { ContractCall } from '../../../../electron/crypto/index.ts';
import { explainCall } from '../../../../electron/vault/calls/explain.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { encodeCall } from '../../../meanings/evm-calls.ts';

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const ACCOUNT = '0x7070707070707070707070707070707070707070';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NOTHING = new Uint8Array(0);
const ENTRY_POINT = { to: '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789' };
/** A token that is not known. */
const COIN = '0x7171717171717171717171717171717171717171';
const MOST = (1n << 160n) - 1n;

const explained = (data: Uint8Array, change: Partial<ContractCall> = {}) =>
  explainCall({
    family: 'ethereum',
    chain: 'eip155:1',
    to: ACCOUNT,
    value: 0n,
    data,
    field: 'data',
    amount: (units) => `${units} wei`,
    address: () => '',
    ...change,
  });
const levels = (data: Uint8Array, change?: Partial<ContractCall>) =>
  explained(data, change).findings.map(({ level, field }) => `${level} ${field}`);

const transfer = encodeCall('transfer(address to, uint256 amount)', { to: ALICE, amount: 1_000_000n });
const execute = encodeCall('execute(address dest, uint256 value, bytes func)', {
  dest: USDT,
  value: 0n,
  func: transfer,
});

describe('user operations (ERC-4337)', () => {
  const V6 =
    'address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature';
  const V7 =
    'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature';
  const WORD = new Uint8Array(32);
  const operation = {
    sender: ACCOUNT,
    nonce: 1n,
    initCode: NOTHING,
    callData: execute,
    paymasterAndData: NOTHING,
    signature: Uint8Array.of(1),
    preVerificationGas: 1n,
  };
  const sixth = {
    ...operation,
    callGasLimit: 1n,
    verificationGasLimit: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  };
  const seventh = { ...operation, accountGasLimits: WORD, gasFees: WORD };
  const handle = (type: string, ops: readonly object[]) =>
    encodeCall(`handleOps((${type})[] ops, address beneficiary)`, { ops, beneficiary: BOB });

  test.each([
    ['0.6', handle(V6, [sixth])],
    ['0.7 and 0.8', handle(V7, [seventh])],
  ])('are explained with their accounts’ calls, of an entry point %s', (_, data) => {
    expect(explained(data).steps).toEqual([
      `Submit user operations of ${ACCOUNT}, with the fees to ${BOB}: Have the account ${ACCOUNT} make a call: Send 1 USDT to ${ALICE}`,
    ]);
    expect(levels(data)).toEqual(['danger data']);
    expect(levels(data, ENTRY_POINT)).toEqual([]);
  });

  test('show an account creation and a paymaster', () => {
    const more = { ...seventh, initCode: Uint8Array.of(1), paymasterAndData: Uint8Array.of(2) };
    expect(levels(handle(V7, [seventh, more]), ENTRY_POINT)).toEqual([
      'care data.ops[1].initCode',
      'care data.ops[1].paymasterAndData',
      'danger data.ops[1].initCode',
      'danger data.ops',
    ]);
  });

  test('are dangerous when they change the account’s owner', () => {
    const owner = encodeCall('addOwnerAddress(address owner)', BOB);
    expect(explained(handle(V7, [{ ...seventh, callData: owner }]), ENTRY_POINT).findings[0]).toMatchObject({
      level: 'danger',
      field: 'data.ops[0].callData.owner',
      basis: 'ERC-4337',
    });
  });
});

describe('many calls in one', () => {
  test('are matched across parallel lists', () => {
    const data = encodeCall('executeBatch(address[] dest, uint256[] value, bytes[] func)', {
      dest: [USDT, BOB],
      value: [0n, 5n],
      func: [transfer, NOTHING],
    });
    expect(explained(data).steps).toEqual([
      `Have the account ${ACCOUNT} make calls: Send 1 USDT to ${ALICE}; Send 5 wei to ${BOB}`,
    ]);
  });

  test('are not explained as contract calls without an address', () => {
    const data = encodeCall('executeBatch(address[] dest, bytes[] func)', { dest: [USDT], func: [transfer, transfer] });
    expect(explained(data).steps[0]).toContain('an address that is not given');
  });

  test.each([
    ['aggregate((address target, bytes callData)[] calls)', 'callData'],
    ['aggregate3((address target, bool allowFailure, bytes callData)[] calls)', 'callData'],
  ])('of %s are explained one by one', (signature) => {
    const item = { target: USDT, allowFailure: true, callData: transfer };
    expect(explained(encodeCall(signature, [item, item])).steps).toEqual([
      `Have ${ACCOUNT} make several calls of its own: Send 1 USDT to ${ALICE}; Send 1 USDT to ${ALICE}`,
    ]);
  });

  test('are all shown from lists of unequal length, with a warning', () => {
    const lists = (dest: readonly string[], value: readonly bigint[], func: readonly Uint8Array[]) =>
      explained(encodeCall('executeBatch(address[] dest, uint256[] value, bytes[] func)', { dest, value, func }));
    const uneven = lists([BOB, ALICE], [1n, 2n], [NOTHING]);
    expect(uneven.steps).toEqual([
      `Have the account ${ACCOUNT} make calls: Send 1 wei to ${BOB}; Send 2 wei to ${ALICE}`,
    ]);
    expect(uneven.findings).toMatchObject([{ level: 'danger', mark: '0x47e1da2a' }]);
    expect(lists([BOB], [], [NOTHING]).findings).toEqual([]);
  });

  test.each([
    [
      'commands',
      'execute(bytes commands, bytes[] inputs, uint256 deadline)',
      { commands: NOTHING, inputs: [], deadline: 1n },
    ],
    [
      'calls of an account',
      'execute(bytes32 mode, bytes executionCalldata)',
      { mode: new Uint8Array(32), executionCalldata: NOTHING },
    ],
  ])('that are packed hide what is signed: %s', (_name, signature, values) => {
    const data = encodeCall(signature, values);
    expect(explained(data).findings[0]?.mark).toBe(`0x${hexEncode(data.subarray(0, 4))}`);
  });
});

describe('Permit2', () => {
  const AT = { to: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
  const permit = (amounts: readonly bigint[]) =>
    encodeCall(
      'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) batch, bytes signature)',
      {
        owner: ALICE,
        batch: {
          details: amounts.map((amount) => ({ token: USDT, amount, expiration: 1n, nonce: 0n })),
          spender: BOB,
          sigDeadline: 1n,
        },
        signature: NOTHING,
      },
    );

  test('batches are explained token by token, with the worst finding', () => {
    expect(explained(permit([2_000_000n, MOST]), AT).steps).toEqual([
      `Hand in the permit of ${ALICE}: ${BOB} may take all USDT, 2 USDT`,
    ]);
    expect(levels(permit([2_000_000n, MOST]), AT)).toEqual(['danger data.batch.spender']);
    expect(levels(permit([2_000_000n]), AT)).toEqual(['care data.batch.spender']);
  });

  test('moves several tokens', () => {
    const data = encodeCall('transferFrom((address from, address to, uint160 amount, address token)[] transfers)', [
      { from: ALICE, to: BOB, amount: 3_000_000n, token: USDT },
    ]);
    expect(explained(data, AT).steps).toEqual([`Move 3 USDT from ${ALICE} to ${BOB}`]);
  });
});

test('a delegate call of an account (ERC-7579) is not explained by its names, and needs the typed mark', () => {
  const { steps, summary, findings } = explained(
    encodeCall('execute(bytes32 mode, bytes executionCalldata)', {
      mode: hexDecode(`ff${'00'.repeat(31)}`),
      executionCalldata: new Uint8Array([...hexDecode(USDT.slice(2).toLowerCase()), ...transfer]),
    }),
  );
  expect(steps).toEqual([`Have the account ${ACCOUNT} run foreign code as its own`]);
  expect(summary).toMatchObject([{ name: 'Where a call fails', value: 'none is made' }]);
  expect(findings).toMatchObject([
    { level: 'danger', text: expect.stringContaining('A delegate call'), mark: '0xe9ae5c53' },
  ]);
});

test('each call shows recipient and amount together', () => {
  const data = encodeCall('executeBatch(address[] dest, uint256[] value, bytes[] func)', {
    dest: [ALICE, BOB, ALICE],
    value: [1n, 2n, 3n],
    func: [NOTHING, NOTHING, NOTHING],
  });
  expect(explained(data).summary.map(({ value }) => value)).toEqual([ALICE, '1 wei', BOB, '2 wei', ALICE, '3 wei']);
});

test('a Safe that pays for gas shows the recipient and the price', () => {
  const exec = (change: object) =>
    explained(
      encodeCall(
        'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
        {
          to: ALICE,
          value: 1n,
          data: NOTHING,
          operation: 0n,
          safeTxGas: 0n,
          baseGas: 1000n,
          gasPrice: 0n,
          gasToken: `0x${'00'.repeat(20)}`,
          refundReceiver: BOB,
          signatures: NOTHING,
          ...change,
        },
      ),
    ).findings;
  expect(exec({})).toEqual([]);
  expect(exec({ gasPrice: 7n })).toMatchObject([
    {
      level: 'danger',
      text: `The Safe pays ${BOB} for the gas: up to 7 wei for each unit of gas that is used and 1000 more, which alone are 7000 wei. No maximum is stated.`,
    },
  ]);
  expect(exec({ operation: 1n })).toMatchObject([
    { level: 'danger', mark: '0x6a761202' },
    { level: 'care', text: '1 wei is stated and not sent: a delegate call sends nothing.' },
  ]);
});

test('the possible effects of an unknown contract with an amount or coins are reported', () => {
  const approve = encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 0n });
  expect(explained(approve)).toMatchObject({
    steps: [`Let ${BOB} take nothing more of the tokens of ${ACCOUNT}, or its token number 0`],
    findings: [{ level: 'care', field: 'data.spender' }],
  });
  expect(explained(approve, { to: USDT }).findings).toEqual([]);
  expect(explained(encodeCall('deposit()'), { value: 5n }).findings).toMatchObject([
    { level: 'danger', basis: 'WETH', mark: '0xd0e30db0' },
  ]);
  expect(explained(transfer, { value: 5n }).findings).toMatchObject([
    { level: 'danger', basis: 'ERC-20', mark: '0xa9059cbb' },
  ]);
});

test('coins sent to a token contract without a call are reported', () => {
  const { steps, findings } = explained(NOTHING, { to: USDT, value: 5n });
  expect(steps).toEqual([`Send 5 wei to ${USDT}`]);
  expect(findings.map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'danger: 5 wei goes to the contract of the token USDT, which returns no coins: the amount is likely lost.',
  ]);
});

test('data longer than the relay limit is reported as undecoded', () => {
  const long = encodeCall('multicall(bytes[] data)', [new Uint8Array(300_000)]);
  const { steps, fields, findings } = explained(long);
  expect([steps[0], fields]).toEqual([expect.stringContaining('is unknown'), []]);
  expect(findings[0]?.text).toMatch(/^data is not decoded: 300132 bytes/);
});

test('endlessly nested and repeated calls are read within bounds', () => {
  const wide = encodeCall(
    'multicall(bytes[] data)',
    Array.from({ length: 200 }, () => transfer),
  );
  const { findings } = explained(encodeCall('multicall(bytes[] data)', [wide, wide]), { to: USDT });
  expect(findings.map(({ level }) => level)).toContain('danger');
  expect(findings.length).toBeLessThan(500);
});

test('a Safe’s setup shows its payment and its owners', () => {
  const NOBODY = `0x${'0'.repeat(40)}`;
  const setup = (change: object) =>
    encodeCall(
      'setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
      {
        owners: [ALICE],
        threshold: 1n,
        to: NOBODY,
        data: NOTHING,
        fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
        paymentToken: NOBODY,
        payment: 0n,
        paymentReceiver: NOBODY,
        ...change,
      },
    );
  expect(explained(setup({})).findings).toEqual([]);
  expect(explained(setup({ fallbackHandler: BOB })).findings).toMatchObject([
    { level: 'danger', text: expect.stringContaining('is not a known fallback handler of Safe') },
  ]);
  expect(explained(setup({ payment: 5n })).findings[0]?.text).toContain('pays 5 wei for being made, to whoever');
  const paid = explained(setup({ payment: 5_000_000n, paymentToken: USDT, paymentReceiver: BOB }));
  expect(paid.findings[0]?.text).toContain(`pays 5 USDT for being made, to ${BOB}`);
  expect(paid.summary).toContainEqual({ name: 'Payment', value: '5 USDT', kind: 'amount' });
});

test.each([
  [10n ** 36n - 1n, 'care'],
  [10n ** 36n, 'danger'],
  [(1n << 255n) - 1n, 'danger'],
  [(1n << 96n) - 2n, 'care'],
  [(1n << 96n) - 1n, 'danger'],
])('an increase of an allowance of %i units is explained with %s', (amount, level) => {
  const increase = encodeCall('increaseAllowance(address spender, uint256 amount)', { spender: BOB, amount });
  expect(levels(increase, { to: COIN })).toEqual([`${level} data.spender`]);
});

test.each([
  [10n ** 17n - 1n, 'care'],
  [10n ** 17n, 'danger'],
])('an approval of %i units of a token of six decimals is explained with %s', (amount, level) => {
  const approve = encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount });
  expect(levels(approve, { to: USDT })).toEqual([`${level} data.spender`]);
});
