/** Calls that operators make every day: loans, bridges of rollups, payrolls, limits of Safes, deposits and proposals. */
import { hexDecode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { BOB, CONTRACT, calling, ETHER, encodeCall, multiSend, OPERATOR, USDC, USDT } from './evm-calls.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const NOTHING = new Uint8Array(0);
const word = (address: string) => hexDecode(`${'00'.repeat(12)}${address.slice(2).toLowerCase()}`);
const attached = (text: string) => new Uint8Array(Buffer.from(text));
const COMET = '0xc3d688B66703497DAA19211EEdff47f25384cdc3';
const OPTIMISM = '0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1';
const L2 = '0x4200000000000000000000000000000000000010';
const INBOX = '0x4Dbd4fc535Ac27206064B68FfCf827b0A60BAB3f';
const DISPERSE = '0xD152f549545093347A162Dce210e7293f1452150';
const LIMITS = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134';
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const GOVERNOR = '0x408ED6354d4973f66138C91495F2f2FCbd8724C3';
const MESSENGER = '0xBd3fA81B58Ba92a82136038B25aDec7066af3155';
const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe';
const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const BASE = '0x3154Cf16ccdb4C6d922629664174b904d80F2C35';
const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5_000_000n });
const at = (to: string, signature: string, values: unknown, { value = 0n, chain = 1 } = {}) =>
  calling(values === null ? encodeCall(signature) : encodeCall(signature, values), { to, value, chain });
const V1 = 'uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken';
const burn = { amount: 5_000_000n, destinationDomain: 6n, mintRecipient: word(OPERATOR), burnToken: USDC };
const BRIDGED = 'uint32 minGasLimit, bytes extraData';
const bridged = { minGasLimit: 200_000n, extraData: NOTHING };
const LISTS = 'address[] recipients, uint256[] values';
const DETAILS = 'address[] targets, uint256[] values, bytes[] calldatas';
const details = { targets: [USDC], values: [0n], calldatas: [transfer] };
const LIMIT = 'address delegate, address token, uint96 allowanceAmount, uint16 resetTimeMin, uint32 resetBaseMin';
const limit = { delegate: BOB, token: USDC, allowanceAmount: 5_000_000n, resetTimeMin: 1440n, resetBaseMin: 0n };
const USER_OP = 'executeUserOp(address to, uint256 value, bytes data, uint8 operation)';
const safe = (operation: bigint, to = USDC, data = transfer) => at(SAFE, USER_OP, { to, value: 0n, data, operation });

const CALIBUR = 'execute(((address to, uint256 value, bytes data)[] calls, bool revertOnFailure) batchedCall)';
const calls = [
  { to: USDC, value: 0n, data: transfer },
  { to: BOB, value: ETHER, data: NOTHING },
];
const COW = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41';
const PRESIGN = 'setPreSignature(bytes orderUid, bool signed)';
const orderUid = hexDecode(`${'ab'.repeat(32)}${OPERATOR.slice(2).toLowerCase()}6ab13b80`);

