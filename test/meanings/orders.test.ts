import { blind, corpus, whole } from './corpus.ts';
import { BOB, domain, OPERATOR, ofType, USDC } from './typed-message.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const UNTIL = 1_790_000_000n;

const V2 =
  'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,bytes makerAssetData,bytes takerAssetData,bytes getMakerAmount,bytes getTakerAmount,bytes predicate,bytes permit,bytes interaction)';
const V3 =
  'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)';
const V4 =
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)';
const RFQ =
  'OrderRFQ(uint256 info,address makerAsset,address takerAsset,address maker,address allowedSender,uint256 makingAmount,uint256 takingAmount)';
const trade = {
  makerAsset: USDC,
  takerAsset: WETH,
  maker: OPERATOR,
  makingAmount: '2500000000',
  takingAmount: `1${'0'.repeat(18)}`,
};
const amounts = `${word(2_500_000_000n)}${word(10n ** 18n)}`;
const PROPORTIONAL = { getMakerAmount: `0xf4a215c3${amounts}`, getTakerAmount: `0x296637bf${amounts}` };
const second = (
  change: object = {},
  of = domain('1inch Limit Order Protocol', '0x119c71D3BbAC22029622cbaEc24854d3D32D2828'),
) =>
  ofType(V2, of, {
    ...trade,
    salt: 7,
    receiver: NOBODY,
    allowedSender: NOBODY,
    makerAssetData: '0x',
    takerAssetData: '0x',
    getMakerAmount: '0x',
    getTakerAmount: '0x',
    predicate: `0x63592c2b${word(UNTIL)}`,
    permit: '0x',
    interaction: '0x',
    ...change,
  });
const third = (change: object = {}) =>
  ofType(V3, domain('1inch Aggregation Router', '0x1111111254EEB25477B68fb85Ed929f73A960582'), {
    ...trade,
    salt: 7,
    receiver: NOBODY,
    allowedSender: BOB,
    offsets: 0,
    interactions: '0x',
    ...change,
  });
const fourth = (makerTraits: bigint, change: object = {}) =>
  ofType(V4, domain('1inch Aggregation Router', '0x111111125421cA6dc452d289314280a0f8842A65'), {
    ...trade,
    salt: 7,
    receiver: NOBODY,
    makerTraits: String(makerTraits),
    ...change,
  });
const rfq = (info: bigint) =>
  ofType(RFQ, domain('1inch Aggregation Router', '0x1111111254EEB25477B68fb85Ed929f73A960582'), {
    ...trade,
    info: String(info),
    allowedSender: BOB,
  });

