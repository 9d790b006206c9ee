import {
  chainName,
  HISTORY_DIRECTIONS,
  HISTORY_STATES,
  type HistoryRow,
  inOrder,
  type RowOrder,
  type RowRules,
} from '../../../shared/model/index.ts';
import { FLAGS, type HistoryStore, type Hits, type Term } from '../../storage/cache/index.ts';
import type { Steps } from '../../storage/sqlite/index.ts';
import { MOST_ARRANGED, tooManyRows } from '../tools/arranged.ts';
import type { Parties } from './parties.ts';
import { toHistoryRow } from './rows.ts';

/** Rows that are ordered between two pauses. */
const PIECE = 20_000;

/** The columns whose values are few. Their rows are never read. */
const RANKS: Readonly<Record<string, (hits: Hits) => (index: number) => number>> = {
  direction: (hits) => (index) => HISTORY_DIRECTIONS.indexOf(directionOf(hits.flagsAt(index))),
  state: (hits) => (index) => HISTORY_STATES.indexOf(stateOf(hits.flagsAt(index))),
  chain: (hits) => {
    const ranks = new Map<string, number>();
    const nameAt = (index: number) => chainName(hits.seriesAt(index)?.chain ?? '');
    for (let index = 0; index < hits.ids.length; index += 1) ranks.set(nameAt(index), 0);
    for (const [rank, name] of [...ranks.keys()].sort().entries()) ranks.set(name, rank);
    return (index) => ranks.get(nameAt(index)) ?? 0;
  },
};

/** The columns whose values are in the rows. An amount that leaves the account is below zero. */
const RULES: RowRules<HistoryRow> = {
  orders: {
    counterparty: ({ counterparty }) => counterparty?.label ?? counterparty?.address ?? null,
    amount: ({ amount, incoming }) => (amount === null ? null : Number(amount.text) * (incoming ? 1 : -1)),
  },
  filters: {},
};

function directionOf(flags: number): HistoryRow['direction'] {
  const [comes, goes] = [(flags & FLAGS.incoming) !== 0, (flags & FLAGS.outgoing) !== 0];
  return comes ? (goes ? 'both' : 'in') : goes ? 'out' : 'none';
}

function stateOf(flags: number): HistoryRow['state'] {
  if ((flags & FLAGS.failed) !== 0) return 'failed';
  return (flags & FLAGS.finalized) === 0 ? 'confirmed' : 'finalized';
}

/**
 * Returns the ids of all transactions that match the terms, in an order. Equal ones stay newest first. The newest come
 * first for an unknown column. Throws INVALID_INPUT when an order by counterparty or amount would read more than 20,000
 * rows.
 */
export function* idsInOrder(
  store: Pick<HistoryStore, 'hits' | 'pieces'>,
  profile: string,
  terms: readonly Term[],
  { order, parties }: { readonly order: RowOrder | null; readonly parties: Parties },
): Steps<Uint32Array> {
  const hits = yield* store.hits(profile, terms);
  const { ids } = hits;
  if (order === null) return ids;
  if (order.by === 'time') return order.descending ? ids : ids.toReversed();
  const rankAt = Object.hasOwn(RANKS, order.by) ? RANKS[order.by]?.(hits) : undefined;
  if (rankAt !== undefined) return yield* byRank(ids, rankAt, order.descending);
  if (!Object.hasOwn(RULES.orders, order.by)) return ids;
  if (ids.length > MOST_ARRANGED) throw tooManyRows();
  const rows: HistoryRow[] = [];
  for (const piece of store.pieces(ids)) {
    yield;
    for (const transaction of piece) rows.push(toHistoryRow(transaction, parties));
  }
  return Uint32Array.from(inOrder(RULES, rows, order), ({ id }) => id);
}

function* byRank(ids: Uint32Array, rankAt: (index: number) => number, descending: boolean): Steps<Uint32Array> {
  const ranked: number[][] = [];
  for (const [index, id] of ids.entries()) {
    if (index % PIECE === 0) yield;
    const rank = rankAt(index);
    ranked[rank] ??= [];
    ranked[rank].push(id);
  }
  const groups = ranked.filter((group) => group !== undefined);
  const ordered = new Uint32Array(ids.length);
  let at = 0;
  for (const group of descending ? groups.reverse() : groups) {
    ordered.set(group, at);
    at += group.length;
  }
  return ordered;
}
