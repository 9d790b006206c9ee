import { type ColumnRow, type ColumnStore, type Columns, createColumns } from './columns.ts';
import { createFinding, type Finding, type Sought } from './search.ts';

/** The number of cached searches, so that every further page of a search is a lookup. */
const REMEMBERED = 3;
/** The number of rows that are sorted at once while they are loaded. */
const SORTED = 32_000;

/** The search columns of all rows in the file. */
export interface HistoryMemory {
  isLoaded(): boolean;
  /** Loads the history from the file, in steps. `change` adds rows that are written meanwhile. */
  load(): Generator<undefined, void>;
  change(put: readonly ColumnRow[], removed: readonly number[]): void;
  /** Another process changed the file. */
  forget(): void;
  /** Returns the search for the rows that match, cached by `key`. A search from before a change does not continue. */
  find(key: string, shown: () => Uint8Array<ArrayBuffer> | null, sought: () => readonly Sought[]): Finding;
  /** True when nothing changed since and no newer searches have displaced it. */
  isRemembered(finding: Finding): boolean;
  /** The id of the row in a slot. */
  idOf(slot: number): number;
  /** The ids, series and flags of the rows in those slots. */
  at(slots: Uint32Array): Pick<Columns, 'ids' | 'series' | 'flags'>;
}

/** `pieces` yields all rows of the file, a piece at a time. */
export function createMemory(pieces: () => Generator<readonly ColumnRow[], void>): HistoryMemory {
  let columns: ColumnStore = createColumns();
  let isLoaded = false;
  let generation = 0;
  const remembered = new Map<string, Finding>();
  const gone = new Set<number>();

  return {
    isLoaded: () => isLoaded,
    *load() {
      const begun = generation;
      for (const piece of pieces()) {
        yield;
        if (begun !== generation) return;
        // A row that came by `change` since then is newer than the piece. A removed row must not come back.
        for (const row of piece) if (!columns.has(row.id) && !gone.has(row.id)) columns.put(row);
        if (columns.unsorted < SORTED) continue;
        yield;
        if (begun !== generation) return;
        columns.sorted();
      }
      yield;
      if (begun !== generation) return;
      columns.sorted();
      gone.clear();
      isLoaded = true;
      remembered.clear();
    },
    change(put, removed) {
      for (const row of put) columns.put(row);
      for (const id of removed) {
        columns.remove(id);
        if (!isLoaded) gone.add(id);
      }
      remembered.clear();
    },
    forget() {
      columns = createColumns();
      isLoaded = false;
      generation += 1;
      gone.clear();
      remembered.clear();
    },
    find(key, shown, sought) {
      const known = remembered.get(key);
      if (known !== undefined) return known;
      const found = createFinding(columns.sorted(), shown(), sought());
      for (const oldest of remembered.keys()) {
        if (remembered.size < REMEMBERED) break;
        remembered.delete(oldest);
      }
      remembered.set(key, found);
      return found;
    },
    isRemembered: (finding) => [...remembered.values()].includes(finding),
    idOf: (slot) => columns.sorted().ids[slot] as number,
    at(slots) {
      const { ids, series, flags } = columns.sorted();
      return {
        ids: slots.map((slot) => ids[slot] as number),
        series: slots.map((slot) => series[slot] as number),
        flags: Uint8Array.from(slots, (slot) => flags[slot] as number),
      };
    },
  };
}
