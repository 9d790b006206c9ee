/** Orders of exchanges: what the account gives, and what it gets. */
import { care, row, untilText } from '../../../crypto/index.ts';
import { type Arguments, listed } from '../standard.ts';
import { accountOr, at, handedIn, type MessageRule, nothingInReturn } from './rule.ts';

const CRITERIA = 4;

/** What an item of an order of Seaport is. */
function itemText(of: Arguments): string {
  const [start, end] = [of.text('startAmount'), of.text('endAmount')];
  const type = of.number('itemType');
  if (type >= 2n) {
    const count = start === '1' && end === '1' ? '' : `${start} of `;
    return `${count}${Number(type) >= CRITERIA ? 'any token' : `the token ${of.text('identifierOrCriteria')}`} of ${of.text('token')}`;
  }
  const amount = (name: string) => (type === 0n ? of.coins(of.number(name)) : of.tokens(name, 'token'));
  return start === end ? amount('startAmount') : `${amount('startAmount')} to ${amount('endAmount')}`;
}

const paidText = (of: Arguments) => `${itemText(of)} for ${of.text('recipient')}`;

/** Seaport 1.1 to 1.6, at one address each on every chain. */
const SEAPORT = [
  '0x00000000006c3852cbef3e08e8df289169ede581',
  '0x00000000000006c7676171937c444f6bde3d6282',
  '0x0000000000000ad24e80fd803c6ac37206a45f15',
  '0x00000000000001ad428e4906ae43d8f9852d0dd6',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '0x0000000000000068f116a894984e2db1123eb395',
];
const COW = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';
export const ORDERS: readonly MessageRule[] = [
  {
    signature:
      'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)',
    basis: 'Seaport',
    ...at(...SEAPORT),
    does: (of) =>
      `Offer ${listed(of.each('offer').map(itemText)) || 'nothing'} for ${listed(of.each('consideration').map(paidText)) || 'nothing'}`,
    rows: (of) => [
      ...of.each('offer').map((item) => row('You give', itemText(item))),
      ...of.each('consideration').map((item) => row('Is paid', paidText(item))),
    ],
  },
  {
    signature:
      'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    basis: 'CoW Protocol',
    ...at(COW),
    does: (of) =>
      `Sell ${of.tokens('sellAmount', 'sellToken')} for at least ${of.tokens('buyAmount', 'buyToken')}, to ${accountOr(of, 'receiver')}`,
    rows: (of) => [
      row('You give', of.tokens('sellAmount', 'sellToken'), 'amount'),
      row('You get at least', of.tokens('buyAmount', 'buyToken'), 'amount'),
      row('Recipient', accountOr(of, 'receiver'), 'address'),
      ...(of.number('feeAmount') === 0n ? [] : [row('Fee', of.tokens('feeAmount', 'sellToken'), 'amount')]),
      row('Valid until', untilText(of.number('validTo')), 'time'),
    ],
    findings: (of) => [
      ...handedIn('settle it', 'CoW Protocol'),
      care('Its application data is known by its hash only: it can have other calls made around the trade.', {
        field: 'appData',
        basis: 'CoW Protocol',
      }),
      ...(of.number('buyAmount') > 0n ? [] : [nothingInReturn('buyAmount', 'CoW Protocol')]),
    ],
  },
];
