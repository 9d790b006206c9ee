/** Tokens (NFT) of the XRP Ledger, and offers for them. */
import { care, danger, row } from '../../../meaning.ts';
import { isNextToNothing } from './amounts.ts';
import { imitationFindings } from './payments.ts';
import { hasFlag, type Of, rowsOf, timeText, type XrpRule } from './rule.ts';

const SELL_TOKEN = 0x1n;
const tokenRow = (of: Of) => row('Token', of.text('NFTokenID'), 'hash');

const tokenOffer: XrpRule = {
  required: ['NFTokenID', 'Amount'],
  optional: ['Destination', 'Owner', 'Expiration'],
  flags: SELL_TOKEN,
  effect(of) {
    const isSale = hasFlag(of, SELL_TOKEN);
    const taker = of.has('Destination') ? of.text('Destination') : null;
    const [token, price] = [of.text('NFTokenID'), of.amountText('Amount')];
    return {
      steps: [
        isSale
          ? `Offer the token ${token} to ${taker ?? 'anybody'} for ${price}`
          : `Offer ${price} to ${of.text('Owner')} for the token ${token}`,
      ],
      rows: [
        row(isSale ? 'Gets' : 'Amount', price, 'amount'),
        tokenRow(of),
        ...(of.has('Owner') ? [row('Owner of the token', of.text('Owner'), 'address')] : []),
        isSale || taker !== null
          ? row('Can be taken by', taker ?? 'anybody', taker === null ? 'text' : 'address')
          : row('Can be taken by', 'the owner'),
        ...(of.has('Expiration') ? [row('Expires', timeText(of, 'Expiration'), 'time')] : []),
      ],
      findings: [
        ...imitationFindings(of.amount('Amount').asset),
        ...(isSale && of.amount('Amount').isZero
          ? [danger('It gives the token away for nothing.')]
          : isSale && isNextToNothing(of.amount('Amount'))
            ? [danger('It asks for next to nothing in return.')]
            : []),
        ...(isSale && taker === null ? [care('Anybody can take the offer.')] : []),
        ...(of.has('Expiration') ? [] : [care('The offer never expires: it stays open until it is cancelled.')]),
      ],
      faults: [
        ...(isSale === of.has('Owner') ? ['a sale names no owner, and a purchase names one'] : []),
        ...(!isSale && of.amount('Amount').isZero ? ['it pays nothing'] : []),
        ...(taker === of.account || (of.has('Owner') && of.text('Owner') === of.account)
          ? ['it is an offer to its own account']
          : []),
      ],
    };
  },
};

const tokenCancel: XrpRule = {
  required: ['NFTokenOffers'],
  optional: [],
  flags: 0n,
  effect: (of) => ({
    steps: [
      `Cancel ${of.number('NFTokenOffers') === 1n ? 'an offer' : `${of.number('NFTokenOffers')} offers`} for tokens`,
    ],
    rows: rowsOf(of, { NFTokenOffers: 'Offers' }),
  }),
};

const tokenBurn: XrpRule = {
  required: ['NFTokenID'],
  optional: ['Owner'],
  flags: 0n,
  effect: (of) => ({
    steps: [`Destroy the token ${of.text('NFTokenID')}${of.has('Owner') ? ` of ${of.text('Owner')}` : ''}`],
    rows: [tokenRow(of), ...(of.has('Owner') ? [row('Owner of the token', of.text('Owner'), 'address')] : [])],
    findings: [danger('The token is destroyed for ever.', { field: 'NFTokenID' })],
  }),
};

export const TOKENS: Readonly<Record<string, XrpRule>> = {
  NFTokenCreateOffer: tokenOffer,
  NFTokenCancelOffer: tokenCancel,
  NFTokenBurn: tokenBurn,
};
