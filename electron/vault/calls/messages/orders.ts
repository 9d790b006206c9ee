/** Orders of exchanges: the account's payment and its return. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { care, danger, momentText, row, tokenOf, untilText } from '../../../crypto/index.ts';
import { COIN } from '../dust.ts';
import { type Arguments, isNobody, listed } from '../standard.ts';
import {
  accountOr,
  at,
  blindFinding,
  dustFindings,
  handedIn,
  leastReturnFindings,
  type MessageRule,
  othersFindings,
  type Payment,
  paidFindings,
  sameAssetFindings,
  sameTokenFindings,
} from './rule.ts';

const CRITERIA = 4n;
/** Coins, tokens, NFTs, tokens with numbers, and either by a rule instead of a number. */
const LAST_TYPE = 5n;

/**
 * Returns true for a known token in the place of a collection. Seaport moves an item of a collection by `transferFrom` with the
 * number of the item, which a token takes for an amount.
 */
const isMistaken = (of: Arguments) => of.number('itemType') > 1n && tokenOf(of.chain, of.text('token')) !== null;

/** Describes an item of a Seaport order. Its amount moves from the start to the end while the order is valid. */
function itemText(of: Arguments): string {
  const type = of.number('itemType');
  const amount = (name: string) =>
    type === 0n ? of.coins(of.number(name)) : type === 1n ? of.tokens(name, 'token') : of.text(name);
  const [start, end] = [amount('startAmount'), amount('endAmount')];
  const range = start === end ? start : `${start} to ${end}`;
  if (type < 2n) return range;
  if (isMistaken(of))
    return of.number('identifierOrCriteria') === 0n
      ? of.allTokens('token')
      : of.tokens('identifierOrCriteria', 'token');
  const which =
    type < CRITERIA
      ? `the token ${of.text('identifierOrCriteria')}`
      : of.number('identifierOrCriteria') === 0n
        ? 'any token'
        : `a token of the list ${of.text('identifierOrCriteria')}`;
  return `${range === '1' ? '' : `${range} of `}${which} of ${of.text('token')}`;
}

const paidText = (of: Arguments) => `${itemText(of)} for ${of.text('recipient')}`;

/** Seaport 1.1 to 1.6, at one address each on every chain. */
export const SEAPORT = [
  '0x00000000006c3852cbef3e08e8df289169ede581',
  '0x00000000000006c7676171937c444f6bde3d6282',
  '0x0000000000000ad24e80fd803c6ac37206a45f15',
  '0x00000000000001ad428e4906ae43d8f9852d0dd6',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '0x0000000000000068f116a894984e2db1123eb395',
];
export const COW = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';
const bought = (of: Arguments) =>
  of.text('buyToken').toLowerCase() === COIN ? of.coins(of.number('buyAmount')) : of.tokens('buyAmount', 'buyToken');
/** Words for an order of CoW Protocol that may be settled in parts, each at its price. */
export const partText = (order: Arguments): string =>
  order.text('partiallyFillable') === 'true' ? ' (or a part of it at this price)' : '';
const KINDS: ReadonlySet<string> = new Set(['sell', 'buy']);
const BALANCES: ReadonlySet<string> = new Set(['erc20', 'external', 'internal']);
const SEAPORT_TYPES = {
  components:
    'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)',
  consideration:
    'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)',
  offer: 'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)',
};
const FULFILLERS = ['anybody', 'anybody, in parts', 'whom the zone lets', 'whom the zone lets, in parts'];
/** A tree of orders has two to the power of its height. Seaport accepts no higher tree. */
const HIGHEST_TREE = 24;

const offerText = (of: Arguments) =>
  `${listed(of.each('offer').map(itemText)) || 'nothing'} for ${listed(of.each('consideration').map(paidText)) || 'nothing'}`;

function orderRows(of: Arguments): DecodedField[] {
  return [
    ...of.each('offer').map((item) => row('You give', itemText(item))),
    ...of
      .each('consideration')
      .flatMap((item) => [row('Is paid', paidText(item)), row('Recipient', item.text('recipient'), 'address')]),
    row('Who may take it', FULFILLERS[Number(of.number('orderType'))] ?? `order type ${of.text('orderType')}`),
    row('Valid from', momentText(of.number('startTime'), 'seconds'), 'time'),
    row('Valid until', untilText(of.number('endTime')), 'time'),
    row(
      'Conduit',
      of.bytes('conduitKey').every((byte) => byte === 0)
        ? 'none: approvals are those of Seaport itself'
        : of.text('conduitKey'),
      'hash',
    ),
    row('Counter', of.text('counter')),
  ];
}

