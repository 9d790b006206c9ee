import { hexDecode, utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { BOB, CONTRACT, calling, ETHER, encodeCall, OPERATOR, USDC, WETH } from './evm-calls.ts';
import { COIN, command, ITSELF, type Planned, path, ROUTER, routed, SENDER, subPlan } from './router-plans.ts';

const NONE = new Uint8Array(0);
const WORD = new Uint8Array(32);
const NOBODY = `0x${'0'.repeat(40)}`;
const MOST = 2n ** 256n - 1n;
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const call = (signature: string, values: unknown, where = {}) => calling(encodeCall(signature, values), where);
const approveNothing = encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 0n });
const EXECUTE = 'execute(address dest, uint256 value, bytes func)';
const EXEC_TRANSACTION =
  'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)';
const safe = {
  to: BOB,
  value: ETHER,
  data: NONE,
  operation: 0n,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: NOBODY,
  refundReceiver: NOBODY,
  signatures: new Uint8Array(65),
};
const DIAMOND = 'diamondCut((address facet, uint8 action, bytes4[] selectors)[] cuts, address init, bytes data)';
const TIMELOCK = 'execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt)';
const BATCH = 'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)';
const ONE_OF_AGGREGATE = 'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)';
const KEY =
  'authorizeKey(address keyId, uint8 signatureType, uint64 expiry, bool enforceLimits, (address token, uint256 amount)[] limits)';
const many = Array.from({ length: 6 }, (_, index) => BigInt(index + 1));
const swap = (change: object) =>
  command(0x00, {
    recipient: SENDER,
    one: 1_000_000n,
    other: ETHER,
    path: path(USDC, WETH),
    payerIsUser: true,
    ...change,
  });
const wrap = (amount: bigint) => command(0x0b, { recipient: ITSELF, amount });
const unwrap = command(0x0c, { recipient: SENDER, amount: 0n });
const spendWrapped = swap({ one: ETHER, other: 1n, path: path(WETH, USDC), payerIsUser: false });
const plan = (commands: readonly Planned[], value = 0n) => calling(routed(...commands), { to: ROUTER, value });

