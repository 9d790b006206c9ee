/** Rows asked for at once. */
export const PAGE_SIZE = 200;
/** Pages kept; 25 pages of 200 are far more than any window shows. */
const KEPT_PAGES = 25;

export interface PageQuestion {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface PageAnswer<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly refreshedAt: number | null;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  stale: boolean;
}

export interface RowsSnapshot {
  /** Rows that match `search`; null before the first answer. */
  readonly total: number | null;
  readonly refreshedAt: number | null;
  /** The search the rows on the screen belong to; the one typed may be newer. */
  readonly search: string;
  readonly problem: unknown;
}

/**
 * A list of any length seen through a window: pages are asked for as they come into view and kept for a while.
 * One question is out at a time and the next one is always for what is in view now, so fast typing and scrolling skip
 * what nobody waits for any more, with no timers. Stale rows stay on the screen until their replacement arrives.
 */
export class PagedRows<Row> {
  readonly #load: (question: PageQuestion) => Promise<PageAnswer<Row>>;
  readonly #listeners = new Set<() => void>();
  #pages = new Map<number, Page<Row>>();
  #wantedSearch: string;
  #first = 0;
  #last = 0;
  #asking = false;
  #generation = 0;
  #snapshot: RowsSnapshot;

  constructor(load: (question: PageQuestion) => Promise<PageAnswer<Row>>, search = '') {
    this.#load = load;
    this.#wantedSearch = search;
    this.#snapshot = { total: null, refreshedAt: null, search, problem: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes identity whenever something to draw changed. */
  readonly snapshot = (): RowsSnapshot => this.#snapshot;

  /** The row, or undefined while its page is not here. */
  rowAt(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE];
  }

  /** Position of the first loaded row that `matches`, or -1. */
  find(matches: (row: Row) => boolean): number {
    for (const [number, page] of this.#pages) {
      const index = page.rows.findIndex(matches);
      if (index >= 0) return number * PAGE_SIZE + index;
    }
    return -1;
  }

  /** Rows `first` to `last` are in view. */
  view(first: number, last: number): void {
    this.#first = first;
    this.#last = last;
    void this.#pump();
  }

  search(text: string): void {
    if (text === this.#wantedSearch) return;
    this.#wantedSearch = text;
    this.#generation += 1;
    this.#first = 0;
    this.#last = 0;
    void this.#pump();
  }

  /** What is kept may be out of date: ask again for what is in view, keep showing it meanwhile. */
  invalidate(): void {
    this.#generation += 1;
    for (const page of this.#pages.values()) page.stale = true;
    void this.#pump();
  }

  /** The page to ask for next, or null when everything in view is here and fresh. */
  #missing(): number | null {
    if (this.#snapshot.total === null || this.#snapshot.search !== this.#wantedSearch) return 0;
    const lastPage = Math.floor(Math.min(this.#last, Math.max(this.#snapshot.total - 1, 0)) / PAGE_SIZE);
    for (let number = Math.floor(this.#first / PAGE_SIZE); number <= lastPage; number += 1) {
      if (this.#pages.get(number)?.stale !== false) return number;
    }
    return null;
  }

  async #pump(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (let number = this.#missing(); number !== null; number = this.#missing()) {
      const search = this.#wantedSearch;
      const generation = this.#generation;
      try {
        const answer = await this.#load({ search, offset: number * PAGE_SIZE, limit: PAGE_SIZE });
        if (search === this.#wantedSearch) this.#accept(number, search, answer, generation !== this.#generation);
      } catch (problem) {
        this.#publish({ ...this.#snapshot, problem });
        if (search === this.#wantedSearch) break;
      }
    }
    this.#asking = false;
  }

  #accept(number: number, search: string, answer: PageAnswer<Row>, stale: boolean): void {
    if (search !== this.#snapshot.search) this.#pages = new Map();
    this.#pages.delete(number);
    this.#pages.set(number, { rows: answer.rows, stale });
    const oldest = this.#pages.keys().next().value;
    if (this.#pages.size > KEPT_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    this.#publish({ total: answer.total, refreshedAt: answer.refreshedAt, search, problem: null });
  }

  #publish(snapshot: RowsSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}
