/** Orders of 1inch, 0x, UniswapX and Polymarket, and the logins of dYdX and Polymarket. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { row, untilText } from '../../../crypto/index.ts';
import { type Arguments, isNobody, listed } from '../standard.ts';
import { PERMIT2, TOKEN_PERMISSIONS } from './permits.ts';
import {
  accountOr,
  at,
  blindFinding,
  handedIn,
  type MessageRule,
  named,
  nothingInReturn,
  powerFinding,
  sixDecimals,
} from './rule.ts';

/** The members of an order that one account makes and another one takes. */
interface Limit {
  readonly gives: readonly [amount: string, token: string];
  readonly gets: readonly [amount: string, token: string];
  readonly receiver: string | null;
}

function limitRows(of: Arguments, limit: Limit): readonly DecodedField[] {
  return [
    row('You give', of.tokens(...limit.gives), 'amount'),
    row('You get at least', of.tokens(...limit.gets), 'amount'),
    ...(limit.receiver === null ? [] : [row('Recipient', accountOr(of, limit.receiver), 'address')]),
  ];
}

function limitText(of: Arguments, limit: Limit): string {
  const to = limit.receiver === null ? '' : `, to ${accountOr(of, limit.receiver)}`;
  return `Sell ${of.tokens(...limit.gives)} for at least ${of.tokens(...limit.gets)}${to}`;
}

function nothingBack(of: Arguments, { gets: [amount] }: Limit, basis: string): Finding[] {
  return of.number(amount) > 0n ? [] : [nothingInReturn(amount, basis)];
}

const INCH = '1inch Limit Order Protocol';
const INCH_V6: Limit = {
  gives: ['makingAmount', 'makerAsset'],
  gets: ['takingAmount', 'takerAsset'],
  receiver: 'receiver',
};
/** Bits of makerTraits: code of an extension runs, before or after the trade too, and may give other amounts. */
const INCH_HIDDEN = (1n << 249n) | (1n << 251n) | (1n << 252n);
const INCH_UNTIL = { shift: 80n, mask: (1n << 40n) - 1n };

const ZERO_EX = '0x Protocol';
const ZERO_EX_PROXIES = [
  '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
  '0xdef1abe32c034e558cdd535791643c58a13acc10',
  '0xdef189deaef76e379df891899eb5a00a94cbc250',
];
const ZERO_EX_LIMIT: Limit = {
  gives: ['makerAmount', 'makerToken'],
  gets: ['takerAmount', 'takerToken'],
  receiver: null,
};
const zeroEx = (signature: string, expiry: (of: Arguments) => bigint): MessageRule => ({
  signature,
  basis: ZERO_EX,
  ...at(...ZERO_EX_PROXIES),
  does: (of) => limitText(of, ZERO_EX_LIMIT),
  rows: (of) => [
    ...limitRows(of, ZERO_EX_LIMIT),
    row('Who may take it', isNobody(of.text('taker')) ? 'anybody' : of.text('taker'), 'address'),
    row('Valid until', untilText(expiry(of)), 'time'),
  ],
  findings: (of) => [...handedIn('settle it', ZERO_EX), ...nothingBack(of, ZERO_EX_LIMIT, ZERO_EX)],
});

const UNISWAP_X = 'UniswapX';
const ORDER_INFO =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)';
const DUTCH_OUTPUT = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)';
/** The amount that is paid falls from the start amount to the end amount, so the end amount is the least. */
const outputText = (of: Arguments) => `${of.tokens('endAmount', 'token')} for ${of.text('recipient')}`;

/**
 * A Permit2 transfer whose witness is an order. The spender alone decides whether it keeps to the order, so that any other spender than
 * a reactor of UniswapX makes the message blind.
 */
const dutch = (order: string, outputs: string, types: string, reactors: readonly string[]): MessageRule => ({
  signature: `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${order} witness)${types}`,
  basis: UNISWAP_X,
  ...at(PERMIT2),
  does: (of) =>
    `Let ${of.text('spender')} take up to ${of.within('permitted').tokens('amount', 'token')} for at least ${listed(of.within('witness').each(outputs).map(outputText)) || 'nothing'}`,
  rows: (of) => [
    row('You give at most', of.within('permitted').tokens('amount', 'token'), 'amount'),
    ...of
      .within('witness')
      .each(outputs)
      .map((output) => row('Is paid at least', outputText(output))),
    row('Valid until', untilText(of.number('deadline')), 'time'),
  ],
  findings: (of) => [
    ...handedIn('settle it', UNISWAP_X),
    ...(reactors.includes(of.text('spender').toLowerCase()) &&
    of.within('witness').within('info').text('reactor') === of.text('spender')
      ? []
      : [
          blindFinding(
            of,
            'The spender is no reactor of UniswapX, and may take the tokens without keeping to the order.',
            { field: 'spender', basis: UNISWAP_X },
          ),
        ]),
    ...(of.within('witness').each(outputs).length > 0 ? [] : [nothingInReturn('witness', UNISWAP_X)]),
  ],
});

