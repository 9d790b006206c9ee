import { roleId } from '../../electron/crypto/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { corpus } from './corpus.ts';
import {
  ALICE,
  BOB,
  CONTRACT,
  calling,
  described,
  ETHER,
  encodeCall,
  multiSend,
  OPERATOR,
  packed,
  USDC,
  USDT,
  WETH,
} from './evm-calls.ts';

const MOST = (1n << 256n) - 1n;
const NOTHING = new Uint8Array(0);
const POOL = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2';
const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = new Uint8Array(32).fill(0x2a);
const SAFE = '0x5afE3855358E112B5647B952709E6165e1c1eEEe';

const transfer = encodeCall('transfer(address to, uint256 amount)', { to: ALICE, amount: 1_500_000n });
const behind = (data: Uint8Array, hex: string) => Uint8Array.from([...data, ...hexDecode(hex)]);
const approve = (amount: bigint) => encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount });
const supply = encodeCall('supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)', {
  asset: USDC,
  amount: 1_000_000_000n,
  onBehalfOf: ALICE,
  referralCode: 0n,
});
const inSafe = (to: string, data: Uint8Array, operation = 0n) =>
  encodeCall(
    'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    {
      to,
      value: 0n,
      data,
      operation,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: `0x${'0'.repeat(40)}`,
      refundReceiver: `0x${'0'.repeat(40)}`,
      signatures: new Uint8Array(65).fill(1),
    },
  );
const operation = (callData: Uint8Array, change: object = {}) =>
  encodeCall(
    'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
    {
      ops: [
        {
          sender: CONTRACT,
          nonce: 1n,
          initCode: NOTHING,
          callData,
          accountGasLimits: new Uint8Array(32).fill(1),
          preVerificationGas: 50_000n,
          gasFees: new Uint8Array(32).fill(1),
          paymasterAndData: NOTHING,
          signature: new Uint8Array(65).fill(2),
          ...change,
        },
      ],
      beneficiary: BOB,
    },
  );
const execute = encodeCall('execute(address dest, uint256 value, bytes func)', {
  dest: USDT,
  value: 0n,
  func: transfer,
});
const modular = (mode: number, executionCalldata: Uint8Array) =>
  encodeCall('execute(bytes32 mode, bytes executionCalldata)', {
    mode: new Uint8Array(32).with(0, mode),
    executionCalldata,
  });
const safeSetup = (change: object = {}) =>
  encodeCall(
    'setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
    {
      owners: [ALICE, OPERATOR],
      threshold: 2n,
      to: NOBODY,
      data: NOTHING,
      fallbackHandler: NOBODY,
      paymentToken: NOBODY,
      payment: 0n,
      paymentReceiver: NOBODY,
      ...change,
    },
  );
const nested = Array.from({ length: 8 }).reduce<Uint8Array>(
  (inner) => encodeCall('multicall(bytes[] data)', [inner]),
  transfer,
);

