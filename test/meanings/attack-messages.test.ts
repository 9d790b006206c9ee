import { hexEncode } from '../../shared/wire/index.ts';
import { blind, corpus, payload, unreadable, whole } from './corpus.ts';
import { encodeCall, multiSend } from './evm-calls.ts';
import { BOB, caseOf, DOMAIN, domain, OPERATOR, ofType, text, USDC } from './typed-message.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = `0x${'00'.repeat(32)}`;
const MOST = String(2n ** 256n - 1n);
const SOON = 1_790_000_000;
const DAY = 86_400;
const usdc = domain('USD Coin', USDC);
const permit2 = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
const hex = (bytes: Uint8Array) => `0x${hexEncode(bytes)}`;

const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const asked = { owner: OPERATOR, spender: BOB, value: '5', nonce: 0, deadline: SOON };
const permit = (change: object, of: object = usdc) => ofType(PERMIT, of, { ...asked, ...change });
/** A message with types that no tool would write. */
const odd = (types: Readonly<Record<string, readonly (readonly [string, string])[]>>, message: object) =>
  caseOf(text(Object.keys(types)[0] ?? '', { EIP712Domain: DOMAIN, ...types }, { domain: usdc, message }));

const BATCH =
  'PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const detail = (change: object = {}) => ({ token: USDC, amount: '5000000', expiration: SOON, nonce: 0, ...change });
const batch = (details: readonly object[], change: object = {}, of: object = permit2) =>
  ofType(BATCH, of, { details, spender: BOB, sigDeadline: SOON, ...change });
const TRANSFERS =
  'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)';
const transfers = (permitted: readonly object[]) =>
  ofType(TRANSFERS, permit2, { permitted, spender: BOB, nonce: 0, deadline: SOON });

const SEAPORT =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const offered = { itemType: 2, token: BOB, identifierOrCriteria: '5', startAmount: 1, endAmount: 1 };
const price = {
  ...{ itemType: 0, token: NOBODY, identifierOrCriteria: 0, recipient: OPERATOR },
  ...{ startAmount: '1000000000000000000', endAmount: '1000000000000000000' },
};
const order = (change: object = {}) => ({
  ...{ offerer: OPERATOR, zone: NOBODY, offer: [offered], consideration: [price], orderType: 0 },
  ...{ startTime: 0, endTime: SOON, zoneHash: WORD, salt: 0, conduitKey: WORD, counter: 0, ...change },
});
const seaportAt = { ...domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'), version: '1.6' };
const seaport = (change: object) => ofType(SEAPORT, seaportAt, order(change));

const SAFE =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
const safe = (change: object) =>
  ofType(
    SAFE,
    { chainId: 1, verifyingContract: BOB },
    {
      ...{ to: BOB, value: 0, data: '0x', operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0 },
      ...{ gasToken: NOBODY, refundReceiver: NOBODY, nonce: 0, ...change },
    },
  );
const MULTI_SEND = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526';
const approve = encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 2n ** 256n - 1n });
const hyperliquid = (type: string, message: object) =>
  ofType(
    `HyperliquidTransaction:${type}`,
    { name: 'HyperliquidSignTransaction', version: '1', chainId: 42161, verifyingContract: NOBODY },
    { hyperliquidChain: 'Mainnet', ...message },
  );
const authorization = (json: object) =>
  payload('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', JSON.stringify(json), { signWith: OPERATOR });