const INFO =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)';
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';
const PERMIT2 = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
const REACTOR = '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4';
const OUTPUT = { token: NOBODY, recipient: OPERATOR };
const order = (
  types: string,
  witness: object,
  { of = PERMIT2, reactor = REACTOR, info = {}, deadline = String(UNTIL) } = {},
) => {
  const name = /(\w+Order)\(/.exec(types)?.[1] ?? '';
  return ofType(
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${name} witness)${types}`,
    of,
    {
      permitted: { token: USDC, amount: '2500000000' },
      spender: reactor,
      nonce: 5,
      deadline,
      witness: {
        info: {
          reactor,
          swapper: OPERATOR,
          nonce: 5,
          deadline,
          additionalValidationContract: NOBODY,
          additionalValidationData: '0x',
          ...info,
        },
        ...witness,
      },
    },
  );
};
const LIMIT = `LimitOrder(OrderInfo info,address inputToken,uint256 inputAmount,OutputToken[] outputs)${INFO}OutputToken(address token,uint256 amount,address recipient)${PERMISSIONS}`;
const DUTCH_OUTPUT = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)';
const DUTCH = `DutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${DUTCH_OUTPUT}${INFO}${PERMISSIONS}`;
const limit = (change: object = {}, around = {}) =>
  order(
    LIMIT,
    { inputToken: USDC, inputAmount: '2500000000', outputs: [{ ...OUTPUT, amount: `1${'0'.repeat(18)}` }], ...change },
    around,
  );

const POLYMARKET =
  'Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)';
const bet = (change: object = {}) =>
  ofType(
    POLYMARKET,
    {
      name: 'Polymarket CTF Exchange',
      version: '2',
      chainId: 137,
      verifyingContract: '0xE111180000d2663C0091e4f400237545B87B996B',
    },
    {
      salt: 1,
      maker: OPERATOR,
      signer: OPERATOR,
      tokenId: '4711',
      makerAmount: '5000000',
      takerAmount: '10000000',
      side: 0,
      signatureType: 0,
      timestamp: 1_760_000_000_000,
      metadata: `0x${'00'.repeat(32)}`,
      builder: `0x${'00'.repeat(32)}`,
      ...change,
    },
  );

const SEAPORT =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const COLLECTION = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const ZERO = `0x${'00'.repeat(32)}`;
const item = (itemType: number, token: string, start: string, end = start, identifierOrCriteria = 0) => ({
  itemType,
  token,
  identifierOrCriteria,
  startAmount: start,
  endAmount: end,
});
const paid = (...given: Parameters<typeof item>) => ({ ...item(...given), recipient: OPERATOR });
const listing = (consideration: readonly object[], offer: object = item(2, COLLECTION, '1', '1', 5)) =>
  whole(
    ofType(SEAPORT, domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'), {
      offerer: OPERATOR,
      zone: NOBODY,
      offer: [offer],
      consideration,
      orderType: 0,
      startTime: 0,
      endTime: String(UNTIL),
      zoneHash: ZERO,
      salt: 1,
      conduitKey: ZERO,
      counter: 0,
    }),
  );
const ETHER = `1${'0'.repeat(18)}`;

corpus('small-returns', {
  'Seaport: an NFT for a price': listing([paid(0, NOBODY, ETHER)]),
  'Seaport: an NFT for a billionth': listing([paid(0, NOBODY, '1000000000')]),
  'Seaport: a price that falls to nothing much': listing([paid(0, NOBODY, ETHER, '5')]),
  'Seaport: an NFT for dust of two tokens': listing([paid(1, USDC, '50'), paid(1, WETH, '1000000')]),
  'Seaport: an NFT for one coin of a token that is not known': listing([paid(1, COLLECTION, '1000')]),
  'Seaport: an NFT for another one, and dust': listing([paid(2, BOB, '1', '1', 7), paid(0, NOBODY, '1')]),
  'Seaport: any item of a collection': listing([paid(0, NOBODY, ETHER)], item(4, COLLECTION, '1')),
  'UniswapX: a limit for dust': whole(limit({ outputs: [{ ...OUTPUT, amount: '1000000' }] })),
  '1inch: an order for dust of a known token': whole(third({ takingAmount: '1000000' })),
  '1inch: an order for a little of a known token': whole(third({ takingAmount: '1000000000000' })),
});

corpus('orders', {
  '1inch, version 2': whole(second(PROPORTIONAL)),
  '1inch, version 2: for one taker, to somebody else': whole(second({ allowedSender: BOB, receiver: BOB })),
  '1inch, version 2: amounts of another getter': blind(
    second({
      ...PROPORTIONAL,
      getTakerAmount: `0x296637bf${word(2_500_000_000n)}${word(1n)}`,
    }),
  ),
  '1inch, version 2: a call after the trade': blind(second({ interaction: `${BOB}01` })),
  '1inch, version 2: a condition that nothing explains': blind(second({ predicate: '0xbfa75143' })),
  '1inch, version 2: no end': whole(second({ predicate: '0x' })),
  '1inch, version 2, at a stranger': blind(second({}, domain('1inch Limit Order Protocol', BOB))),
  '1inch, version 3': whole(third()),
  '1inch, version 3, with interactions': blind(third({ offsets: '1', interactions: '0x01' })),
  '1inch, a price for one taker (RFQ)': whole(rfq((UNTIL << 64n) | 3n)),
  '1inch, a price that never ends': whole(rfq(3n | (1n << 255n))),
  '1inch, a price with bits that mean nothing': blind(rfq((1n << 200n) | (UNTIL << 64n))),
  '1inch, version 4': whole(fourth((UNTIL << 80n) | (9n << 120n))),
  '1inch, version 4, for one taker in one part': whole(
    fourth((UNTIL << 80n) | BigInt.asUintN(80, BigInt(BOB)) | (1n << 255n) | (1n << 248n) | (1n << 247n)),
  ),
  '1inch, version 4, in many parts': whole(fourth((1n << 254n) | (1n << 250n) | (9n << 120n) | (2n << 160n))),
  '1inch, version 4, with a bit that means nothing': blind(fourth((UNTIL << 80n) | (1n << 253n))),
  '1inch, a Fusion order': blind(
    fourth((UNTIL << 80n) | (1n << 249n) | (1n << 251n), {
      salt: String((5n << 160n) | 0xabcdefn),
    }),
  ),
  '1inch, version 4, that asks for nothing': whole(fourth(UNTIL << 80n, { takingAmount: 0 })),
  'UniswapX: a limit': whole(limit()),
  'UniswapX: a token for the same token': whole(limit({ outputs: [{ ...OUTPUT, token: USDC, amount: '1' }] })),
  'UniswapX: a limit at a stranger': blind(limit({}, { reactor: BOB })),
  'UniswapX: a limit on a chain without that reactor': blind(limit({}, { of: { ...PERMIT2, chainId: 8453 } })),
  'UniswapX: a limit that another contract judges': blind(
    limit({}, { info: { additionalValidationContract: BOB, additionalValidationData: '0x01' } }),
  ),
  'UniswapX: a limit that never ends': whole(limit({}, { deadline: String(2n ** 64n) })),
  'UniswapX: a limit whose payment goes to somebody else': whole(
    limit({
      outputs: [{ ...OUTPUT, amount: '1', recipient: BOB }],
    }),
  ),
  'UniswapX: a falling price': whole(
    order(DUTCH, {
      decayStartTime: 1_789_000_000,
      decayEndTime: 1_789_000_600,
      inputToken: USDC,
      inputStartAmount: '2500000000',
      inputEndAmount: '2500000000',
      outputs: [{ ...OUTPUT, startAmount: `11${'0'.repeat(17)}`, endAmount: `1${'0'.repeat(18)}` }],
    }),
  ),
  'UniswapX: a payment that rises from nothing': whole(
    order(DUTCH, {
      decayStartTime: 1_789_000_000,
      decayEndTime: 1_789_000_600,
      inputToken: USDC,
      inputStartAmount: '2500000000',
      inputEndAmount: '2500000000',
      outputs: [{ ...OUTPUT, startAmount: '0', endAmount: `4${'0'.repeat(18)}` }],
    }),
  ),
  'UniswapX: another token than the permit is for': blind(limit({ inputToken: BOB })),
  'UniswapX: more than the permit is for': blind(limit({ inputAmount: '9000000000' })),
  'Polymarket, version 2: shares bought': whole(bet()),
  'Polymarket, version 2: shares sold for nothing': whole(bet({ side: 1, takerAmount: 0, signatureType: 3 })),
  'Polymarket, version 2: neither bought nor sold': blind(bet({ side: 2 })),
  'Polymarket, version 2, with a signature of another kind': blind(bet({ signatureType: 4 })),
});