corpus('calls', {
  'tokens sent, with an attribution behind the call': calling(
    behind(transfer, `626173656170702c6d6f7270686f0e00${'8021'.repeat(8)}`),
    { to: USDC },
  ),
  'tokens sent, with four bytes behind the call': calling(behind(transfer, '0bd34b36'), { to: USDC }),
  'tokens sent, with an address behind the call': calling(behind(transfer, BOB.slice(2).toLowerCase()), { to: USDC }),
  'several calls, one with an address behind it': calling(
    encodeCall('multicall(bytes[] data)', [behind(transfer, BOB.slice(2).toLowerCase()), transfer]),
    { to: USDC },
  ),
  'an unknown function, with an attribution behind it': calling(
    hexDecode(`deadbeef626173656170700700${'8021'.repeat(8)}`),
  ),
  'a token to somebody': calling(transfer, { to: USDT }),
  'a token that is not known': calling(transfer),
  'a token to its own contract': calling(encodeCall('transfer(address to, uint256 amount)', { to: USDT, amount: 1n }), {
    to: USDT,
  }),
  'an approval of an amount': calling(approve(2_000_000n), { to: USDC }),
  'an approval without limit': calling(approve(MOST), { to: USDC }),
  'every NFT of a collection': calling(
    encodeCall('setApprovalForAll(address operator, bool approved)', { operator: BOB, approved: true }),
  ),
  'coins to the contract of a token': calling(NOTHING, { to: USDT, value: ETHER }),
  'coins wrapped': calling(encodeCall('deposit()'), { to: WETH, value: ETHER }),
  'coins unwrapped': calling(encodeCall('withdraw(uint256 amount)', ETHER), { to: WETH }),
  'a function that nobody knows': calling(Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 1), { value: ETHER }),
  'a described call with a byte too many': calling(Uint8Array.of(...supply, 0), { to: POOL }),
  'a described call at another contract': calling(supply),
  'calls nested deeper than are read': calling(nested, { to: USDT }),
  'a Safe sends a token': calling(inSafe(USDT, transfer), { to: SAFE }),
  'a Safe runs code of others': calling(inSafe(CONTRACT, Uint8Array.of(1, 2, 3, 4), 1n), { to: SAFE }),
  'a Safe supplies to a pool': calling(inSafe(POOL, supply), { to: SAFE }),
  'a Safe gets an owner': calling(
    inSafe(SAFE, encodeCall('addOwnerWithThreshold(address owner, uint256 threshold)', { owner: BOB, threshold: 1n })),
    { to: SAFE },
  ),
  'a user operation': calling(operation(execute), { to: ENTRY_POINT }),
  'a user operation that makes its account': calling(
    operation(execute, {
      initCode: packed([
        new Uint8Array(20).fill(3),
        encodeCall('createAccount(address owner, uint256 salt)', { owner: BOB, salt: 0n }),
      ]),
      paymasterAndData: new Uint8Array(20).fill(4),
    }),
    { to: ENTRY_POINT },
  ),
  'a user operation that adds an owner': calling(operation(encodeCall('addOwnerAddress(address owner)', BOB)), {
    to: ENTRY_POINT,
  }),
  'a batch permit of Permit2': calling(
    encodeCall(
      'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) batch, bytes signature)',
      {
        owner: ALICE,
        batch: {
          details: [USDC, WETH].map((token) => ({
            token,
            amount: (1n << 160n) - 1n,
            expiration: 1_900_000_000n,
            nonce: 0n,
          })),
          spender: BOB,
          sigDeadline: 1_900_000_000n,
        },
        signature: new Uint8Array(65).fill(1),
      },
    ),
    { to: PERMIT2 },
  ),
  'credit that somebody may use up (Aave)': calling(
    encodeCall('approveDelegation(address spender, uint256 amount)', { spender: BOB, amount: 5_000_000n }),
  ),
  'credit without a limit (Aave)': calling(
    encodeCall('approveDelegation(address spender, uint256 amount)', { spender: BOB, amount: MOST }),
  ),
  'an approval that grows': calling(
    encodeCall('increaseAllowance(address spender, uint256 amount)', { spender: BOB, amount: 2_000_000n }),
    { to: USDC },
  ),
  'an approval of an amount or of an NFT': calling(approve(5n)),
  'an approval that is taken back': calling(approve(0n), { to: USDC }),
  'a permit (ERC-2612) that is handed in': calling(
    encodeCall(
      'permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      { owner: ALICE, spender: BOB, amount: MOST, deadline: 1_900_000_000n, v: 27n, r: WORD, s: WORD },
    ),
    { to: USDC },
  ),
  'a permit of DAI that is handed in': calling(
    encodeCall(
      'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
      { holder: ALICE, spender: BOB, nonce: 1n, expiry: 0n, allowed: true, v: 27n, r: WORD, s: WORD },
    ),
    { to: DAI },
  ),
  'several tokens of a collection (ERC-1155)': calling(
    encodeCall('safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)', {
      from: OPERATOR,
      to: ALICE,
      ids: [7n, 8n, 9n, 10n, 11n],
      amounts: [1n, 2n, 3n, 4n, 5n],
      data: NOTHING,
    }),
  ),
  'coins that are wrapped by being sent': calling(NOTHING, { to: WETH, value: ETHER }),
  'a vault (ERC-4626) that is not known': calling(
    encodeCall('redeem(uint256 shares, address receiver, address owner)', {
      shares: 5n,
      receiver: BOB,
      owner: OPERATOR,
    }),
  ),
  'an owner of a contract': calling(encodeCall('transferOwnership(address owner)', BOB)),
  'a contract without an owner': calling(encodeCall('renounceOwnership()')),
  'a role whose name is known': calling(
    encodeCall('grantRole(bytes32 role, address account)', {
      role: hexDecode(roleId('MINTER_ROLE').slice(2)),
      account: BOB,
    }),
  ),
  'the role that gives all roles': calling(
    encodeCall('grantRole(bytes32 role, address account)', { role: new Uint8Array(32), account: BOB }),
  ),
  'a minter of a token': calling(
    encodeCall('configureMinter(address minter, uint256 amount)', { minter: BOB, amount: 1_000_000_000_000n }),
    { to: USDC },
  ),
  'a proxy gets other code and calls it': calling(
    encodeCall('upgradeToAndCall(address implementation, bytes data)', {
      implementation: BOB,
      data: encodeCall('transferOwnership(address owner)', ALICE),
    }),
  ),
  'a Safe that is set up': calling(safeSetup(), { to: SAFE }),
  'a Safe that is made, with code of others at its start': calling(
    encodeCall('createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)', {
      singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
      initializer: safeSetup({ to: BOB, data: Uint8Array.of(1, 2, 3, 4) }),
      saltNonce: 1n,
    }),
    { to: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67' },
  ),
  'a Safe gets a module': calling(inSafe(SAFE, encodeCall('enableModule(address module)', BOB)), { to: SAFE }),
  'a Safe loses its guard': calling(inSafe(SAFE, encodeCall('setGuard(address guard)', NOBODY)), { to: SAFE }),
  'a Safe changes an owner': calling(
    inSafe(
      SAFE,
      encodeCall('swapOwner(address previous, address oldOwner, address newOwner)', {
        previous: '0x0000000000000000000000000000000000000001',
        oldOwner: ALICE,
        newOwner: BOB,
      }),
    ),
    { to: SAFE },
  ),
  'a Safe needs one signature': calling(inSafe(SAFE, encodeCall('changeThreshold(uint256 threshold)', 1n)), {
    to: SAFE,
  }),
  'a hash that is approved for a Safe': calling(encodeCall('approveHash(bytes32 hash)', WORD), { to: SAFE }),
  'a Safe makes several calls': calling(
    inSafe(MULTI_SEND, multiSend([USDT, 0n, transfer], [ALICE, ETHER, NOTHING], [USDC, 0n, approve(MOST)]), 1n),
    { to: SAFE },
  ),
  'a Safe makes several calls by code of others': calling(inSafe(CONTRACT, multiSend([USDT, 0n, transfer]), 1n), {
    to: SAFE,
  }),
  'calls of a Safe that are cut off': calling(
    inSafe(MULTI_SEND, encodeCall('multiSend(bytes transactions)', Uint8Array.of(0, 1, 2)), 1n),
    { to: SAFE },
  ),
  'a user operation whose factory is not known': calling(
    operation(execute, { initCode: Uint8Array.of(...new Uint8Array(20).fill(3), 1, 2, 3, 4) }),
    { to: ENTRY_POINT },
  ),
  'an account that runs one call (ERC-7579)': calling(
    modular(0x00, packed([hexDecode(USDT.slice(2)), new Uint8Array(32), transfer])),
  ),
  'an account that runs code of others (ERC-7579)': calling(modular(0xff, packed([hexDecode(BOB.slice(2)), transfer]))),
  'an account that runs several calls (ERC-7579)': calling(
    modular(
      0x01,
      encodeCall('batch((address target, uint256 value, bytes callData)[] calls)', [
        { target: USDT, value: 0n, callData: transfer },
        { target: ALICE, value: ETHER, callData: NOTHING },
      ]).subarray(4),
    ),
  ),
  'a proxy gets other code': calling(encodeCall('upgradeTo(address implementation)', BOB)),
  '1inch: swap': described('1inch/calldata-AggregationRouterV6', 'swap'),
  '1inch: swap in one pool': described('1inch/calldata-AggregationRouterV6', 'unoswap', {
    change: { token: BigInt(USDC) },
  }),
  'Aave: borrow': described('aave/calldata-lpv3', 'borrow'),
  'Aave: repay all': described('aave/calldata-lpv3', 'repay', { change: { amount: MOST } }),
  'Aave: withdraw': described('aave/calldata-lpv3', 'withdraw'),
  'Benqi: stake': described('benqi/calldata-sAVAX', 'requestUnlock'),
  'Celo: vote': described('celo/calldata-celo_election', 'vote'),
  'Ethereum: a validator’s deposit': described('consensus-specs/calldata-DepositContract', 'deposit', {
    value: 32n * ETHER,
  }),
  'Core: delegate': described('corestake/calldata-coreagent', 'delegateCoin', { value: ETHER }),
  'Ethena: cool down': described('ethena/calldata-ethena', 'cooldownAssets'),
  'Figment: deposits': described('figment/calldata-figment-batch-deposit', 'deposit', { value: 64n * ETHER }),
  'Flare: claim': described('flare/calldata-DistributionToDelegators-Flare', 'claim'),
  'Kiln: deposit into a vault': described('kiln/calldata-Vault-USDC-Aave-v3', 'deposit'),
  'KyberSwap: swap': described('kyberswap/calldata-MetaAggregationRouterV2', 'swap'),
  'Layerswap: deposit': described('layerswap/calldata-LayerswapDepository', 'depositERC20'),
  'Lido: stake': described('lido/calldata-stETH', 'submit', { value: ETHER }),
  'Lido: ask for a withdrawal': described('lido/calldata-WithdrawalQueueERC721', 'requestWithdrawals'),
  'Lido: unwrap': described('lido/calldata-wstETH', 'unwrap'),
  'LI.FI: swap': described('lifi/calldata-LIFIDiamond', 'swapTokensSingleV3ERC20ToERC20'),
  'Lombard: redeem for bitcoin': described('lombard/calldata-lbtc-mainnet', 'redeemForBtc'),
  'Midas: mint': described('midas/calldata-MinterVault', 'depositInstant'),
  'Morpho: repay': described('morpho/calldata-MorphoBlue', 'repay'),
  'Morpho: deposit into a vault': described('morpho/calldata-steakhouse_financial-steakUSDC', 'deposit'),
  'OKX: swap': described('okx/calldata-OkxDexRouterV1.0.7-multi-commission', 'unxswapByOrderId', {
    change: { srcToken: BigInt(USDC) },
  }),
  'Ondo: sell': described('ondo-finance/calldata-GMTokenLimitOrder', 'createSellOrderExactIn'),
  'P2P: deposit': described('p2p/calldata-NativeTokenVault', 'deposit', { value: ETHER }),
  'ParaSwap: swap': described('paraswap/calldata-AugustusSwapper-v6.2', 'swapExactAmountIn'),
  'QuickSwap: add liquidity': described('quickswap/calldata-QuickSwap', 'addLiquidity', {
    change: {
      tokenA: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      tokenB: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
    },
  }),
  'Safe: make a Safe': described('safe/calldata-SafeProxyFactory-1.3.0', 'createProxyWithNonce', {
    change: { _singleton: '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', initializer: safeSetup() },
  }),
  'Sei: delegate': described('sei/calldata-sei-staking', 'delegate', { value: ETHER }),
  'Serenita: leave': described('serenita/calldata-EthVault', 'enterExitQueue'),
  'StarkGate: deposit': described('starkgate/calldata-StarkGate-STRK', 'deposit'),
  'Threshold: redeem': described('threshold/calldata-Bridge', 'requestRedemption'),
  'Uniswap: swap': described('uniswap/calldata-UniswapV3Router02', 'exactInputSingle'),
  'Uniswap: swap along a path': described('uniswap/calldata-UniswapV3Router02', 'swapExactTokensForTokens', {
    change: { path: [USDC, WETH] },
  }),
  'WalletConnect: lock': described('walletconnect/calldata-stakeweight', 'createLock'),
  'yield.xyz: deposit': described('yieldxyz/calldata-yieldxyz-usde-vault', 'deposit'),
});