corpus('attack-messages', {
  'a message with a member that its type does not have': blind(permit({ receiver: BOB })),
  'an amount as a number beyond what JSON readers hold': unreadable(permit({ value: 1e21 })),
  'an amount in hexadecimal digits': whole(permit({ value: '0x05' })),
  'an amount with an exponent': unreadable(permit({ value: '5e18' })),
  'an amount with a sign': unreadable(permit({ value: '+5' })),
  'an amount with a space': unreadable(permit({ value: ' 5' })),
  'an amount below zero': unreadable(permit({ value: '-1' })),
  'an amount of one bit too many': unreadable(permit({ value: String(2n ** 256n) })),
  'an amount that is a boolean': unreadable(permit({ value: true })),
  'a chain in hexadecimal digits': whole(permit({}, { ...usdc, chainId: '0x1' })),
  'a chain beyond 64 bits': whole(permit({}, { ...usdc, chainId: String(2n ** 64n) })),
  'a spender as a number': unreadable(permit({ spender: BigInt(BOB).toString() })),
  'a spender of a byte less': unreadable(permit({ spender: BOB.slice(0, -2) })),
  'a spender as an ICAP address': unreadable(permit({ spender: 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS' })),
  'a domain with a salt more': whole(permit({}, { ...usdc, salt: WORD })),
  'a type with the name of an atom': unreadable(
    odd({ Permit: [['owner', 'address']], address: [['x', 'uint256']] }, { owner: OPERATOR }),
  ),
  'a type that holds itself': unreadable(odd({ Permit: [['inner', 'Permit']] }, { inner: {} })),
  'a type with a member twice': unreadable(
    odd(
      {
        Permit: [
          ['a', 'uint256'],
          ['a', 'uint256'],
        ],
      },
      { a: 1 },
    ),
  ),
  'a type with a member of the prototype': blind(
    odd({ Permit: [['__proto__', 'uint256']] }, JSON.parse('{"__proto__":5}')),
  ),
  'a list of a fixed length with an item more': unreadable(
    odd({ Pay: [['to', 'address[1]']] }, { to: [BOB, OPERATOR] }),
  ),
  'a word of a byte': unreadable(odd({ Vote: [['choice', 'bytes32']] }, { choice: '0x01' })),
  'a text that is a number': unreadable(odd({ Mail: [['text', 'string']] }, { text: 5 })),
  'a boolean that is a text': unreadable(odd({ Mail: [['yes', 'bool']] }, { yes: 'false' })),
  'a type without a member': blind(odd({ Agree: [] }, {})),

  'Permit2: the same token twice': whole(batch([detail(), detail({ amount: String(2n ** 160n - 1n) })])),
  'Permit2: an allowance that ends at once, and one that has ended': whole(
    batch([detail({ expiration: 0 }), detail({ expiration: 1 })]),
  ),
  'Permit2: an allowance for the token itself': whole(batch([detail()], { spender: USDC })),
  'Permit2: an allowance for Permit2': whole(batch([detail()], { spender: permit2.verifyingContract })),
  'Permit2: an allowance of no address as the token': whole(batch([detail({ token: NOBODY })])),
  'Permit2: a batch at a stranger': blind(batch([detail()], {}, { ...permit2, verifyingContract: BOB })),
  'Permit2: a batch on a chain that is not named': whole(
    batch([detail()], {}, { name: 'Permit2', verifyingContract: permit2.verifyingContract }),
  ),
  'Permit2: a transfer of nothing beside one of everything': whole(
    transfers([
      { token: USDC, amount: 0 },
      { token: BOB, amount: MOST },
    ]),
  ),

  'Seaport: a counter beyond all': whole(seaport({ counter: MOST })),
  'Seaport: a zone that decides': whole(seaport({ zone: BOB, orderType: 2, zoneHash: `0x${'01'.repeat(32)}` })),
  'Seaport: a contract order': blind(seaport({ orderType: 4 })),
  'Seaport: any item of a collection for a price': whole(
    seaport({
      offer: [{ ...offered, itemType: 4, identifierOrCriteria: 0 }],
    }),
  ),
  'Seaport: one of a list of items that is not shown': whole(
    seaport({
      offer: [{ ...offered, itemType: 4, identifierOrCriteria: MOST }],
    }),
  ),
  'Seaport: a conduit that nobody knows': whole(seaport({ conduitKey: `0x${'07'.repeat(32)}` })),
  'Seaport: an order of somebody else': whole(seaport({ offerer: BOB })),
  'Seaport: coins with a token': blind(seaport({ consideration: [{ ...price, token: USDC }] })),
  'Seaport: coins with an identifier': blind(seaport({ consideration: [{ ...price, identifierOrCriteria: 5 }] })),
  'Seaport: a price that rises': whole(seaport({ consideration: [{ ...price, endAmount: '9000000000000000000' }] })),
  'Seaport: an item of ERC-721 twice over': whole(seaport({ offer: [{ ...offered, startAmount: 2, endAmount: 2 }] })),
  'Seaport: offered coins': blind(seaport({ offer: [{ ...offered, itemType: 0, token: NOBODY }] })),
  'Seaport: two orders at once': whole(
    ofType(
      `BulkOrder(OrderComponents[2] tree)${SEAPORT.slice(SEAPORT.indexOf('ConsiderationItem('), SEAPORT.indexOf('OfferItem(uint8'))}${SEAPORT.slice(SEAPORT.indexOf('OfferItem(uint8'))}${SEAPORT.slice(0, SEAPORT.indexOf(')') + 1)}`,
      seaportAt,
      { tree: [order(), order({ consideration: [{ ...price, startAmount: 1, endAmount: 1 }] })] },
    ),
  ),
  'a root of orders that are not shown': blind(
    ofType(
      'Root(bytes32 root)',
      { name: 'Blur Exchange', version: '1.0', chainId: 1, verifyingContract: BOB },
      { root: WORD },
    ),
  ),

  'Safe: several calls that make several calls': whole(
    safe({
      ...{ to: MULTI_SEND, operation: 1 },
      data: hex(multiSend([MULTI_SEND, 0n, multiSend([USDC, 0n, approve])])),
    }),
  ),
  'Safe: several calls of which one is the Safe itself': whole(
    safe({
      ...{ to: MULTI_SEND, operation: 1 },
      data: hex(multiSend([BOB, 0n, encodeCall('enableModule(address module)', OPERATOR)])),
    }),
  ),
  'Safe: several calls without one': blind(safe({ to: MULTI_SEND, operation: 1, data: hex(multiSend()) })),
  'Safe: several calls, sent with coins': blind(
    safe({
      to: MULTI_SEND,
      operation: 1,
      value: '5',
      data: hex(multiSend([USDC, 5n, approve])),
    }),
  ),

  'Hyperliquid: an action of which only the hash is there': blind(
    ofType(
      'Agent(string source,bytes32 connectionId)',
      { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: NOBODY },
      { source: 'a', connectionId: `0x${'11'.repeat(32)}` },
    ),
  ),
  'Hyperliquid: several signers for a hash': blind(
    hyperliquid('SendMultiSig(string hyperliquidChain,bytes32 multiSigActionHash,uint64 nonce)', {
      multiSigActionHash: WORD,
      nonce: 1_745_383_555_000,
    }),
  ),
  'Hyperliquid: a withdrawal to somebody': whole(
    hyperliquid('Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)', {
      destination: BOB.toLowerCase(),
      amount: '5',
      time: 1_745_383_555_000,
    }),
  ),
  'Hyperliquid: a withdrawal to a name': blind(
    hyperliquid('Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)', {
      destination: 'bob.hl',
      amount: '5',
      time: 1_745_383_555_000,
    }),
  ),
  'Hyperliquid: an amount with an exponent': blind(
    hyperliquid('UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)', {
      destination: BOB.toLowerCase(),
      amount: '5e3',
      time: 1_745_383_555_000,
    }),
  ),
  'Hyperliquid: stake for a validator': whole(
    hyperliquid('TokenDelegate(string hyperliquidChain,address validator,uint64 wei,bool isUndelegate,uint64 nonce)', {
      validator: BOB,
      wei: '100000000',
      isUndelegate: false,
      nonce: 1_745_383_555_000,
    }),
  ),
  'dYdX: keys made from a signature': whole(
    ofType(
      'dYdX(string action,string onlySignOn)',
      { name: 'dYdX', version: '1.0', chainId: 1 },
      { action: 'dYdX STARK Key', onlySignOn: 'https://trade.dydx.exchange' },
    ),
  ),
  'dYdX: a key of the chain': whole(
    ofType('dYdX(string action)', { name: 'dYdX Chain', chainId: 1 }, { action: 'dYdX Chain Onboarding' }),
  ),
  'Cosmos in typed data': blind(
    ofType(
      'Tx(string account_number,string chain_id,Fee fee,string memo,Msg[] msgs,string sequence,string timeout_height)Coin(string denom,string amount)Fee(Coin[] amount,string gas)Msg(string type,MsgValue value)MsgValue(string from_address,string to_address,TypeAmount[] amount)TypeAmount(string denom,string amount)',
      { name: 'Injective Web3', version: '1.0.0', chainId: 1, verifyingContract: NOBODY },
      {
        ...{ account_number: '7', chain_id: 'injective-1', fee: { amount: [], gas: '200000' }, memo: '' },
        msgs: [
          {
            type: 'cosmos-sdk/MsgSend',
            value: { from_address: 'inj1a', to_address: 'inj1b', amount: [{ denom: 'inj', amount: '5' }] },
          },
        ],
        ...{ sequence: '3', timeout_height: '0' },
      },
    ),
  ),
  'a vote outside a chain': whole(
    ofType(
      'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata)',
      { name: 'snapshot', version: '0.1.4' },
      {
        from: OPERATOR,
        space: 'ens.eth',
        timestamp: 1_745_383_555,
        proposal: WORD,
        choice: 1,
        reason: '',
        app: '',
        metadata: '{}',
      },
    ),
  ),
  'a session of an account': blind(
    ofType(
      'EnableSession(address account,bytes32 permissionId,address[] policies,uint48 validUntil)',
      { name: 'SmartSession', version: '1', chainId: 1, verifyingContract: BOB },
      { account: OPERATOR, permissionId: WORD, policies: [], validUntil: SOON + DAY },
    ),
  ),
  'DAI: an allowance of everything without an end': whole(
    ofType(
      'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
      {
        name: 'Dai Stablecoin',
        version: '1',
        chainId: 1,
        verifyingContract: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      },
      { holder: OPERATOR, spender: BOB, nonce: 0, expiry: 0, allowed: true },
    ),
  ),
  'DAI: an allowance taken back': whole(
    ofType(
      'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
      {
        name: 'Dai Stablecoin',
        version: '1',
        chainId: 1,
        verifyingContract: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      },
      { holder: OPERATOR, spender: BOB, nonce: 0, expiry: 0, allowed: false },
    ),
  ),

  'an authorization (EIP-7702) with the nonce that is never used': unreadable(
    authorization({
      chainId: 1,
      address: BOB,
      nonce: String(2n ** 64n - 1n),
    }),
  ),
  'an authorization (EIP-7702) with a signature in it': unreadable(
    authorization({
      chainId: 1,
      address: BOB,
      nonce: 0,
      yParity: 0,
      r: WORD,
      s: WORD,
    }),
  ),
  'an authorization (EIP-7702) on a chain beyond 64 bits': unreadable(
    authorization({
      chainId: String(2n ** 64n),
      address: BOB,
      nonce: 0,
    }),
  ),
  'an authorization (EIP-7702) to oneself': whole(authorization({ chainId: 1, address: OPERATOR, nonce: 0 })),
  'an authorization (EIP-7702) to a contract of the chain itself': whole(
    authorization({
      chainId: 1,
      address: `0x${'0'.repeat(39)}1`,
      nonce: 0,
    }),
  ),
});
