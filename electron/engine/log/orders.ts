import {
  type AUDIT_ORDERS,
  AUDIT_OUTCOMES,
  type AuditRow,
  inOrder,
  type RowOrder,
  type RowRules,
} from '../../../shared/model/index.ts';
import type { Steps } from '../../storage/sqlite/index.ts';
import { MOST_ARRANGED, tooManyRows } from '../tools/arranged.ts';

type Orders = Record<(typeof AUDIT_ORDERS)[number], RowRules<AuditRow>['orders'][string]>;

const ORDERS: Orders = {
  sequence: ({ sequence }) => sequence,
  time: ({ at }) => at,
  what: ({ what, fault }) => (fault === 'missing' ? null : what),
  profile: ({ profile }) => (profile === '' ? null : profile),
  outcome: ({ outcome }) => (outcome === null ? null : AUDIT_OUTCOMES.indexOf(outcome)),
};

/**
 * Returns the numbers of all found entries in an order, from their numbers newest first. Equal ones stay newest first.
 * The numbers alone order any log. Throws INVALID_INPUT when another order would read more than 20,000 entries.
 */
export function* entriesInOrder(
  sequences: readonly number[],
  order: RowOrder,
  rowsOf: (sequences: readonly number[]) => Steps<AuditRow[]>,
): Steps<readonly number[]> {
  if (!Object.hasOwn(ORDERS, order.by)) return sequences;
  if (order.by === 'sequence') return order.descending ? sequences : sequences.toReversed();
  if (sequences.length > MOST_ARRANGED) throw tooManyRows();
  const rows = yield* rowsOf(sequences);
  return inOrder({ orders: ORDERS, filters: {} }, rows, order).map(({ sequence }) => sequence);
}
