/** A message of each known type, with values like real ones. */
import type { MessageRule } from '../../electron/vault/calls/messages/rule.ts';

export const OPERATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const word = (address: string) => `0x${'00'.repeat(12)}${address.slice(2).toLowerCase()}`;
/** 5 USDC to another account. */
const TRANSFER = `0xa9059cbb${word(BOB).slice(2)}${(5_000_000).toString(16).padStart(64, '0')}`;

export interface Typed {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: unknown;
}

const ZERO = `0x${'00'.repeat(20)}`;
const domain = (name: string, verifyingContract?: string, more: object = {}) => ({
  name,
  version: '1',
  chainId: 1,
  ...(verifyingContract === undefined ? {} : { verifyingContract }),
  ...more,
});

/** Domains for which a rule holds. The first one that matches is used. */
const DOMAINS: readonly Readonly<Record<string, unknown>>[] = [
  domain('Permit2', '0x000000000022D473030F116dDEE9F6B43aC78BA3'),
  domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'),
  domain('Gnosis Protocol', '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'),
  domain('1inch Aggregation Router', '0x111111125421cA6dc452d289314280a0f8842A65'),
  domain('1inch Aggregation Router', '0x1111111254EEB25477B68fb85Ed929f73A960582'),
  domain('ZeroEx', '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'),
  domain('Polymarket CTF Exchange', '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E', { chainId: 137 }),
  domain('1inch Limit Order Protocol', '0x119c71D3BbAC22029622cbaEc24854d3D32D2828'),
  domain('Polymarket CTF Exchange', '0xE111180000d2663C0091e4f400237545B87B996B', { version: '2', chainId: 137 }),
  domain('DelegationManager', '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'),
  domain('Calibur', BOB, { version: '1.0.0' }),
  domain('Safe4337Module', '0xa581c4A4DB7175302464fF3C06380BC3270b4037'),
  domain('ERC4337', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'),
  domain('Safe4337Module', '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'),
  domain('HyperliquidSignTransaction', ZERO, { chainId: 42_161 }),
  domain('Exchange', ZERO, { chainId: 1337 }),
  domain('ClobAuthDomain', undefined, { chainId: 137 }),
  domain('Orderly', `0x${'cc'.repeat(20)}`, { version: '1', chainId: 1 }),
  domain('Orderly', '0x6f7a338f2aa472838defd3283eb360d4dff5d203', { version: '1', chainId: 1 }),
  { name: 'snapshot', version: '0.1.4' },
  { name: 'dYdX', version: '1.0', chainId: 1 },
  { name: 'dYdX Chain', chainId: 1 },
  { name: 'GatewayWallet', version: '1' },
  { name: 'ACROSS-V2', version: '1.0.0', chainId: 1 },
  { name: 'zkSync', version: '2', chainId: 324 },
  {
    name: 'Avocado-Multisig',
    version: '1.1.0',
    chainId: 634,
    verifyingContract: BOB,
    salt: '0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6',
  },
  domain('Spend Permission Manager', '0xf85210B21cC50302F477BA56686d2019dC9b67Ad'),
  { name: 'Safe Transaction Service', version: '1.0', chainId: 1 },
  { name: 'Safe Transaction Service', version: '1.0', chainId: 1, verifyingContract: BOB },
  { name: 'Ethereum Vault Connector', chainId: 1, verifyingContract: '0x0C9a3dd6b8F28529d72d7f9cE918D493519EE383' },
];
const ANYWHERE = domain('USD Coin', USDC);

/** Reactors of UniswapX by their kind of order. */
const REACTORS: Readonly<Record<string, readonly [chain: number, reactor: string]>> = {
  LimitOrder: [1, '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4'],
  DutchOrder: [1, '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4'],
  ExclusiveDutchOrder: [1, '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4'],
  V2DutchOrder: [1, '0x00000011F84B9aa48e5f8aA8B9897600006289Be'],
  V3DutchOrder: [1, '0x0000000015757c461808EA25Eb309638B62681cf'],
  PriorityOrder: [8453, '0x000000001Ec5656dcdB24D90DFa42742738De729'],
};

/** Values by the names of members, where a value of the type alone would be blind. */
const VALUES: Readonly<Record<string, unknown>> = {
  operation: 0,
  side: 0,
  data: TRANSFER,
  functionSignature: TRANSFER,
  to: USDC,
  message: '0x68656c6c6f',
  hyperliquidChain: 'Mainnet',
  destination: BOB,
  maxFeeRate: '0.01%',
  token: USDC,
  inputToken: USDC,
  baseInputToken: USDC,
  sourceContract: word('0x77777777dcc4d5a8b6e418fd04d8997ef11000ee'),
  destinationContract: word('0x2222222d7164433c4c09b0b0d809a9b52c04c205'),
  sourceToken: word(USDC),
  destinationRecipient: word(OPERATOR),
  sourceDepositor: word(OPERATOR),
  updatedRecipient: word(OPERATOR),
  txType: 113,
  itemType: 1,
  identifierOrCriteria: 0,
  orderType: 0,
  makerTraits: String((1_900_000_000n << 80n) | 5n),
  info: String((1_900_000_000n << 64n) | 5n),
  additionalValidationContract: ZERO,
  predicate: `0x63592c2b${(1_900_000_000).toString(16).padStart(64, '0')}`,
  authority: `0x${'ff'.repeat(32)}`,
  enforcer: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
  terms: `${USDC}${(5_000_000).toString(16).padStart(64, '0')}`,
  target: USDC,
};
/** USDC on Base. */
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/** 5 USDC. */
const INPUT = '5000000';
/** The same for types whose members mean something else. */
const ORDERLY = { brokerId: 'orderly', chainId: 1 };
/** Shares of the choices of a vote. */
const OF_KIND: Readonly<Record<string, unknown>> = { 'string choice': '{"1":1}' };
const OF_TYPE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Transaction: {
    from: BigInt(OPERATOR).toString(),
    to: BigInt(USDC).toString(),
    paymaster: BigInt(BOB).toString(),
    factoryDeps: [],
    value: '0',
  },
  dYdX: { onlySignOn: 'https://trade.dydx.exchange' },
  Order: { kind: 'sell', sellTokenBalance: 'erc20', buyTokenBalance: 'erc20' },
  // The call inside takes no coins.
  SafeTx: { value: '0' },
  ForwardRequest: { value: '0' },
  RelayRequest: { value: '0' },
  Call: { value: '0' },
  Action: { value: '0' },
  CastParams: { id: 0 },
  // Euler's connector takes calls of its own functions only: here setAccountOperator(address,address,bool).
  'Permit(address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data)':
    { value: '0', data: `0x9f5c462a${word(OPERATOR).slice(2)}${word(BOB).slice(2)}${'1'.padStart(64, '0')}` },
  DelegateByType: { type: 1, delegationType: 1 },
  // An order of UniswapX gives exactly what its permit lets the reactor take.
  TokenPermissions: { amount: INPUT },
  LimitOrder: { inputAmount: INPUT },
  DutchOrder: { inputEndAmount: INPUT },
  ExclusiveDutchOrder: { inputEndAmount: INPUT },
  V2DutchOrder: { baseInputEndAmount: INPUT },
  V3DutchInput: { maxAmount: INPUT },
  PriorityInput: { amount: INPUT },
  SponsoredCallERC2771: { chainId: 1 },
  SponsoredCallConcurrentERC2771: { chainId: 1 },
  CallWithSyncFeeERC2771: { chainId: 1 },
  CallWithSyncFeeConcurrentERC2771: { chainId: 1 },
  TransferSpec: { version: 1, sourceDomain: 0, destinationDomain: 6, destinationToken: word(BASE_USDC) },
  UpdateDepositDetails: { originChainId: 1 },
  Registration: ORDERLY,
  AddOrderlyKey: { ...ORDERLY, orderlyKey: `ed25519:${'8'.repeat(44)}`, scope: 'read,trading' },
  Withdraw: { ...ORDERLY, token: 'USDC' },
  SettlePnl: ORDERLY,
  ClobAuth: { message: 'This message attests that I control the given wallet' },
  'HyperliquidTransaction:SpotSend': { token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054', amount: '5' },
  'HyperliquidTransaction:UsdSend': { amount: '5' },
  'HyperliquidTransaction:Withdraw': { amount: '5' },
  'HyperliquidTransaction:UsdClassTransfer': { amount: '5' },
  'HyperliquidTransaction:SendAsset': {
    sourceDex: '',
    destinationDex: 'spot',
    fromSubAccount: BOB,
    token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054',
    amount: '5',
  },
  'HyperliquidTransaction:UserSetAbstraction': { abstraction: 'unifiedAccount' },
  'HyperliquidTransaction:ConvertToMultiSigUser': {
    signers: `{"authorizedUsers":["${BOB}"],"threshold":1}`,
  },
};

export function messageOf(type: string, rule: MessageRule): Typed {
  const types = Object.fromEntries(
    [...type.matchAll(/([^()]+)\(([^()]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members.split(',').map((member) => {
        const [kind = '', called = ''] = member.split(' ');
        return { name: called, type: kind };
      }),
    ]),
  );
  const primaryType = type.slice(0, type.indexOf('('));
  const [chainId, reactor] = REACTORS[/,(\w+) witness\)/.exec(type)?.[1] ?? ''] ?? [null, null];
  const places = DOMAINS.flatMap((place) => SPENDERS.map((spender) => ({ place, spender })));
  const { place: found, spender } = places.find(
    (each) => rule.isFor?.(asMessage(each.place, type, each.spender)) === true,
  ) ?? { place: ANYWHERE, spender: null };
  let made = 0;
  const exampleOf = (kind: string, name: string, struct: string): unknown => {
    const list = /^(.*)\[(\d*)\]$/.exec(kind);
    const given = OF_TYPE[struct]?.[name] ?? OF_TYPE[type]?.[name] ?? OF_KIND[`${kind} ${name}`];
    if (given !== undefined) return given;
    if (list !== null)
      return Array.from({ length: Number(list[2] || 2) }, () => exampleOf(list[1] ?? '', name, struct));
    const members = types[kind];
    if (members !== undefined)
      return Object.fromEntries(members.map((each) => [each.name, exampleOf(each.type, each.name, kind)]));
    if (spender !== null && name === 'spender') return spender;
    if (reactor !== null && (name === 'spender' || name === 'reactor')) return reactor;
    // Some types have an address where others have it in 32 bytes.
    if (name in VALUES && (kind !== 'address' || String(VALUES[name]).length <= ZERO.length)) return VALUES[name];
    made += 1;
    if (kind === 'address')
      return /^(?:owner|holder|from|maker|offerer|swapper|recipient|authorizer)$/.test(name) ? OPERATOR : BOB;
    if (kind === 'bool') return true;
    if (kind === 'string') return `text ${made}`;
    if (kind === 'bytes') return '0x';
    if (kind.startsWith('bytes')) return `0x${'1f'.repeat(Number(kind.slice('bytes'.length)))}`;
    if (kind === 'uint8') return 1;
    return /time|deadline|expir|until|before|end/i.test(name) ? 1_900_000_000 + made : 1000 + made;
  };
  const message = exampleOf(primaryType, '', '');
  const kinds: Readonly<Record<string, string>> = { chainId: 'uint256', verifyingContract: 'address', salt: 'bytes32' };
  const placed = chainId === null ? found : { ...found, chainId };
  return {
    types: {
      EIP712Domain: Object.keys(placed).map((name) => ({ name, type: kinds[name] ?? 'string' })),
      ...types,
    },
    primaryType,
    domain: placed,
    message,
  };
}

/** The contracts of x402, one of which its messages name. */
const SPENDERS = [
  null,
  '0x402085c248eea27d92e8b30b2c58ed07f9e20001',
  '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002',
] as const;

/** As much of a message as rules ask of its domain and its spender. */
function asMessage(of: Readonly<Record<string, unknown>>, type: string, spender: string | null) {
  const domain = new Map(Object.entries(of).map(([name, value]) => [name, String(value)]));
  const to = domain.get('verifyingContract') ?? null;
  const chain = domain.has('chainId') ? `eip155:${domain.get('chainId')}` : null;
  const values = spender === null ? [] : [{ name: 'spender', value: spender }];
  return { domain, to, chain, type, values } as unknown as Parameters<NonNullable<MessageRule['isFor']>>[0];
}