/** The payments in coins and in tokens without numbers. */
function paymentsOf(of: Arguments, list: 'consideration' | 'offer'): Payment[] {
  return of.each(list).flatMap((item) => {
    if (item.number('itemType') > 1n) return [];
    const [start, end] = [item.number('startAmount'), item.number('endAmount')];
    const asset = item.number('itemType') === 0n ? '' : item.text('token');
    return [{ asset, least: start < end ? start : end, recipient: item.text('recipient') }];
  });
}

function orderFindings(of: Arguments): Finding[] {
  const from = { field: 'consideration', basis: 'Seaport' };
  const items = [...of.each('offer'), ...of.each('consideration')];
  return [
    ...(of.each('offer').length === 0
      ? []
      : paidFindings(
          of.text('offerer'),
          of.each('consideration').filter((item) => item.number('startAmount') > 0n && item.number('endAmount') > 0n),
          from,
        )),
    ...smallFindings(of, from),
    ...sameFindings(of, from),
    ...chosenFindings(of),
    ...othersFindings(of.text('offerer'), paymentsOf(of, 'consideration'), from, paymentsOf(of, 'offer')),
    ...(items.some((item) => item.number('itemType') > LAST_TYPE) || of.number('orderType') >= BigInt(FULFILLERS.length)
      ? [blindFinding(of, 'It has a kind of item or of order that nothing explains.', { ...from, field: 'orderType' })]
      : []),
    ...items
      .filter(isMistaken)
      .slice(0, 1)
      .map((item) =>
        blindFinding(
          of,
          `${item.text('token')} is a token and no collection: the number of the item is an amount of it, and any item is all of it.`,
          from,
        ),
      ),
    ...(items.some(hasUnused)
      ? [blindFinding(of, 'An item of coins or tokens has a token or a number that its kind does not use.', from)]
      : []),
  ];
}

/** About an order whose offerer gets some coins or tokens, but next to none. */
function smallFindings(of: Arguments, from: { readonly field: string; readonly basis: string }): Finding[] {
  const isOwn = ({ recipient }: Pick<Payment, 'recipient'>) =>
    recipient.toLowerCase() === of.text('offerer').toLowerCase();
  const own = of.each('consideration').filter((item) => isOwn({ recipient: item.text('recipient') }));
  const isGiven = of.each('offer').some((item) => item.number('startAmount') > 0n || item.number('endAmount') > 0n);
  if (!isGiven || own.some((item) => item.number('itemType') > 1n)) return [];
  return dustFindings(of, paymentsOf(of, 'consideration').filter(isOwn), own.map(itemText), from);
}

/** About an order that pays its offerer in a token that it also takes. */
function sameFindings(of: Arguments, from: { readonly field: string; readonly basis: string }): Finding[] {
  const given = paymentsOf(of, 'offer').map(({ asset }) => asset.toLowerCase());
  const isPaidBack = ({ asset, recipient }: Payment) =>
    recipient.toLowerCase() === of.text('offerer').toLowerCase() && given.includes(asset.toLowerCase());
  return paymentsOf(of, 'consideration')
    .filter(isPaidBack)
    .slice(0, 1)
    .flatMap(({ asset }) => sameTokenFindings(asset, asset, from));
}

/** About a collection of which the one who settles the order picks the item. */
function chosenFindings(of: Arguments): Finding[] {
  const open = of.each('offer').find((item) => item.number('itemType') >= CRITERIA);
  if (open === undefined) return [];
  const which = open.number('identifierOrCriteria') === 0n ? 'any of them that the account has' : 'one of a list';
  const text = `Whoever settles it chooses the token of ${open.text('token')}: ${which}.`;
  return [danger(text, { field: 'offer', basis: 'Seaport' })];
}

/** Returns true for coins with a token or a number, and for tokens with a number. Seaport refuses such an item. */
function hasUnused(item: Arguments): boolean {
  const type = item.number('itemType');
  if (type > 1n) return false;
  return item.number('identifierOrCriteria') !== 0n || (type === 0n && !isNobody(item.text('token')));
}

/** The orders of a tree without the padding. */
function treeOf(of: Arguments, height: number): readonly Arguments[] {
  let level = of.each('tree');
  for (let left = 1; left < height; left += 1) level = level.flatMap((pair) => [pair.within('0'), pair.within('1')]);
  return level.filter((order) => !isNobody(order.text('offerer')));
}

