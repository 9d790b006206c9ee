/** Operations of Stellar that pay or trade. */
import { care, danger, row } from '../../../meaning.ts';
import { asset, assetText, fractionOf, price } from './assets.ts';
import { accountRows, accountWords, amountText, lostFindings, nothing, type Of, type Operation } from './operation.ts';
import { account, amount, int64, listUpTo, muxed, type Value } from './values.ts';

const MOST_PATH = 5;
/** Of the smallest units (next-to-nothing). */
const NEXT_TO_NOTHING = 100n;
function paid(of: Of, to: Value) {
  return [...(to.account === of.source ? [care('It sends to the account it comes from.')] : []), ...lostFindings(to)];
}

const pathPayment = (isStrictSend: boolean): Operation => {
  const [sent, got] = isStrictSend ? ['sendAmount', 'destMin'] : ['sendMax', 'destAmount'];
  return {
    name: isStrictSend ? 'PathPaymentStrictSend' : 'PathPaymentStrictReceive',
    members: {
      sendAsset: asset,
      [sent]: amount,
      destination: muxed,
      destAsset: asset,
      [got]: amount,
      path: listUpTo(MOST_PATH, asset),
    },
    effect(of) {
      const to = of.value('destination');
      const pays = amountText(of.number(sent), of.asset('sendAsset'));
      const gets = amountText(of.number(got), of.asset('destAsset'));
      const path = of.text('path');
      return {
        steps: [
          isStrictSend
            ? `Send ${pays} to ${accountWords(to)}, who gets at least ${gets}`
            : `Send ${gets} to ${accountWords(to)}, and pay up to ${pays} for it`,
        ],
        rows: [
          row('Amount', isStrictSend ? pays : gets, 'amount'),
          isStrictSend ? row('At least', gets, 'amount') : row('Pays at most', pays, 'amount'),
          ...accountRows('To', to),
          ...(path === '' ? [] : [row('Path', path)]),
        ],
        findings: [
          ...(of.number(got) <= NEXT_TO_NOTHING && of.number(sent) > NEXT_TO_NOTHING
            ? [danger('It asks for next to nothing in return.')]
            : []),
          ...paid(of, to),
        ],
        faults: nothing(of, sent, got),
      };
    },
  };
};

const createAccount: Operation = {
  name: 'CreateAccount',
  members: { destination: account, startingBalance: amount },
  effect(of) {
    const text = amountText(of.number('startingBalance'), { code: null, issuer: null });
    return {
      steps: [`Create the account ${of.text('destination')} with ${text}`],
      rows: [row('Amount', text, 'amount'), ...accountRows('To', of.value('destination'))],
      findings: lostFindings(of.value('destination')),
    };
  },
};

const payment: Operation = {
  name: 'Payment',
  members: { destination: muxed, asset, amount },
  effect(of) {
    const to = of.value('destination');
    const text = amountText(of.number('amount'), of.asset('asset'));
    return {
      steps: [`Send ${text} to ${accountWords(to)}`],
      rows: [row('Amount', text, 'amount'), ...accountRows('To', to)],
      findings: paid(of, to),
      faults: nothing(of, 'amount'),
    };
  },
};

/** Offers that sell or buy an amount. An amount of nothing deletes the offer. */
const offer = (kind: 'buy' | 'passive' | 'sell'): Operation => {
  const counted = kind === 'buy' ? 'buyAmount' : 'amount';
  return {
    name: { buy: 'ManageBuyOffer', passive: 'CreatePassiveSellOffer', sell: 'ManageSellOffer' }[kind],
    members: {
      selling: asset,
      buying: asset,
      [counted]: amount,
      price,
      ...(kind === 'passive' ? {} : { offerID: int64 }),
    },
    effect(of) {
      const [selling, buying] = [of.asset('selling'), of.asset('buying')];
      const isBuy = kind === 'buy';
      const id = of.optional('offerID')?.number ?? 0n;
      const isDeleted = of.number(counted) === 0n;
      const what = amountText(of.number(counted), isBuy ? buying : selling);
      // The price is of one unit of what is counted, in the other asset.
      const each = `${of.text('price')} ${assetText(isBuy ? selling : buying)}`;
      const [n, d] = fractionOf(of.value('price'));
      // A buyer pays for a begun unit, and a seller is not paid for it.
      const total = (of.number(counted) * n + (isBuy ? d - 1n : 0n)) / d;
      const [pays, gets] = isBuy ? [total, of.number(counted)] : [of.number(counted), total];
      const isSame = selling.code === buying.code && selling.issuer === buying.issuer;
      const changed = id === 0n ? '' : `, in place of the offer ${id}`;
      return {
        steps: [
          isDeleted
            ? `Delete the offer ${id}`
            : `${isBuy ? 'Buy' : 'Sell'} ${what} for ${each} each or a better price${changed}`,
        ],
        rows: [
          ...(isDeleted
            ? []
            : [
                row('Amount', what, 'amount'),
                row('Price of each', each, 'amount'),
                isBuy
                  ? row('Pays for all', `at most ${amountText(pays, selling)}`, 'amount')
                  : row('Gets for all', `at least ${amountText(gets, buying)}`, 'amount'),
              ]),
          row('Sells', assetText(selling)),
          row('Buys', assetText(buying)),
          ...(id === 0n ? [] : [row('Offer', String(id))]),
        ],
        findings: isDeleted
          ? []
          : [
              ...(gets <= NEXT_TO_NOTHING && pays > NEXT_TO_NOTHING
                ? [danger('It asks for next to nothing in return.')]
                : []),
              care('The offer has no end: it stays open until it is taken or deleted.'),
            ],
        faults: [
          ...(isSame ? ['it trades an asset for itself'] : []),
          ...(isDeleted && id === 0n ? ['it deletes no offer'] : []),
        ],
      };
    },
  };
};

export const PAYMENTS: Readonly<Record<number, Operation>> = {
  0: createAccount,
  1: payment,
  2: pathPayment(false),
  3: offer('sell'),
  4: offer('passive'),
  12: offer('buy'),
  13: pathPayment(true),
};