corpus('hostile-calls', {
  'coins that an account is said to send on': blind(
    call(EXECUTE, { dest: BOB, value: ETHER, func: NONE }, { value: ETHER }),
  ),
  'gas of a Safe at a small price for very much of it': whole(
    call(EXEC_TRANSACTION, { ...safe, gasPrice: 1n, baseGas: 100n * ETHER, refundReceiver: BOB }),
  ),
  'all tokens that there can be': whole(
    call('transfer(address to, uint256 amount)', { to: BOB, amount: MOST }, { to: USDC }),
  ),
  'coins of the account itself': whole(call(EXECUTE, { dest: BOB, value: ETHER, func: NONE })),
  'coins that a Safe is said to send on': blind(call(EXEC_TRANSACTION, safe, { value: ETHER })),
  'coins that a timelock is said to send on': blind(
    call(TIMELOCK, { target: BOB, value: ETHER, payload: NONE, predecessor: WORD, salt: WORD }, { value: ETHER }),
  ),
  'coins that the contract known for it sends on': whole(
    call(ONE_OF_AGGREGATE, [{ target: BOB, allowFailure: false, value: ETHER, callData: NONE }], {
      to: MULTICALL,
      value: ETHER,
    }),
  ),
  'coins that a stranger of the same functions is to send on': blind(
    call(ONE_OF_AGGREGATE, [{ target: BOB, allowFailure: false, value: ETHER, callData: NONE }], { value: ETHER }),
  ),
  'a delegate call behind a harmless call, in a diamond': blind(
    call(DIAMOND, { cuts: [], init: USDC, data: approveNothing }),
  ),
  'a delegate call without data, in a diamond': blind(call(DIAMOND, { cuts: [], init: BOB, data: NONE })),
  'a diamond that gets code': whole(
    call(DIAMOND, {
      cuts: [{ facet: BOB, action: 0n, selectors: [hexDecode('a9059cbb')] }],
      init: NOBODY,
      data: NONE,
    }),
  ),
  'a diamond that gets code of six contracts': whole(
    call(DIAMOND, {
      cuts: many.map((each) => ({ facet: `0x${each.toString(16).padStart(40, '7')}`, action: 0n, selectors: [] })),
      init: NOBODY,
      data: NONE,
    }),
  ),
  'new code that is called at once': blind(
    call('upgradeToAndCall(address implementation, bytes data)', { implementation: BOB, data: approveNothing }),
  ),
  'new code of another proxy that is called at once': blind(
    call('upgradeAndCall(address proxy, address implementation, bytes data)', {
      proxy: CONTRACT,
      implementation: BOB,
      data: approveNothing,
    }),
  ),
  'new code that is not called': whole(
    call('upgradeToAndCall(address implementation, bytes data)', { implementation: BOB, data: NONE }),
  ),
  'six tokens of a collection, of which the last is many': whole(
    call('safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)', {
      from: OPERATOR,
      to: BOB,
      ids: many,
      data: NONE,
      amounts: many.with(5, 9999n),
    }),
  ),
  'an account of six owners': whole(
    call('createAccount(bytes[] owners, uint256 nonce)', {
      owners: many.map((each) => Uint8Array.of(Number(each))),
      nonce: 1n,
    }),
  ),
  'a key for an account, at the contract that keeps keys': whole(
    call(
      KEY,
      { keyId: BOB, signatureType: 0n, expiry: 0n, enforceLimits: false, limits: [] },
      { chain: 4217, to: '0xaAAAaaAA00000000000000000000000000000000' },
    ),
  ),
  'a key for an account, at a stranger': blind(
    call(KEY, { keyId: BOB, signatureType: 0n, expiry: 0n, enforceLimits: false, limits: [] }),
  ),
  'coins that the router keeps': blind(plan([], ETHER)),
  'coins of which the router wraps a half': blind(plan([wrap(ETHER / 2n), unwrap], ETHER)),
  'wrapped coins that the router keeps': blind(plan([wrap(ETHER)], ETHER)),
  'wrapped coins that the router swaps': whole(plan([wrap(ETHER), spendWrapped], ETHER)),
  'wrapped coins for an exact amount, of which a part is left': blind(
    plan(
      [
        wrap(ETHER),
        command(0x01, { recipient: SENDER, one: 1n, other: ETHER, path: path(USDC, WETH), payerIsUser: false }),
      ],
      ETHER,
    ),
  ),
  'wrapped coins for an exact amount, and the rest back': whole(
    plan(
      [
        wrap(ETHER),
        command(0x01, { recipient: SENDER, one: 1n, other: ETHER, path: path(USDC, WETH), payerIsUser: false }),
        unwrap,
      ],
      ETHER,
    ),
  ),
  'tokens that the router gets and keeps': blind(plan([swap({ recipient: ITSELF })])),
  'tokens that the router sends to itself': blind(
    plan([swap({ recipient: ITSELF }), command(0x04, { token: WETH, recipient: ITSELF, amount: 0n })]),
  ),
  'tokens that the router gets and sends on': whole(
    plan([swap({ recipient: ITSELF }), command(0x04, { token: WETH, recipient: SENDER, amount: 0n })]),
  ),
  'tokens of the sender that the router keeps': blind(
    plan([command(0x02, { token: USDC, recipient: ITSELF, amount: 5n })]),
  ),
  'coins that a plan in a plan unwraps and keeps': blind(
    plan([subPlan(wrap(ETHER), command(0x0c, { recipient: ITSELF, amount: 0n }))], ETHER),
  ),
  'coins that a plan in a plan sends back': whole(
    plan([subPlan(command(0x04, { token: COIN, recipient: SENDER, amount: 0n }))], ETHER),
  ),
  'six tokens moved by Permit2': whole(
    call(
      'transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
      many.map((amount) => ({ from: OPERATOR, to: BOB, amount, token: USDC })),
      { to: PERMIT2 },
    ),
  ),
  'an approval of more than there is, below the largest number': whole(
    call('approve(address spender, uint256 amount)', { spender: BOB, amount: MOST - 1n }, { to: USDC }),
  ),
  'a try mode of an account that is not known': blind(
    call('execute(bytes32 mode, bytes executionCalldata)', {
      mode: hexDecode(`0002${'00'.repeat(30)}`),
      executionCalldata: hexDecode(`${BOB.slice(2)}${'00'.repeat(32)}`),
    }),
  ),
  'a memo that is half of a text': whole(
    call(
      'transferWithMemo(address to, uint256 amount, bytes32 memo)',
      { to: BOB, amount: 5n, memo: utf8Encode('x\0y'.padEnd(32, '\0')) },
      { to: USDC },
    ),
  ),
  'tokens of a collection without their amounts': blind(
    call(BATCH, { from: OPERATOR, to: BOB, ids: many, amounts: [1n], data: NONE }),
  ),
  'no tokens of a collection': whole(call(BATCH, { from: OPERATOR, to: BOB, ids: [], amounts: [], data: NONE })),
});
