import { corpus } from './corpus.ts';
import { ALICE, BOB, CONTRACT, calling, described, ETHER, encodeCall, USDC, USDT, WETH } from './evm-calls.ts';

const MOST = (1n << 256n) - 1n;
const NOTHING = new Uint8Array(0);
const POOL = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const SAFE = '0x5afE3855358E112B5647B952709E6165e1c1eEEe';

const transfer = encodeCall('transfer(address to, uint256 amount)', { to: ALICE, amount: 1_500_000n });
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
const nested = Array.from({ length: 8 }).reduce<Uint8Array>(
  (inner) => encodeCall('multicall(bytes[] data)', [inner]),
  transfer,
);

corpus('calls', {
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
    operation(execute, { initCode: new Uint8Array(24).fill(3), paymasterAndData: new Uint8Array(20).fill(4) }),
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
  'commands of a router': calling(
    encodeCall('execute(bytes commands, bytes[] inputs, uint256 deadline)', {
      commands: Uint8Array.of(0x0b, 0x00, 0x04),
      inputs: [NOTHING, NOTHING, NOTHING],
      deadline: 1_900_000_000n,
    }),
    { value: ETHER },
  ),
  'a proxy gets other code': calling(encodeCall('upgradeTo(address implementation)', BOB)),
  '1inch: swap': described('1inch/calldata-AggregationRouterV6', 'swap'),
  '1inch: swap in one pool': described('1inch/calldata-AggregationRouterV6', 'unoswap'),
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
  'OKX: swap': described('okx/calldata-OkxDexRouterV1.0.7-multi-commission', 'unxswapByOrderId'),
  'Ondo: sell': described('ondo-finance/calldata-GMTokenLimitOrder', 'createSellOrderExactIn'),
  'P2P: deposit': described('p2p/calldata-NativeTokenVault', 'deposit', { value: ETHER }),
  'ParaSwap: swap': described('paraswap/calldata-AugustusSwapper-v6.2', 'swapExactAmountIn'),
  'QuickSwap: add liquidity': described('quickswap/calldata-QuickSwap', 'addLiquidity'),
  'Safe: make a Safe': described('safe/calldata-SafeProxyFactory-1.3.0', 'createProxyWithNonce'),
  'Sei: delegate': described('sei/calldata-sei-staking', 'delegate', { value: ETHER }),
  'Serenita: leave': described('serenita/calldata-EthVault', 'enterExitQueue'),
  'StarkGate: deposit': described('starkgate/calldata-StarkGate-STRK', 'deposit'),
  'Threshold: redeem': described('threshold/calldata-Bridge', 'requestRedemption'),
  'Uniswap: swap': described('uniswap/calldata-UniswapV3Router02', 'exactInputSingle'),
  'Uniswap: swap along a path': described('uniswap/calldata-UniswapV3Router02', 'swapExactTokensForTokens'),
  'WalletConnect: lock': described('walletconnect/calldata-stakeweight', 'createLock'),
  'yield.xyz: deposit': described('yieldxyz/calldata-yieldxyz-usde-vault', 'deposit'),
});
