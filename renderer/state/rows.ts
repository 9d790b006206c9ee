import { useEffect, useState } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { EventName } from '../../shared/ipc/index.ts';
import type { NearAddress, RowOrder } from '../../shared/model/index.ts';
import { on } from '../bridge.ts';
import { touchClock } from './clock.ts';

/** Rows of one request. Copying them blocks the page, so they are few. */
export const PAGE_SIZE = 100;
/** Pages kept. 50 pages of 100 are far more than any window shows. */
const KEPT_PAGES = 50;

export interface PageQuestion {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
  /** Absent is the list's own order. */
  readonly order?: RowOrder;
}

export interface PageAnswer<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The number of rows found, without the headings that `total` includes. Null while they are counted. */
  readonly found?: number | null;
  /** The positions of all headings, for a list whose headings are lower than its rows. */
  readonly headings?: readonly number[];
  readonly refreshedAt: number | null;
  /** The nearest known address, when nothing was found. */
  readonly near?: NearAddress | null;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  stale: boolean;
}

export interface RowsSnapshot {
  /** The number of rows that match `search`, or null before the first answer. */
  readonly total: number | null;
  /** The number of listed rows without headings. Null while they are counted. */
  readonly found: number | null;
  readonly headings: readonly number[] | undefined;
  readonly refreshedAt: number | null;
  /** The search of the rows on the screen. The typed search may be newer. */
  readonly search: string;
  readonly near: NearAddress | null;
  readonly problem: unknown;
}

export type LoadPage<Row> = (question: PageQuestion) => Promise<PageAnswer<Row>>;

export interface Rows<Row> {
  /** The state to draw. It changes with every update. */
  readonly use: UseBoundStore<StoreApi<RowsSnapshot>>;
  /** The row, or undefined while its page is not here. */
  rowAt(index: number): Row | undefined;
  /** Position of the first loaded row that `matches`, or -1. */
  find(matches: (row: Row) => boolean): number;
  /** Rows `first` to `last` are in view. */
  view(first: number, last: number): void;
  /** Asks for the rows that a search finds, in an order. Null is the list's own. */
  ask(search: string, order: RowOrder | null): void;
  /** Marks the kept pages as stale. Asks again for those in view and shows the old ones meanwhile. */
  invalidate(): void;
}

/**
 * A list of any length seen through a window. Pages are requested as they come into view and kept for a while. One
 * request runs at a time, and the next is always for the current view. Fast typing and scrolling thus skip outdated
 * pages without timers. Stale rows stay on the screen until their replacement arrives.
 */
export function createRows<Row>(load: LoadPage<Row>, search = '', order: RowOrder | null = null): Rows<Row> {
  const use = create<RowsSnapshot>(() => ({
    total: null,
    found: null,
    headings: undefined,
    refreshedAt: null,
    search,
    near: null,
    problem: null,
  }));
  let pages = new Map<number, Page<Row>>();
  let wanted = { asked: { search, order }, first: 0, last: 0 };
  /** The question whose rows are shown. */
  let shown = wanted.asked;
  let asking = false;
  let generation = 0;

  /** The page to ask for next, or null when everything in view is here and fresh. */
  const missing = (): number | null => {
    const { total } = use.getState();
    if (total === null || shown !== wanted.asked) return 0;
    const lastPage = Math.floor(Math.min(wanted.last, Math.max(total - 1, 0)) / PAGE_SIZE);
    for (let number = Math.floor(wanted.first / PAGE_SIZE); number <= lastPage; number += 1) {
      if (pages.get(number)?.stale !== false) return number;
    }
    return null;
  };

  const accept = (number: number, asked: typeof shown, answer: PageAnswer<Row>, stale: boolean): void => {
    if (asked !== shown) pages = new Map();
    shown = asked;
    pages.delete(number);
    pages.set(number, { rows: answer.rows, stale });
    const oldest = pages.keys().next().value;
    if (pages.size > KEPT_PAGES && oldest !== undefined) pages.delete(oldest);
    const { total, found = total, headings, refreshedAt, near = null } = answer;
    use.setState({ total, found, headings, refreshedAt, search: asked.search, near, problem: null });
  };

  const pump = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    for (let number = missing(); number !== null; number = missing()) {
      const { asked } = wanted;
      const before = generation;
      try {
        const { search, order } = asked;
        const page = { search, offset: number * PAGE_SIZE, limit: PAGE_SIZE };
        const answer = await load(order === null ? page : { ...page, order });
        if (asked === wanted.asked) accept(number, asked, answer, before !== generation);
      } catch (problem) {
        use.setState({ problem });
        if (asked === wanted.asked) break;
      }
    }
    asking = false;
  };

  return {
    use,
    rowAt: (index) => pages.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE],
    find(matches) {
      for (const [number, page] of pages) {
        const index = page.rows.findIndex(matches);
        if (index >= 0) return number * PAGE_SIZE + index;
      }
      return -1;
    },
    view(first, last) {
      wanted = { ...wanted, first, last };
      void pump();
    },
    ask(text, by) {
      const { search, order } = wanted.asked;
      if (text === search && by?.by === order?.by && by?.descending === order?.descending) return;
      wanted = { asked: { search: text, order: by }, first: 0, last: 0 };
      generation += 1;
      void pump();
    },
    invalidate() {
      generation += 1;
      for (const page of pages.values()) page.stale = true;
      void pump();
    },
  };
}

export interface RowsSource<Row> {
  /** Reads one page of the rows that are cached. */
  readonly load: LoadPage<Row>;
  /** The event after which the rows are read again. */
  readonly changed: EventName;
}

/** A list of main seen through a window. `search` may change with every key typed. */
export function useRows<Row>(
  { load, changed }: RowsSource<Row>,
  search: string,
  order: RowOrder | null,
): RowsSnapshot & { readonly rows: Rows<Row> } {
  const [rows] = useState(() => createRows(load, search, order));
  const snapshot = rows.use();
  useEffect(() => {
    rows.view(0, 0);
    return on(changed, () => {
      touchClock();
      rows.invalidate();
    });
  }, [rows, changed]);
  useEffect(() => rows.ask(search, order), [rows, search, order]);
  return { ...snapshot, rows };
}
