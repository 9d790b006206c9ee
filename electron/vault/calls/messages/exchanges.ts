/** Orders of 0x, and the logins of dYdX. */
import { type DecodedField, inQuotes } from '../../../../shared/model/index.ts';
import { row, untilText } from '../../../crypto/index.ts';
import { type Arguments, type Contracts, isNobody } from '../standard.ts';
import { type Limit, limitRows, limitText, returnFindings } from './limit.ts';
import { atContracts, blindFinding, handedIn, type MessageRule, named, powerFinding } from './rule.ts';

const ZERO_EX = '0x Protocol';
/** The exchange proxy. OP Mainnet, Fantom and Celo have other addresses. */
export const ZERO_EX_PROXIES: Contracts = {
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

/** The action of version 3 whose signature is the seed of a key. */
const STARK_KEY = 'dYdX STARK Key';
/** The pages that version 3 names, of its main network and its test networks. */
const OWN_PAGE = /^https:\/\/(?:[a-z0-9-]+\.){0,3}dydx\.(?:exchange|trade)$/;
const SECRET = powerFinding(
  'The signature itself is the secret: anyone with it has the keys of that account and all it holds.',
  { field: 'action', basis: 'dYdX' },
);

export const EXCHANGES: readonly MessageRule[] = [
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
    findings: (of) => [
      SECRET,
      ...(OWN_PAGE.test(of.text('onlySignOn'))
        ? []
        : [
            blindFinding(of, `${inQuotes(of.text('onlySignOn'))} is not a page of dYdX.`, {
              field: 'onlySignOn',
              basis: 'dYdX',
            }),
          ]),
    ],
  },
  {
    signature: 'dYdX(string method,string requestPath,string body,string timestamp)',
    basis: 'dYdX',
    ...named('dYdX', '1.0'),
    does: (of) => `Send dYdX the request ${inQuotes(`${of.text('method')} ${of.text('requestPath')}`)}`,
    rows: (of) => [row('Body', of.text('body')), row('Time', of.text('timestamp'))],
    findings: () => [
      powerFinding('Anyone with the signature can send this request, which can make keys that trade.', {
        field: 'requestPath',
        basis: 'dYdX',
      }),
    ],
  },
];
