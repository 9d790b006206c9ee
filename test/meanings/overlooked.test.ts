/** Contents whose words were once too weak: limits that are none in practice, and effects beside the named one. */
import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { keccak256 } from '../../electron/crypto/keccak.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { SIGNER, solanaSignIn } from '../unit/crypto/payloads/forms/builder.ts';
import { type Field, OWNER, rawText, TARGET } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, payload, transaction, whole } from './corpus.ts';
import { ALICE, CONTRACT, calling, described, encodeCall, USDT } from './evm-calls.ts';
import { type Named, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';
import { BOB, domain, OPERATOR, ofType, USDC } from './typed-message.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const SOON = 1_790_000_000;
const SOME_BILLIONS = 10n ** 17n;
const usdc = domain('USD Coin', USDC);
const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const permit = (value: bigint, of: object = usdc) =>
  ofType(PERMIT, of, { owner: OPERATOR, spender: BOB, value: String(value), nonce: 0, deadline: SOON });
const PERMIT2 = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
const single = (amount: bigint) =>
  ofType(
    'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
    PERMIT2,
    {
      details: { token: USDC, amount: String(amount), expiration: SOON, nonce: 0 },
      ...{ spender: BOB, sigDeadline: SOON },
    },
  );
const zksync = (paymasterInput: Uint8Array) =>
  ofType(
    'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput)',
    { name: 'zkSync', version: '2', chainId: 324 },
    {
      ...{ txType: 113, from: BigInt(OPERATOR).toString(), to: BigInt(BOB).toString(), gasLimit: 1 },
      ...{ gasPerPubdataByteLimit: 1, maxFeePerGas: 1, maxPriorityFeePerGas: 0, nonce: 0, value: 0, data: '0x' },
      ...{ paymaster: BigInt(BOB).toString(), factoryDeps: [], paymasterInput: `0x${hexEncode(paymasterInput)}` },
    },
  );
const approve = (amount: bigint, to = USDC) =>
  calling(encodeCall('approve(address spender, uint256 amount)', { spender: ALICE, amount }), { to });
const call = (signature: string, values: unknown, to = CONTRACT) => calling(encodeCall(signature, values), { to });

const [ALICE_OF_SOLANA, SOURCE, BUFFER, PROGRAM] = [0x41, 0x51, 0x52, 0x57].map(someone) as [
  string,
  string,
  string,
  string,
];
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const solana = (program: string, data: string, ...accounts: Named[]) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf([{ program, accounts, data }]));
const allowed = (units: bigint) =>
  solana(PROGRAMS.token, `0d${u64(units)}06`, [SOURCE, 'w'], MINT, ALICE_OF_SOLANA, [PAYER, 'sw']);

/** An authorization that the second of Anvil's accounts signs. */
const CODE = '63c0c19a282a1b52b07dd5a65b58948a07dae32b';
function authorization(): RlpItem {
  const said = [numberBytes(1n), hexDecode(CODE), numberBytes(3n)];
  const key = hexDecode('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
  const { r, s, recovery } = signDigest('CURVE_SECP256K1', key, keccak256(Uint8Array.of(5, ...rlpEncode(said))));
  return [...said, numberBytes(BigInt(recovery)), r, s];
}
const delegating = (data: Uint8Array) =>
  transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `04${hexEncode(
      rlpEncode([
        ...[1n, 7n, 10n ** 9n, 32n * 10n ** 9n, 90_000n].map(numberBytes),
        ...[hexDecode(BOB.slice(2)), numberBytes(0n), data, []],
        [authorization()],
      ]),
    )}`,
    OPERATOR,
  );

const tron = (memo: string | Uint8Array) =>
  transaction(
    'TRANSACTION_TYPE_TRON',
    rawText({
      ...{ name: 'TransferContract', type: 1, raw: [[10, memo]] },
      value: [
        [1, OWNER],
        [2, TARGET],
        [3, 5],
      ],
    }),
  );
