import { hexEncode } from '../../shared/wire/index.ts';
import { blind, corpus, payload, whole } from './corpus.ts';
import { ETHER, encodeCall, WETH } from './evm-calls.ts';
import { BOB, domain, OPERATOR, ofType, USDC } from './typed-message.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = `0x${'00'.repeat(32)}`;
const MOST = String(2n ** 256n - 1n);
const SOON = 1_790_000_000;
const usdc = domain('USD Coin', USDC);

const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const permit = (change: object, of: object = usdc) =>
  ofType(PERMIT, of, { owner: OPERATOR, spender: BOB, value: '5', nonce: 0, deadline: SOON, ...change });
const AUTHORIZED = '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';
const authorized = (change: object, name = 'TransferWithAuthorization') =>
  ofType(`${name}${AUTHORIZED}`, usdc, {
    from: OPERATOR,
    to: BOB,
    value: '5000000',
    validAfter: 0,
    validBefore: SOON,
    nonce: `0x${'01'.repeat(32)}`,
    ...change,
  });

const COW =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)';
const cow = (change: object) =>
  ofType(COW, domain('Gnosis Protocol', '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'), {
    sellToken: USDC,
    buyToken: WETH,
    receiver: NOBODY,
    sellAmount: '5000000',
    buyAmount: '1000000000000000',
    validTo: SOON,
    appData: WORD,
    feeAmount: '0',
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...change,
  });
const ZERO_EX =
  'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)';
const SEAPORT =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const offered = { itemType: 2, token: BOB, identifierOrCriteria: '5', startAmount: 1, endAmount: 1 };
const asked = { ...offered, itemType: 0, token: NOBODY, identifierOrCriteria: 0, recipient: OPERATOR };
const seaport = (change: object) =>
  ofType(SEAPORT, domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'), {
    offerer: OPERATOR,
    zone: NOBODY,
    offer: [offered],
    consideration: [asked],
    orderType: 0,
    startTime: 0,
    endTime: SOON,
    zoneHash: WORD,
    salt: 0,
    conduitKey: WORD,
    counter: 0,
    ...change,
  });

const OPERATION =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)';
const operation = (change: object) =>
  ofType(OPERATION, domain('ERC4337', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'), {
    sender: BOB,
    nonce: 0,
    initCode: '0x',
    callData: '0x',
    accountGasLimits: WORD,
    preVerificationGas: 0,
    gasFees: WORD,
    paymasterAndData: '0x',
    ...change,
  });
const ZKSYNC =
  'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput)';
const zksync = (change: object) =>
  ofType(
    ZKSYNC,
    { name: 'zkSync', version: '2', chainId: 324 },
    {
      txType: 113,
      from: BigInt(OPERATOR).toString(),
      to: BigInt(BOB).toString(),
      gasLimit: 1,
      gasPerPubdataByteLimit: 1,
      maxFeePerGas: 1,
      maxPriorityFeePerGas: 0,
      paymaster: 0,
      nonce: 0,
      value: 0,
      data: '0x',
      factoryDeps: [],
      paymasterInput: '0x',
      ...change,
    },
  );
const META = 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)';
const meta = (
  of: object,
  call = encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 2n ** 256n - 1n }),
) => ofType(META, of, { nonce: 0, from: OPERATOR, functionSignature: `0x${hexEncode(call)}` });
const POLYGON_USDC = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174';
const polygon = (chain: number) => ({
  name: 'USD Coin (PoS)',
  version: '1',
  verifyingContract: POLYGON_USDC,
  salt: `0x${chain.toString(16).padStart(64, '0')}`,
});
const hyperliquid = (type: string, message: object, change: object = {}) =>
  ofType(
    `HyperliquidTransaction:${type}`,
    { name: 'HyperliquidSignTransaction', version: '1', chainId: 42161, verifyingContract: NOBODY, ...change },
    { hyperliquidChain: 'Mainnet', ...message },
  );
const AGENT = 'ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)';
const FEE = 'ApproveBuilderFee(string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce)';
const SIGNERS = 'ConvertToMultiSigUser(string hyperliquidChain,string signers,uint64 nonce)';
const SEND = 'UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)';
const send = { destination: BOB.toLowerCase(), amount: '5', time: 1_745_383_555_000 };
const SINGLE =
  'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)';
const permit2 = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };

corpus('hostile-messages', {
  'nothing but a domain': blind(
    payload(
      'PAYLOAD_ENCODING_EIP712',
      JSON.stringify({
        types: { EIP712Domain: [{ name: 'name', type: 'string' }] },
        primaryType: 'EIP712Domain',
        domain: { name: 'x' },
        message: {},
      }),
      { signWith: OPERATOR },
    ),
  ),
  'an allowance for the token itself': whole(permit({ spender: USDC })),
  'an allowance for nobody': whole(permit({ spender: NOBODY })),
  'an allowance of somebody else': whole(permit({ owner: BOB })),
  'an allowance of the zero address': whole(permit({ owner: NOBODY })),
  'a payment of the zero address': whole(authorized({ from: NOBODY })),
  'an allowance on no chain': whole(permit({}, domain('USD Coin', USDC, 0))),
  'an allowance at no contract': blind(permit({}, domain('USD Coin', NOBODY))),
  'an allowance that never ends': whole(permit({ deadline: MOST })),
  'an allowance that ends in the year 2106': whole(permit({ deadline: 2 ** 32 - 1 })),
  'a payment that never ends': whole(authorized({ validBefore: MOST })),
  'a payment of everything': whole(authorized({ value: MOST }, 'ReceiveWithAuthorization')),
  'a payment to nobody': whole(authorized({ to: NOBODY })),
  'a debt of somebody else that never ends': whole(
    ofType('DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)', usdc, {
      delegatee: BOB,
      value: '5',
      nonce: 0,
      deadline: MOST,
    }),
  ),
  'a Permit2 transfer of everything to a stranger': whole(
    ofType(SINGLE, permit2, { permitted: { token: USDC, amount: MOST }, spender: BOB, nonce: 0, deadline: SOON }),
  ),
  'a Permit2 transfer on a domain that has a version': blind(
    ofType(
      SINGLE,
      { ...permit2, version: '1' },
      { permitted: { token: USDC, amount: '5' }, spender: BOB, nonce: 0, deadline: SOON },
    ),
  ),
  'a CoW order that never ends': whole(cow({ validTo: 2 ** 32 - 1 })),
  'a CoW order with a fee of a thousand times what it sells': whole(cow({ feeAmount: '5000000000' })),
  'a CoW order that sells without a limit': whole(cow({ sellAmount: MOST, kind: 'buy' })),
  'a CoW order that buys coins': whole(cow({ buyToken: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', kind: 'buy' })),
  'a CoW order of another kind': blind(cow({ kind: 'swap' })),
  'a CoW order for somebody else': whole(cow({ receiver: BOB })),
  'a 0x order that never ends': whole(
    ofType(ZERO_EX, domain('ZeroEx', '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'), {
      makerToken: USDC,
      takerToken: WETH,
      makerAmount: '5000000',
      takerAmount: '5',
      takerTokenFeeAmount: '4',
      maker: OPERATOR,
      taker: NOBODY,
      sender: NOBODY,
      feeRecipient: BOB,
      pool: WORD,
      expiry: String(2n ** 64n - 1n),
      salt: 1,
    }),
  ),
  'a Seaport order that never ends': whole(seaport({ endTime: MOST })),
  'a Seaport order that gives and asks for nothing': whole(seaport({ consideration: [] })),
  'a Seaport order whose price falls to nothing': whole(
    seaport({ consideration: [{ ...asked, startAmount: String(ETHER), endAmount: 0 }] }),
  ),
  'a Seaport order of an item of no kind': blind(seaport({ offer: [{ ...offered, itemType: 6 }] })),
  'a user operation that spends a fortune on gas': whole(
    operation({
      preVerificationGas: '1000000000000',
      gasFees: `0x${'00'.repeat(26)}ffffffffffff`,
    }),
  ),
  'a user operation that deploys at a stranger': blind(operation({ initCode: `${BOB}01` })),
  'a zkSync transaction that spends a fortune on gas': whole(
    zksync({ gasLimit: '1000000000', maxFeePerGas: '1000000000000' }),
  ),
  'a zkSync transaction with code': blind(zksync({ factoryDeps: [`0x${'01'.repeat(32)}`] })),
  'a zkSync transaction to more than an address': blind(zksync({ to: String(2n ** 160n) })),
  'a call for a relayer of everything': whole(meta(polygon(137))),
  'a call for a relayer that nothing explains': blind(meta(polygon(137), Uint8Array.of(1, 2, 3, 4))),
  'Hyperliquid: an agent without a key': whole(
    hyperliquid(AGENT, { agentAddress: `0x${'00'.repeat(20)}`, agentName: 'bot', nonce: 1 }),
  ),
  'Hyperliquid: all trades to an agent': whole(hyperliquid(AGENT, { agentAddress: BOB, agentName: '', nonce: 1 })),
  'Hyperliquid: an agent whose name hides its end': whole(
    hyperliquid(AGENT, { agentAddress: BOB, agentName: 'mine valid_until 1\u202e', nonce: 1 }),
  ),
  'Hyperliquid: a fee of everything': whole(hyperliquid(FEE, { maxFeeRate: '100%', builder: BOB, nonce: 1 })),
  'Hyperliquid: a fee that is no share': blind(hyperliquid(FEE, { maxFeeRate: '1e2%', builder: BOB, nonce: 1 })),
  'Hyperliquid: dollars': whole(hyperliquid(SEND, send)),
  'Hyperliquid: dollars in another spelling': blind(hyperliquid(SEND, { ...send, amount: '5,000' })),
  'Hyperliquid: dollars with zeros before them': blind(hyperliquid(SEND, { ...send, amount: '0005000' })),
  'Hyperliquid: more signatures than signers': blind(
    hyperliquid(SIGNERS, { signers: `{"authorizedUsers":["${BOB}"],"threshold":2}`, nonce: 1 }),
  ),
  'Hyperliquid: no signature': blind(
    hyperliquid(SIGNERS, { signers: `{"authorizedUsers":["${BOB}"],"threshold":0}`, nonce: 1 }),
  ),
  'Hyperliquid: dollars of no amount': blind(hyperliquid(SEND, { ...send, amount: '' })),
  'Hyperliquid: dollars to nothing': blind(hyperliquid(SEND, { ...send, destination: '' })),
  'Hyperliquid: dollars to no address': blind(hyperliquid(SEND, { ...send, destination: 'bob' })),
  'Hyperliquid: on a chain that is neither': blind(hyperliquid(SEND, { ...send, hyperliquidChain: 'mainnet' })),
  'Hyperliquid: at a contract': blind(hyperliquid(SEND, send, { verifyingContract: BOB })),
  'Polymarket: a sign-in with another sentence': whole(
    ofType(
      'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
      { name: 'ClobAuthDomain', version: '1', chainId: 137 },
      { address: OPERATOR, timestamp: '1', nonce: 0, message: 'I give all to BOB' },
    ),
  ),
});