const POLYMARKET = 'Polymarket';

export const EXCHANGES: readonly MessageRule[] = [
  {
    signature:
      'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    basis: INCH,
    ...at('0x111111125421ca6dc452d289314280a0f8842a65'),
    does: (of) => limitText(of, INCH_V6),
    rows: (of) => {
      const until = (of.number('makerTraits') >> INCH_UNTIL.shift) & INCH_UNTIL.mask;
      return [
        ...limitRows(of, INCH_V6),
        row('Valid until', until === 0n ? 'no end' : untilText(until), 'time'),
        row('Maker traits', of.text('makerTraits')),
      ];
    },
    findings: (of) => [
      ...handedIn('settle it', INCH),
      ...nothingBack(of, INCH_V6, INCH),
      ...((of.number('makerTraits') & INCH_HIDDEN) === 0n
        ? []
        : [
            blindFinding(
              of,
              'Its extension is known by its hash only: it can set other amounts and make other calls.',
              { field: 'makerTraits', basis: INCH },
            ),
          ]),
    ],
  },
  zeroEx(
    'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
    (of) => of.number('expiry'),
  ),
  zeroEx(
    'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)',
    (of) => of.number('expiry'),
  ),
  zeroEx(
    'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    (of) => of.number('expiryAndNonce') >> 192n,
  ),
  dutch(
    'ExclusiveDutchOrder',
    'outputs',
    `${DUTCH_OUTPUT}ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${ORDER_INFO}${TOKEN_PERMISSIONS}`,
    ['0x6000da47483062a0d734ba3dc7576ce6a0b645c4'],
  ),
  dutch(
    'V2DutchOrder',
    'baseOutputs',
    `${DUTCH_OUTPUT}${ORDER_INFO}${TOKEN_PERMISSIONS}V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)`,
    ['0x00000011f84b9aa48e5f8aa8b9897600006289be', '0x1bd1aadc9e230626c44a139d7e70d842749351eb'],
  ),
  {
    signature:
      'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
    basis: POLYMARKET,
    ...at('0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e', '0xc5d563a36ae78145c45a50134d48a1215220f80a'),
    does: (of) => {
      const [maker, taker] = [sixDecimals(of.number('makerAmount')), sixDecimals(of.number('takerAmount'))];
      const token = `of the outcome ${of.text('tokenId')}`;
      return of.number('side') === 0n
        ? `Buy at least ${taker} shares ${token} for at most ${maker} USDC`
        : `Sell ${maker} shares ${token} for at least ${taker} USDC`;
    },
    rows: (of) => [
      row('For', of.text('maker'), 'address'),
      row('Outcome', of.text('tokenId')),
      row('Fee at most', `${of.text('feeRateBps')} basis points`),
      row('Valid until', of.number('expiration') === 0n ? 'no end' : untilText(of.number('expiration')), 'time'),
    ],
    findings: (of) => [
      ...handedIn('settle it', POLYMARKET),
      ...(of.number('takerAmount') > 0n && of.number('side') <= 1n ? [] : [nothingInReturn('takerAmount', POLYMARKET)]),
    ],
  },
  {
    signature: 'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
    basis: POLYMARKET,
    ...named('ClobAuthDomain', '1'),
    does: () => 'Log in to Polymarket, for API keys that trade',
    rows: (of) => [row('Account', of.text('address'), 'address')],
    findings: () => [
      powerFinding('Whoever has the signature can make API keys that place and cancel orders.', {
        field: 'address',
        basis: POLYMARKET,
      }),
    ],
  },
  {
    signature: 'dYdX(string action)',
    basis: 'dYdX',
    isFor: ({ domain }) => ['dYdX Chain', 'dYdX V4'].includes(domain.get('name') ?? ''),
    does: () => 'Make the keys of a dYdX account',
    rows: (of) => [row('Action', of.text('action'))],
    findings: () => [
      powerFinding(
        'The signature itself is the secret: whoever has it has the keys of that account and all it holds.',
        {
          field: 'action',
          basis: 'dYdX',
        },
      ),
    ],
  },
];