/** Many orders of Seaport with one signature: the leaves of a tree of hashes. */
const bulk = (height: number): MessageRule => ({
  signature: `BulkOrder(OrderComponents${'[2]'.repeat(height)} tree)${SEAPORT_TYPES.consideration}${SEAPORT_TYPES.offer}${SEAPORT_TYPES.components}`,
  basis: 'Seaport',
  ...at(...SEAPORT),
  does: (of) => {
    const orders = treeOf(of, height);
    return `Make ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}: offer ${listed(orders.map(offerText)) || 'nothing'}`;
  },
  rows: (of) =>
    treeOf(of, height).flatMap((order, index) =>
      [row('Offerer', order.text('offerer'), 'address'), ...orderRows(order)].map(({ name, ...rest }) => ({
        name: `Order ${index + 1}: ${name}`,
        ...rest,
      })),
    ),
  findings: (of) => [
    ...handedIn('settle each of these orders', 'Seaport'),
    ...treeOf(of, height).flatMap(orderFindings),
  ],
});

export const ORDERS: readonly MessageRule[] = [
  {
    signature: `${SEAPORT_TYPES.components}${SEAPORT_TYPES.consideration}${SEAPORT_TYPES.offer}`,
    basis: 'Seaport',
    ...at(...SEAPORT),
    does: (of) => `Offer ${offerText(of)}`,
    rows: orderRows,
    findings: orderFindings,
  },
  ...Array.from({ length: HIGHEST_TREE }, (_, index) => bulk(index + 1)),
  {
    signature:
      'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    basis: 'CoW Protocol',
    ...at(COW),
    does: (of) => {
      const [given, fee] = [of.tokens('sellAmount', 'sellToken'), of.tokens('feeAmount', 'sellToken')];
      const paid = of.number('feeAmount') === 0n ? '' : ` and a fee of ${fee}`;
      const isBuy = of.text('kind') === 'buy';
      return `Sell ${isBuy ? 'at most ' : ''}${given}${paid}${partText(of)} for ${isBuy ? '' : 'at least '}${bought(of)}, to ${accountOr(of, 'receiver')}`;
    },
    rows: (of) => [
      row('Kind', of.text('kind')),
      row(of.text('kind') === 'buy' ? 'You give at most' : 'You give', of.tokens('sellAmount', 'sellToken'), 'amount'),
      row(of.text('kind') === 'buy' ? 'You get' : 'You get at least', bought(of), 'amount'),
      row('Recipient', accountOr(of, 'receiver'), 'address'),
      ...(of.number('feeAmount') === 0n ? [] : [row('Fee', of.tokens('feeAmount', 'sellToken'), 'amount')]),
      row('Valid until', untilText(of.number('validTo')), 'time'),
    ],
    findings: (of) => [
      ...handedIn('settle it', 'CoW Protocol'),
      ...sameAssetFindings(of, 'sellToken', 'buyToken', 'CoW Protocol'),
      care('Its application data is known by its hash only: it can have other calls made around the trade.', {
        field: 'appData',
        basis: 'CoW Protocol',
      }),
      ...(KINDS.has(of.text('kind')) &&
      ['sellTokenBalance', 'buyTokenBalance'].every((name) => BALANCES.has(of.text(name)))
        ? []
        : [
            blindFinding(of, 'It has a kind of order or of balance that nothing explains.', {
              field: 'kind',
              basis: 'CoW Protocol',
            }),
          ]),
      ...(of.text('buyTokenBalance') === 'internal'
        ? [
            danger('The payment stays in Balancer’s vault and does not reach the recipient as a token.', {
              field: 'buyTokenBalance',
              basis: 'CoW Protocol',
            }),
          ]
        : []),
      ...leastReturnFindings(of, ['buyAmount', 'buyToken'], of.number('sellAmount'), 'CoW Protocol'),
      ...(of.number('feeAmount') === 0n
        ? []
        : [
            danger(`A fee of ${of.tokens('feeAmount', 'sellToken')} is taken in addition to the sold amount.`, {
              field: 'feeAmount',
              basis: 'CoW Protocol',
            }),
          ]),
    ],
  },
  {
    signature: 'OrderCancellations(bytes[] orderUids)',
    basis: 'CoW Protocol',
    ...at(COW),
    does: (of) => `Cancel the orders ${listed(of.texts('orderUids')) || 'of nobody'}`,
  },
];
