/** Explains orders that contracts sign at the settlement contract of CoW Protocol, by their ids. */

import { hexDecode } from '../../../shared/wire/index.ts';
import { danger, row, untilText } from '../../crypto/index.ts';
import { COW } from './messages/orders.ts';
import { ANY_CHAIN, type Arguments, type Standard } from './standard.ts';

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

export const COW_ORDERS: readonly Standard[] = [
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
