/** Orders of 1inch, 0x and Polymarket, and the logins of dYdX and Polymarket. */
import { type DecodedField, type Finding, inQuotes } from '../../../../shared/model/index.ts';
import { danger, row, untilText } from '../../../crypto/index.ts';
import { type Arguments, isNobody } from '../standard.ts';
import {
  accountOr,
  at,
  atContracts,
  blindFinding,
  handedIn,
  type MessageRule,
  named,
  nothingInReturn,
  powerFinding,
  sixDecimals,
} from './rule.ts';

/** The members of an order that one account makes and another fills. */
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

function returnFindings(of: Arguments, { gets: [amount], receiver }: Limit, basis: string): Finding[] {
  const isOther =
    receiver !== null &&
    !isNobody(of.text(receiver)) &&
    of.text(receiver).toLowerCase() !== of.text('maker').toLowerCase();
  return [
    ...(of.number(amount) > 0n ? [] : [nothingInReturn(amount, basis)]),
    ...(isOther
      ? [
          danger(`What is paid goes to ${of.text(receiver)}, and not to ${of.text('maker')}, whose tokens are given.`, {
            field: receiver,
            basis,
          }),
        ]
      : []),
  ];
}

const INCH = '1inch Limit Order Protocol';
const INCH_LIMIT: Limit = {
  gives: ['makingAmount', 'makerAsset'],
  gets: ['takingAmount', 'takerAsset'],
  receiver: 'receiver',
};
/** Bits of makerTraits: code of an extension runs, before or after the trade too, and may give other amounts. */
const INCH_HIDDEN = (1n << 249n) | (1n << 251n) | (1n << 252n);
const INCH_UNTIL = { shift: 80n, mask: (1n << 40n) - 1n };

const ZERO_EX = '0x Protocol';
/** The exchange proxy. OP Mainnet, Fantom and Celo have other addresses. */
const ZERO_EX_PROXIES = {
  ...Object.fromEntries(
    ['eip155:1', 'eip155:56', 'eip155:137', 'eip155:8453', 'eip155:42161', 'eip155:43114'].map((chain) => [
      chain,
      ['0xdef1c0ded9bec7f1a1670819833240f027b25eff'],
    ]),
  ),
  'eip155:10': ['0xdef1abe32c034e558cdd535791643c58a13acc10'],
  'eip155:250': ['0xdef189deaef76e379df891899eb5a00a94cbc250'],
};
const ZERO_EX_LIMIT: Limit = {
  gives: ['makerAmount', 'makerToken'],
  gets: ['takerAmount', 'takerToken'],
  receiver: null,
};
/** In an OTC order, the expiry is above the 192 bits of the nonce. */
const OTC_NONCE_BITS = 192n;
const zeroEx = (
  signature: string,
  expiry: (of: Arguments) => bigint,
  more: (of: Arguments) => readonly DecodedField[] = () => [],
): MessageRule => ({
  signature,
  basis: ZERO_EX,
  ...atContracts(ZERO_EX_PROXIES),
  does: (of) => limitText(of, ZERO_EX_LIMIT),
  rows: (of) => [
    ...limitRows(of, ZERO_EX_LIMIT),
    row('Who may take it', isNobody(of.text('taker')) ? 'anybody' : of.text('taker'), 'address'),
    row('Valid until', untilText(expiry(of)), 'time'),
    ...more(of),
  ],
  findings: (of) => [...handedIn('settle it', ZERO_EX), ...returnFindings(of, ZERO_EX_LIMIT, ZERO_EX)],
});

const POLYMARKET = 'Polymarket';
/** The action of version 3 whose signature is the seed of a key. */
const STARK_KEY = 'dYdX STARK Key';
const SECRET = powerFinding(
  'The signature itself is the secret: whoever has it has the keys of that account and all it holds.',
  { field: 'action', basis: 'dYdX' },
);

export const EXCHANGES: readonly MessageRule[] = [
  {
    signature:
      'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
    basis: INCH,
    ...at('0x1111111254eeb25477b68fb85ed929f73a960582'),
    does: (of) => limitText(of, INCH_LIMIT),
    rows: (of) => [
      ...limitRows(of, INCH_LIMIT),
      row('Who may take it', isNobody(of.text('allowedSender')) ? 'anybody' : of.text('allowedSender'), 'address'),
    ],
    findings: (of) => [
      ...handedIn('settle it', INCH),
      ...returnFindings(of, INCH_LIMIT, INCH),
      ...(of.bytes('interactions').length === 0
        ? []
        : [
            blindFinding(of, 'Its interactions are not decoded: they can set other amounts and make other calls.', {
              field: 'interactions',
              basis: INCH,
            }),
          ]),
    ],
  },
  {
    signature:
      'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    basis: INCH,
    ...at('0x111111125421ca6dc452d289314280a0f8842a65'),
    does: (of) => limitText(of, INCH_LIMIT),
    rows: (of) => {
      const until = (of.number('makerTraits') >> INCH_UNTIL.shift) & INCH_UNTIL.mask;
      return [
        ...limitRows(of, INCH_LIMIT),
        row('Valid until', until === 0n ? 'no end' : untilText(until), 'time'),
        row('Maker traits', of.text('makerTraits')),
      ];
    },
    findings: (of) => [
      ...handedIn('settle it', INCH),
      ...returnFindings(of, INCH_LIMIT, INCH),
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
    (of) => of.number('expiryAndNonce') >> OTC_NONCE_BITS,
    (of) => [row('Nonce', String(BigInt.asUintN(Number(OTC_NONCE_BITS), of.number('expiryAndNonce'))))],
  ),
  {
    signature:
      'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
    basis: POLYMARKET,
    ...atContracts({
      'eip155:137': ['0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e', '0xc5d563a36ae78145c45a50134d48a1215220f80a'],
    }),
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
      ...(of.number('takerAmount') > 0n ? [] : [nothingInReturn('takerAmount', POLYMARKET)]),
      ...(of.number('side') <= 1n
        ? []
        : [blindFinding(of, 'It is neither an order to buy nor one to sell.', { field: 'side', basis: POLYMARKET })]),
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
    isFor: (message) => ['dYdX Chain', 'dYdX V4'].some((name) => named(name).isFor?.(message) === true),
    does: () => 'Make the keys of a dYdX account',
    rows: (of) => [row('Action', of.text('action'))],
    findings: () => [SECRET],
  },
  {
    signature: 'dYdX(string action,string onlySignOn)',
    basis: 'dYdX',
    ...named('dYdX', '1.0'),
    does: (of) =>
      of.text('action') === STARK_KEY
        ? 'Make the keys of a dYdX account'
        : `Log in to dYdX: ${inQuotes(of.text('action'))}`,
    rows: (of) => [row('Action', of.text('action')), row('Only for', of.text('onlySignOn'))],
    findings: () => [SECRET],
  },
  {
    signature: 'dYdX(string method,string requestPath,string body,string timestamp)',
    basis: 'dYdX',
    ...named('dYdX', '1.0'),
    does: (of) => `Send dYdX the request ${inQuotes(`${of.text('method')} ${of.text('requestPath')}`)}`,
    rows: (of) => [row('Body', of.text('body')), row('Time', of.text('timestamp'))],
    findings: () => [
      powerFinding('Whoever has the signature can send this request, which can make keys that trade.', {
        field: 'requestPath',
        basis: 'dYdX',
      }),
    ],
  },
];