const active = (operations: Uint8Array) => {
  const keys: Field = [
    7,
    [
      [1, OWNER],
      [2, 1],
    ],
  ];
  return transaction(
    'TRANSACTION_TYPE_TRON',
    rawText({
      ...{ name: 'AccountPermissionUpdateContract', type: 46 },
      value: [
        [1, OWNER],
        [2, [[3, 'owner'], [4, 1], keys]],
        [4, [[1, 2], [2, 2], [3, 'active'], [4, 1], [6, operations], keys]],
      ],
    }),
  );
};

const text = (written: string, signWith = SIGNER) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', written, { signWith, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });
const aptos = (address: string, application: string, message = 'hello') =>
  text(`APTOS\naddress: ${address}\napplication: ${application}\nchainId: 1\nmessage: ${message}\nnonce: 1`, APTOS);
const APTOS = `0x${'ab'.repeat(32)}`;
const signIn = (host: string) => text(solanaSignIn({ 'service.example': host, 'service.example/': `${host}/` }));
const dydx = (onlySignOn: string) =>
  ofType(
    'dYdX(string action,string onlySignOn)',
    { name: 'dYdX', version: '1.0', chainId: 1 },
    { action: 'dYdX STARK Key', onlySignOn },
  );
const hyperliquid = (type: string, message: object) =>
  ofType(
    `HyperliquidTransaction:${type}`,
    { name: 'HyperliquidSignTransaction', version: '1', chainId: 42161, verifyingContract: NOBODY },
    { hyperliquidChain: 'Mainnet', nonce: 1, ...message },
  );
const otc = (expiry: bigint) =>
  ofType(
    'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    domain('ZeroEx', '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'),
    {
      ...{ makerToken: USDC, takerToken: USDT, makerAmount: 5_000_000, takerAmount: 5_000_000 },
      ...{ maker: OPERATOR, taker: NOBODY, txOrigin: BOB, expiryAndNonce: String((expiry << 192n) | 1n) },
    },
  );
/** A power of MetaMask's framework over one token, until a time. */
const delegation = (until: number) =>
  ofType(
    'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
    {
      ...{ name: 'DelegationManager', version: '1', chainId: 1 },
      verifyingContract: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
    },
    {
      ...{ delegate: BOB, delegator: OPERATOR, authority: `0x${'ff'.repeat(32)}`, salt: 0 },
      caveats: [
        {
          enforcer: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
          terms: `${USDC}${(5_000_000).toString(16).padStart(64, '0')}`,
        },
        {
          enforcer: '0x1046bb45C8d673d4ea75321280DB34899413c069',
          terms: `0x${until.toString(16).padStart(64, '0')}`,
        },
      ],
    },
  );
/** An order that only a descriptor of the registry explains. */
const order = (change: object) =>
  ofType(
    'OrderStructure(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    {
      ...{ name: '1inch Limit Order Protocol', version: '2', chainId: 1 },
      verifyingContract: '0x119c71D3BbAC22029622cbaEc24854d3D32D2828',
    },
    {
      ...{ salt: 1, maker: OPERATOR, receiver: OPERATOR, makerAsset: USDC, takerAsset: USDT },
      ...{ makingAmount: 5_000_000, takingAmount: 5_000_000, makerTraits: 0, ...change },
    },
  );
const forAll = (approved: boolean) =>
  ofType('PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)', domain('NFT', CONTRACT), {
    ...{ operator: BOB, approved, nonce: 0, deadline: SOON },
  });
const agent = (agentName: string) =>
  hyperliquid('ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)', {
    ...{ agentAddress: BOB, agentName },
  });