corpus('daily-calls', {
  'Compound: supply': whole(at(COMET, 'supply(address asset, uint256 amount)', { asset: USDC, amount: 5_000_000n })),
  'Compound: repay the whole debt': whole(
    at(COMET, 'supply(address asset, uint256 amount)', { asset: USDC, amount: 2n ** 256n - 1n }),
  ),
  'Compound: repay the whole debt of somebody': whole(
    at(COMET, 'supplyTo(address dst, address asset, uint256 amount)', {
      dst: BOB,
      asset: USDC,
      amount: 2n ** 256n - 1n,
    }),
  ),
  'Compound: withdraw all': whole(
    at(COMET, 'withdraw(address asset, uint256 amount)', { asset: USDC, amount: 2n ** 256n - 1n }),
  ),
  'Compound: withdraw to somebody': whole(
    at(COMET, 'withdrawTo(address to, address asset, uint256 amount)', { to: BOB, asset: USDC, amount: 5_000_000n }),
  ),
  'Compound: withdraw of somebody': whole(
    at(COMET, 'withdrawFrom(address src, address to, address asset, uint256 amount)', {
      src: BOB,
      to: OPERATOR,
      asset: USDC,
      amount: 5_000_000n,
    }),
  ),
  'Compound: at a contract that nobody knows': blind(
    at(CONTRACT, 'supply(address asset, uint256 amount)', { asset: USDC, amount: 5_000_000n }),
  ),
  'CCTP, version 1: to Base': whole(at(MESSENGER, `depositForBurn(${V1})`, burn)),
  'CCTP, version 1: for one caller': whole(
    at(MESSENGER, `depositForBurnWithCaller(${V1}, bytes32 destinationCaller)`, {
      ...burn,
      destinationCaller: word(BOB),
    }),
  ),
  'CCTP, version 1: at the contract of version 2': blind(
    at('0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d', `depositForBurn(${V1})`, burn),
  ),
  'Optimism: coins to oneself': whole(at(OPTIMISM, `depositETH(${BRIDGED})`, bridged, { value: ETHER })),
  'Optimism: coins to somebody, with a mark of the application': whole(
    at(
      OPTIMISM,
      `bridgeETHTo(address to, ${BRIDGED})`,
      { to: BOB, ...bridged, extraData: attached('superbridge') },
      {
        value: ETHER,
      },
    ),
  ),
  'Base: tokens to oneself': whole(
    at(BASE, `bridgeERC20(address localToken, address remoteToken, uint256 amount, ${BRIDGED})`, {
      localToken: USDC,
      remoteToken: USDC_ON_BASE,
      amount: 5_000_000n,
      ...bridged,
    }),
  ),
  'Base: tokens to somebody, as another token': whole(
    at(BASE, `depositERC20To(address localToken, address remoteToken, address to, uint256 amount, ${BRIDGED})`, {
      localToken: USDC,
      remoteToken: CONTRACT,
      to: BOB,
      amount: 5_000_000n,
      ...bridged,
    }),
  ),
  'Base: coins back to Ethereum': whole(at(L2, `bridgeETH(${BRIDGED})`, bridged, { value: ETHER, chain: 8453 })),
  'Base: a token back to Ethereum': whole(
    at(
      L2,
      `withdrawTo(address localToken, address to, uint256 amount, ${BRIDGED})`,
      { localToken: USDC_ON_BASE, to: NOBODY, amount: 5_000_000n, ...bridged },
      { chain: 8453 },
    ),
  ),
  'Base: coins back to Ethereum, as a withdrawal of a token': whole(
    at(
      L2,
      `withdraw(address localToken, uint256 amount, ${BRIDGED})`,
      { localToken: '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000', amount: ETHER, ...bridged },
      { value: ETHER, chain: 8453 },
    ),
  ),
  'Base: a token back to Ethereum, with coins': blind(
    at(
      L2,
      `withdraw(address localToken, uint256 amount, ${BRIDGED})`,
      { localToken: USDC_ON_BASE, amount: 5_000_000n, ...bridged },
      { value: ETHER, chain: 8453 },
    ),
  ),
  'Base: at a bridge that nobody knows': blind(at(CONTRACT, `bridgeETH(${BRIDGED})`, bridged, { value: ETHER })),
  'Arbitrum: coins to oneself': whole(at(INBOX, 'depositEth()', null, { value: ETHER })),
  'Disperse: coins to three': whole(
    at(
      DISPERSE,
      `disperseEther(${LISTS})`,
      { recipients: [BOB, OPERATOR, CONTRACT], values: [ETHER, 2n * ETHER, 3n * ETHER] },
      { value: 6n * ETHER },
    ),
  ),
  'Disperse: more coins than are paid': whole(
    at(DISPERSE, `disperseEther(${LISTS})`, { recipients: [BOB], values: [ETHER] }, { value: 6n * ETHER }),
  ),
  'Disperse: tokens to six, of which one is nobody': whole(
    at(DISPERSE, `disperseToken(address token, ${LISTS})`, {
      token: USDC,
      recipients: [BOB, OPERATOR, CONTRACT, SAFE, NOBODY, USDT],
      values: [1n, 2n, 3n, 4n, 5n, 6n].map((each) => each * 1_000_000n),
    }),
  ),
  'Disperse: more recipients than amounts': blind(
    at(DISPERSE, `disperseTokenSimple(address token, ${LISTS})`, {
      token: USDC,
      recipients: [BOB, SAFE],
      values: [5n],
    }),
  ),
  'Disperse: at a contract that nobody knows': blind(
    at(CONTRACT, `disperseToken(address token, ${LISTS})`, { token: USDC, recipients: [BOB], values: [5n] }),
  ),
  'Safe: a limit for each day': whole(at(LIMITS, `setAllowance(${LIMIT})`, limit)),
  'Safe: a limit of coins, once': whole(
    at(LIMITS, `setAllowance(${LIMIT})`, { ...limit, token: NOBODY, allowanceAmount: ETHER, resetTimeMin: 0n }),
  ),
  'Safe: a delegate with a limit, in several calls': whole(
    calling(
      multiSend(
        [LIMITS, 0n, encodeCall('addDelegate(address delegate)', BOB)],
        [LIMITS, 0n, encodeCall(`setAllowance(${LIMIT})`, limit)],
      ),
      { to: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D' },
    ),
  ),
  'Safe: a limit that ends': whole(
    at(LIMITS, 'deleteAllowance(address delegate, address token)', { delegate: BOB, token: USDC }),
  ),
  'Safe: a payment by a limit': whole(
    at(
      LIMITS,
      'executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
      {
        safe: SAFE,
        token: USDC,
        to: BOB,
        amount: 5_000_000n,
        paymentToken: NOBODY,
        payment: 0n,
        delegate: OPERATOR,
        signature: NOTHING,
      },
    ),
  ),
  'Safe: a user operation that sends a token': whole(safe(0n)),
  'Safe: a user operation that runs foreign code': blind(safe(1n)),
  'Safe: a user operation of several calls': whole(
    safe(1n, '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', multiSend([USDC, 0n, transfer], [BOB, ETHER, NOTHING])),
  ),
  'EntryPoint: a deposit for fees': whole(at(ENTRY_POINT, 'depositTo(address account)', OPERATOR, { value: ETHER })),
  'EntryPoint: a deposit for the fees of somebody': whole(
    at(ENTRY_POINT, 'depositTo(address account)', BOB, { value: ETHER }),
  ),
  'EntryPoint: a withdrawal': whole(
    at(ENTRY_POINT, 'withdrawTo(address recipient, uint256 withdrawAmount)', { recipient: BOB, withdrawAmount: ETHER }),
  ),
  'EntryPoint: a stake': whole(at(ENTRY_POINT, 'addStake(uint32 unstakeDelaySec)', 86_400n, { value: ETHER })),
  'EntryPoint: at a contract that nobody knows': blind(
    at(CONTRACT, 'withdrawTo(address recipient, uint256 withdrawAmount)', { recipient: BOB, withdrawAmount: ETHER }),
  ),
  'a proposal that sends tokens': whole(
    at(GOVERNOR, `propose(${DETAILS}, string description)`, { ...details, description: 'Pay Bob' }),
  ),
  'a proposal that is run': whole(
    at(GOVERNOR, `execute(${DETAILS}, bytes32 descriptionHash)`, { ...details, descriptionHash: new Uint8Array(32) }),
  ),
  'a proposal of lists of different lengths': blind(
    at(GOVERNOR, `propose(${DETAILS}, string description)`, { ...details, targets: [USDC, BOB], description: '' }),
  ),
  'a proposal at a contract that nobody knows': blind(
    at(CONTRACT, `propose(${DETAILS}, string description)`, { ...details, description: '' }),
  ),
  'Calibur: several calls': whole(at(SAFE, CALIBUR, { calls, revertOnFailure: true })),
  'Calibur: a call of the zero address': blind(
    at(SAFE, CALIBUR, { calls: [...calls, { to: NOBODY, value: 0n, data: transfer }], revertOnFailure: false }),
  ),
  'Biconomy: a call': whole(
    at(SAFE, 'execute_ncC(address dest, uint256 value, bytes func)', { dest: USDC, value: 0n, func: transfer }),
  ),
  'Biconomy: several calls': whole(
    at(SAFE, 'executeBatch_y6U(address[] dest, uint256[] value, bytes[] func)', {
      dest: [USDC, BOB],
      value: [0n, ETHER],
      func: [transfer, NOTHING],
    }),
  ),
  'CoW: an order that a contract signs': blind(at(COW, PRESIGN, { orderUid, signed: true })),
  'CoW: an order whose signature is taken back': whole(at(COW, PRESIGN, { orderUid, signed: false })),
  'CoW: an order that is cancelled': whole(at(COW, 'invalidateOrder(bytes orderUid)', orderUid)),
  'CoW: an order of no known form': blind(at(COW, PRESIGN, { orderUid: transfer, signed: true })),
  'CoW: at a contract that nobody knows': blind(at(CONTRACT, 'invalidateOrder(bytes orderUid)', orderUid)),
});
