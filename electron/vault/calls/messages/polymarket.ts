/** Orders of Polymarket’s exchanges of both versions, and its login. */
import { decimalText, type Finding } from '../../../../shared/model/index.ts';
import { danger, momentText, row, untilText } from '../../../crypto/index.ts';
import type { Arguments } from '../standard.ts';
import {
  atContracts,
  blindFinding,
  handedIn,
  type MessageRule,
  named,
  nothingInReturn,
  powerFinding,
  sixDecimals,
} from './rule.ts';

const BASIS = 'Polymarket';
const CHAIN = 'eip155:137';
/** A signature by: the account itself, its proxy, its Safe, or an account that is a contract (ERC-1271). */
const LAST_SIGNATURE_TYPE = 3n;
/** The exchange refuses a higher rate: 10 %, in basis points. */
const HIGHEST_FEE = 1_000n;

/** The price of a share, in millionths of a dollar. A share pays a dollar at most, and costs a thousandth at least. */
function priceOf(of: Arguments): bigint | null {
  const [maker, taker] = [of.number('makerAmount'), of.number('takerAmount')];
  const [dollars, shares] = of.number('side') === 0n ? [maker, taker] : [taker, maker];
  return shares === 0n ? null : (dollars * 1_000_000n) / shares;
}

function priceFindings(of: Arguments): Finding[] {
  const price = priceOf(of);
  if (price === null) return [];
  const isBuy = of.number('side') === 0n;
  const isBad = isBuy ? price > 1_000_000n : price < 1_000n;
  if (!isBad) return [];
  const why = isBuy ? 'more than a share can ever pay' : 'next to nothing';
  return [danger(`The price is ${sixDecimals(price)} a share, ${why}.`, { field: 'makerAmount', basis: BASIS })];
}

const rateText = (of: Arguments) => `${decimalText(of.number('feeRateBps'), 2)} %`;

/** An order of one version. Prices are in the dollar that the exchange takes. */
function order(
  signature: string,
  {
    at,
    coin,
    rows,
    ends,
  }: {
    readonly at: readonly string[];
    readonly coin: string;
    readonly rows: NonNullable<MessageRule['rows']>;
    /** The time that ends it. Zero for none. */
    readonly ends: (of: Arguments) => bigint;
  },
): MessageRule {
  return {
    signature,
    basis: BASIS,
    ...atContracts({ [CHAIN]: at }),
    does: (of) => {
      const [maker, taker] = [sixDecimals(of.number('makerAmount')), sixDecimals(of.number('takerAmount'))];
      const token = `of the outcome ${of.text('tokenId')}`;
      return of.number('side') === 0n
        ? `Buy at least ${taker} shares ${token} for at most ${maker} ${coin}`
        : `Sell ${maker} shares ${token} for at least ${taker} ${coin}`;
    },
    rows: (of) => [
      row('For', of.text('maker'), 'address'),
      row('Outcome', of.text('tokenId')),
      row('You give at most', `${sixDecimals(of.number('makerAmount'))} ${of.number('side') === 0n ? coin : 'shares'}`),
      row('You get at least', `${sixDecimals(of.number('takerAmount'))} ${of.number('side') === 0n ? 'shares' : coin}`),
      row('Price of a share', priceOf(of) === null ? 'not known' : `${sixDecimals(priceOf(of) ?? 0n)} ${coin}`),
      ...rows(of),
      row('Valid until', ends(of) === 0n ? 'for ever' : untilText(ends(of)), 'time'),
    ],
    findings: (of) => [
      ...handedIn('settle it', BASIS),
      ...(of.number('takerAmount') > 0n ? priceFindings(of) : [nothingInReturn('takerAmount', BASIS)]),
      ...(of.number('feeRateBps') <= HIGHEST_FEE
        ? []
        : [danger(`A fee of ${rateText(of)} is much.`, { field: 'feeRateBps', basis: BASIS })]),
      ...(of.number('side') <= 1n
        ? []
        : [blindFinding(of, 'It is neither an order to buy nor one to sell.', { field: 'side', basis: BASIS })]),
      ...(of.number('signatureType') <= LAST_SIGNATURE_TYPE
        ? []
        : [
            blindFinding(of, 'It has a kind of signature that nothing explains.', {
              field: 'signatureType',
              basis: BASIS,
            }),
          ]),
      ...(ends(of) === 0n
        ? [
            danger('The order never expires: it can be settled until it is cancelled.', {
              field: 'side',
              basis: BASIS,
            }),
          ]
        : []),
    ],
  };
}

export const POLYMARKET: readonly MessageRule[] = [
  order(
    'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
    {
      at: ['0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e', '0xc5d563a36ae78145c45a50134d48a1215220f80a'],
      coin: 'USDC',
      rows: (of) => [row('Fee at most', rateText(of))],
      ends: (of) => of.number('expiration'),
    },
  ),
  order(
    'Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)',
    {
      at: ['0xe111180000d2663c0091e4f400237545b87b996b', '0xe2222d279d744050d28e00520010520000310f59'],
      coin: 'pUSD',
      rows: (of) => [row('Made at', momentText(of.number('timestamp'), 'ms'), 'time')],
      ends: () => 0n,
    },
  ),
  {
    signature: 'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
    basis: BASIS,
    ...named('ClobAuthDomain', '1'),
    does: () => 'Log in to Polymarket, for API keys that trade',
    rows: (of) => [row('Account', of.text('address'), 'address')],
    findings: () => [
      powerFinding('Anyone with the signature can make API keys that place and cancel orders.', {
        field: 'address',
        basis: BASIS,
      }),
    ],
  },
];