corpus('overlooked', {
  'a permit of more dollars than there are': whole(permit(SOME_BILLIONS)),
  'a permit of nearly as many dollars': whole(permit(SOME_BILLIONS - 1n)),
  'a permit of more units than an unknown token has': whole(permit(10n ** 36n, domain('X', BOB))),
  'a permit of an unknown type, of more dollars than there are': blind(
    ofType(PERMIT.replace(')', ',uint256 more)'), usdc, {
      ...{ owner: OPERATOR, spender: BOB, value: String(SOME_BILLIONS), nonce: 0, deadline: SOON, more: 1 },
    }),
  ),
  'a Permit2 allowance of more dollars than there are': whole(single(SOME_BILLIONS)),
  'an approval of more dollars than there are': whole(approve(SOME_BILLIONS)),
  'an approval of more dollars than there are, of another token': whole(approve(10n ** 19n, USDT)),
  'an approval of more units than an unknown token has': whole(approve(10n ** 37n, CONTRACT)),
  'an increase of an allowance by more dollars than there are': whole(
    call('increaseAllowance(address spender, uint256 amount)', { spender: ALICE, amount: SOME_BILLIONS }, USDC),
  ),
  'a credit of more units than an unknown token has': whole(
    ofType('DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)', domain('Debt', BOB), {
      ...{ delegatee: BOB, value: String(10n ** 36n), nonce: 0, deadline: SOON },
    }),
  ),
  'a fee in tokens of zkSync that is all of them': whole(
    zksync(
      encodeCall('approvalBased(address token, uint256 minAllowance, bytes input)', {
        token: '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4',
        minAllowance: SOME_BILLIONS,
        input: new Uint8Array(),
      }),
    ),
  ),
  'one byte for the contract that pays the fee of zkSync': blind(
    zksync(encodeCall('general(bytes input)', Uint8Array.of(1))),
  ),
  'Solana: an allowance of more dollars than there are': whole(allowed(SOME_BILLIONS)),
  'Solana: an allowance of nearly as many dollars': whole(allowed(SOME_BILLIONS - 1n)),

  'an account that is given to a contract, and a call of nothing': whole(delegating(new Uint8Array())),
  'an account that is given to a contract, and a call of it': blind(
    delegating(encodeCall('transfer(address to, uint256 amount)', { to: ALICE, amount: 5n })),
  ),
  'a memo of Tempo at a contract that nobody knows': blind(
    call('transferWithMemo(address to, uint256 amount, bytes32 memo)', {
      ...{ to: ALICE, amount: 5n, memo: new Uint8Array(32) },
    }),
  ),
  'tokens of Tempo that a contract makes that nobody knows': blind(
    call('mintWithMemo(address to, uint256 amount, bytes32 memo)', {
      ...{ to: ALICE, amount: 5n, memo: new Uint8Array(32) },
    }),
  ),
  'tokens of Tempo that are destroyed at a contract that nobody knows': blind(
    call('burnWithMemo(uint256 amount, bytes32 memo)', { amount: 5n, memo: new Uint8Array(32) }),
  ),
  'tokens of Tempo at a contract of another chain with such an address': blind(
    call(
      'transferFromWithMemo(address from, address to, uint256 amount, bytes32 memo)',
      { from: ALICE, to: BOB, amount: 5n, memo: new Uint8Array(32) },
      `0x20c0${'00'.repeat(17)}55`,
    ),
  ),

  'Solana: a program replaced, and what its buffer holds for somebody else': whole(
    solana(
      PROGRAMS.loader,
      u32(3),
      [SOURCE, 'w'],
      [PROGRAM, 'w'],
      [BUFFER, 'w'],
      [ALICE_OF_SOLANA, 'w'],
      'SysvarRent111111111111111111111111111111111',
      'SysvarC1ock11111111111111111111111111111111',
      [PAYER, 'sw'],
    ),
  ),
  'Solana: a buffer closed for its authority': whole(
    solana(PROGRAMS.loader, u32(5), [SOURCE, 'w'], [PAYER, 'sw'], [PAYER, 'sw']),
  ),
  'Solana: a buffer closed without an authority': whole(
    solana(PROGRAMS.loader, u32(5), [SOURCE, 'w'], [ALICE_OF_SOLANA, 'w']),
  ),

  'Tron: a memo of digits': whole(tron('610762')),
  'Tron: a memo of bytes that spell the same digits': blind(tron(hexDecode('610762'))),
  'Tron: a memo of two lines': blind(tron('invoice 5\nsend back')),
  'Tron: a permission for everything': whole(active(new Uint8Array(32).fill(0xff))),
  'Tron: a permission for nearly everything': whole(active(new Uint8Array(32).fill(0xff).with(31, 0xfe))),
  'Tron: a permission for some kinds that nobody knows': whole(active(new Uint8Array(32).with(31, 0x81))),

  'a sign-in to a domain that begins like another': whole(signIn('uniswap.org.evil.example')),
  'a sign-in to a domain that goes on with a hyphen': whole(signIn('app.uniswap.org-login.com')),
  'a sign-in to a domain of a country': whole(signIn('www.shop.com.br')),
  'a sign-in to a domain below another': whole(signIn('login.app.example.com')),
  'a Bitcoin message, whose length is a character': whole(
    payload('PAYLOAD_ENCODING_TEXT_UTF8', '\u0018Bitcoin Signed Message:\n\u0005hello', {
      ...{ signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_SHA256' },
    }),
  ),
  'a Bitcoin message with a mark that turns it': whole(
    payload('PAYLOAD_ENCODING_TEXT_UTF8', '\u0018Bitcoin Signed Message:\n\u0007he\u202ell', {
      ...{ signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_SHA256' },
    }),
  ),
  'Aptos: a message for another account': whole(aptos('0x1', 'https://app.example')),
  'Aptos: a message for the account': whole(aptos(APTOS, 'https://app.example')),
  'Aptos: a message for an application that begins like another': whole(aptos(APTOS, 'https://aave.com.evil.example')),
  'Aptos: a sign-in to another domain than the application': whole(
    aptos(APTOS, 'https://evil.example', `app.example wants you to sign in with your Aptos account:\n${APTOS}`),
  ),

  'dYdX: keys for its own page': whole(dydx('https://trade.dydx.exchange')),
  'dYdX: keys for another page': blind(dydx('https://evil.example')),
  'dYdX: keys for a page that begins like its own': blind(dydx('https://trade.dydx.exchange.evil.example')),
  'a delegation that has ended': whole(delegation(1000)),
  'a delegation that ends in two hundred years': whole(delegation(7_258_118_400)),
  'a described order for its maker': whole(order({})),
  'a described order whose proceeds go to somebody else': whole(order({ receiver: BOB })),
  'a described order that asks for nothing': whole(order({ takingAmount: 0 })),
  '0x: a price that ends': whole(otc(BigInt(SOON))),
  '0x: a price that never ends': whole(otc((1n << 64n) - 1n)),
  'a session whose limit is off': blind(
    ofType(
      'Session(address sessionKey,Limit limit,uint256 nonce)Limit(bool enabled,uint256 amount)',
      domain('Sessions', CONTRACT),
      { sessionKey: BOB, limit: { enabled: false, amount: 0 }, nonce: 0 },
    ),
  ),
  'two operators, of which one is taken back': blind(
    ofType(
      'Operators(Operator[] operators,uint256 nonce)Operator(address operator,bool approved)',
      domain('Operators', CONTRACT),
      {
        operators: [
          { operator: ALICE, approved: false },
          { operator: BOB, approved: true },
        ],
        nonce: 0,
      },
    ),
  ),
  'all NFTs to an operator': whole(forAll(true)),
  'all NFTs taken back from an operator': whole(forAll(false)),
  '1inch: a swap for a token that a pool decides': whole(described('1inch/calldata-AggregationRouterV6', 'unoswap')),
  'StarkGate: a deposit for an account of Starknet': whole(
    described('starkgate/calldata-StarkGate-STRK', 'deposit', {
      change: { l2Recipient: 0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7n },
    }),
  ),
  'Hyperliquid: an agent that ends': whole(agent('bot valid_until 1760000000000')),
  'Hyperliquid: an agent that has ended': whole(agent('bot valid_until 1000')),
  'Hyperliquid: an agent that ends in a word': whole(agent('bot valid_until soon')),
  'Hyperliquid: the others sign no longer': whole(
    hyperliquid('ConvertToMultiSigUser(string hyperliquidChain,string signers,uint64 nonce)', { signers: 'null' }),
  ),
});
