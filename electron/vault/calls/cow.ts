/**
 * Explains orders of CoW Protocol that calls make: those that contracts sign at the settlement contract, by their ids, and
 * those that sell coins. Types and addresses after cowprotocol/ethflowcontract.
 */

import { ethereumChainName } from '../../../shared/model/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { care, danger, row, tokenOf, untilText } from '../../crypto/index.ts';
import { noMinimumFindings } from './dust.ts';
import { COW, partText } from './messages/orders.ts';
import { ANY_CHAIN, type Arguments, type Contracts, isCoinAsToken, onlyAt, type Standard } from './standard.ts';

const BASIS = 'CoW Protocol';
/** A digest, an owner and the time until which the order is valid. */
const [DIGEST, ADDRESS, TIME] = [32, 20, 4] as const;

interface OrderId {
  readonly digest: string;
  readonly owner: string;
  readonly until: bigint;
}

/** Null for bytes of another length. */
function idOf(of: Arguments): OrderId | null {
  const bytes = of.bytes('orderUid');
  if (bytes.length !== DIGEST + ADDRESS + TIME) return null;
  const hex = of.text('orderUid').slice(2);
  return {
    digest: `0x${hex.slice(0, 2 * DIGEST)}`,
    owner: of.address(hexDecode(hex.slice(2 * DIGEST, 2 * (DIGEST + ADDRESS)))),
    until: BigInt(`0x${hex.slice(-2 * TIME)}`),
  };
}

const orderText = (of: Arguments) => idOf(of)?.digest ?? of.text('orderUid');
const rows: Standard['rows'] = (of) => {
  const id = idOf(of);
  if (id === null) return [row('Order', of.text('orderUid'))];
  return [
    row('Order', id.digest, 'hash'),
    row('Owner', id.owner, 'address'),
    row('Valid until', untilText(id.until), 'time'),
  ];
};
const places = { [ANY_CHAIN]: [COW] };
const isSigned = (of: Arguments) => of.text('signed') === 'true';

const ETH_FLOW: Contracts = Object.fromEntries(
  [1, 10, 56, 100, 137, 8453, 42_161, 43_114, 59_144, 11_155_111].map((chain) => [
    ethereumChainName(chain),
    ['0xba3cb449bd2b4adddbc894d8697f5170800eadec'],
  ]),
);
const orderOf = (of: Arguments) => of.within('order');
const boughtText = (of: Arguments) => orderOf(of).tokens('buyAmount', 'buyToken');

/** An order that sells the coins that go with the call. The contract owns it, and returns what is not sold. */
const SALE: Standard = {
  signature:
    'createOrder((address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, bytes32 appData, uint256 feeAmount, uint32 validTo, bool partiallyFillable, int64 quoteId) order)',
  basis: BASIS,
  ...onlyAt(ETH_FLOW),
  coins: 'mentioned',
  moves: 'named tokens',
  gets: 'order.receiver',
  does(of) {
    const order = orderOf(of);
    const sold = `${of.coins(order.number('sellAmount'))}${partText(order)}`;
    return `Sell ${sold} for at least ${boughtText(of)}, to ${order.text('receiver')}`;
  },
  rows: (of) => [
    row('You give', of.coins(orderOf(of).number('sellAmount')), 'amount'),
    row('You get at least', boughtText(of), 'amount'),
    ...(orderOf(of).number('feeAmount') === 0n
      ? []
      : [row('Fee', of.coins(orderOf(of).number('feeAmount')), 'amount')]),
    row('Recipient', orderOf(of).text('receiver'), 'address'),
    row('Valid until', untilText(orderOf(of).number('validTo')), 'time'),
  ],
  findings(of) {
    const order = orderOf(of);
    const [sold, fee] = [order.number('sellAmount'), order.number('feeAmount')];
    return [
      ...(of.value === sold + fee
        ? []
        : [
            danger(`${of.coins(of.value)} goes with the call, and ${of.coins(sold + fee)} is needed.`, {
              field: 'order.sellAmount',
              basis: BASIS,
              mark: of.mark,
            }),
          ]),
      ...(fee === 0n
        ? []
        : [
            danger(`A fee of ${of.coins(fee)} is taken in addition to the sold amount.`, {
              field: 'order.feeAmount',
              basis: BASIS,
            }),
          ]),
      ...(isCoinAsToken(of, tokenOf(of.chain, order.text('buyToken')))
        ? [
            danger('It gives coins for the same coins as a token: the difference is lost.', {
              field: 'order.buyToken',
              basis: BASIS,
            }),
          ]
        : []),
      ...(order.text('receiver').toLowerCase() === of.contract.toLowerCase()
        ? [
            danger('The contract itself gets what is bought, and nobody can recover it.', {
              field: 'order.receiver',
              basis: BASIS,
            }),
          ]
        : []),
      ...noMinimumFindings(
        of.chain,
        { token: order.text('buyToken'), units: order.number('buyAmount') },
        { field: 'order.buyAmount', basis: BASIS },
      ),
      care('Its application data is known by its hash only: it can have other calls made around the trade.', {
        field: 'order.appData',
        basis: BASIS,
      }),
    ];
  },
};

export const COW_ORDERS: readonly Standard[] = [
  SALE,
  {
    signature: 'setPreSignature(bytes orderUid, bool signed)',
    basis: BASIS,
    places,
    does: (of) =>
      isSigned(of) ? `Sign the order ${orderText(of)}` : `Take back the signature of the order ${orderText(of)}`,
    rows,
    findings: (of) =>
      isSigned(of)
        ? [
            danger(
              'The order is known by its hash only, which can stand for any tokens, amounts and recipient. Ask for the order that was hashed.',
              { field: 'orderUid', basis: BASIS, mark: orderText(of).slice(-6) },
            ),
          ]
        : [],
  },
  {
    signature: 'invalidateOrder(bytes orderUid)',
    basis: BASIS,
    places,
    does: (of) => `Cancel the order ${orderText(of)}`,
    rows,
  },
];
