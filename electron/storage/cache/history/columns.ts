import { longer } from './ends.ts';

/** Set in `flags` for a removed row. It is no flag of the file. */
const GONE = 128;

export interface ColumnRow {
  readonly id: number;
  readonly series: number;
  readonly time: number;
  readonly block: number;
  readonly flags: number;
  /** The first and the last 32 bits of the hash. */
  readonly head: number;
  readonly tail: number;
  readonly parts: readonly number[];
}

/**
 * The search columns of every transaction, in arrays: 45 to 60 bytes each.
 * A pass over a million of them takes milliseconds, where SQLite has to fetch each row of an index.
 * The pass also returns the number of hits and the hit at each position.
 * A row keeps its slot. `order` lists the slots in the order of the list.
 */
export interface Columns {
  readonly ids: Uint32Array;
  readonly times: Uint32Array;
  readonly series: Uint32Array;
  readonly flags: Uint8Array;
  /** The first and the last 32 bits of the hash. */
  readonly heads: Uint32Array;
  readonly tails: Uint32Array;
  /**
   * The first four parts of each row, which is all that most rows have (sender, recipient, asset, contract).
   * 0, which is no part, fills the rest.
   */
  readonly nearParts: FourColumns;
  /** The further parts of rows with more than four, as pairs of a slot and a part, one after the other. */
  readonly farParts: Uint32Array;
  readonly order: Uint32Array;
  /** The used length of `order`. */
  readonly length: number;
  /** The largest number of a part and of a series. */
  readonly mostPart: number;
  readonly mostSeries: number;
}

export interface ColumnStore {
  /** Adds a row, or replaces the one with its id. */
  put(row: ColumnRow): void;
  remove(id: number): void;
  has(id: number): boolean;
  /** The number of rows without a place. */
  readonly unsorted: number;
  /** Returns all of them in their order, newest first. Sorts in only the rows without a place. */
  sorted(): Columns;
}

/** Starts with a large capacity and doubles it whenever it is full. */
export function createColumns(): ColumnStore {
  let capacity = 1024;
  let count = 0;
  let [ids, times, series, heads, tails] = [0, 0, 0, 0, 0].map(() => new Uint32Array(capacity)) as FiveColumns;
  let nearParts = [0, 0, 0, 0].map(() => new Uint32Array(capacity)) as FourColumns;
  let farParts = new Uint32Array(1024);
  let farLength = 0;
  let flags = new Uint8Array(capacity);
  let blocks = new Float64Array(capacity);
  let order = new Uint32Array(0);
  let ordered = 0;
  let pending: number[] = [];
  let hasGone = false;
  let slots = new Uint32Array(capacity);
  let [mostPart, mostSeries] = [0, 0];

  /** Newest first. Rows of one block keep the order of their arrival. */
  const compare = (one: number, other: number): number =>
    (times[other] as number) - (times[one] as number) ||
    (blocks[other] as number) - (blocks[one] as number) ||
    one - other;

  const grow = (): void => {
    capacity *= 2;
    [ids, times, series, heads, tails] = [ids, times, series, heads, tails].map((column) =>
      longer(column, capacity),
    ) as FiveColumns;
    flags = longer(flags, capacity);
    blocks = longer(blocks, capacity);
    nearParts = nearParts.map((column) => longer(column, capacity)) as FourColumns;
  };

  /** Returns the slot of an id plus one, or 0 for none. */
  const slotAfter = (id: number): number => (id < slots.length ? (slots[id] as number) : 0);

  const addFar = (slot: number, part: number): void => {
    if (farLength === farParts.length) farParts = longer(farParts, farLength * 2);
    farParts[farLength] = slot;
    farParts[farLength + 1] = part;
    farLength += 2;
  };

  const append = (row: ColumnRow): void => {
    if (count === capacity) grow();
    const slot = count;
    count += 1;
    ids[slot] = row.id;
    times[slot] = row.time;
    blocks[slot] = row.block;
    series[slot] = row.series;
    flags[slot] = row.flags;
    heads[slot] = row.head;
    tails[slot] = row.tail;
    for (const [index, part] of row.parts.entries()) {
      const near = nearParts[index];
      if (near === undefined) addFar(slot, part);
      else near[slot] = part;
      if (part > mostPart) mostPart = part;
    }
    mostSeries = Math.max(mostSeries, row.series);
    while (row.id >= slots.length) slots = longer(slots, slots.length * 2);
    slots[row.id] = slot + 1;
    pending.push(slot);
  };

  const drop = (id: number): void => {
    const after = slotAfter(id);
    if (after === 0) return;
    flags[after - 1] = GONE;
    slots[id] = 0;
  };

  /**
   * Returns the first place from `from` on whose row sorts after a slot.
   * The search doubles its steps, because neighbours arrive together.
   */
  const placeOf = (slot: number, from: number): number => {
    let [low, step] = [from, 1];
    while (low + step <= ordered && compare(order[low + step - 1] as number, slot) < 0) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step - 1, ordered);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(order[middle] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /** Sorts the new rows into the order. */
  const merge = (): void => {
    if (hasGone) {
      const there = order.subarray(0, ordered).filter((slot) => flags[slot] !== GONE);
      [order, ordered, hasGone] = [there, there.length, false];
    }
    const added = pending.filter((slot) => flags[slot] !== GONE).sort(compare);
    pending = [];
    if (added.length === 0) return;
    const merged = new Uint32Array(ordered + added.length);
    let [at, to] = [0, 0];
    for (const slot of added) {
      const place = placeOf(slot, at);
      merged.set(order.subarray(at, place), to);
      to += place - at;
      at = place;
      merged[to] = slot;
      to += 1;
    }
    merged.set(order.subarray(at, ordered), to);
    [order, ordered] = [merged, merged.length];
  };

  return {
    put(row) {
      const after = slotAfter(row.id);
      const slot = after - 1;
      if (after > 0 && times[slot] === row.time && blocks[slot] === row.block) {
        flags[slot] = row.flags;
        return;
      }
      if (after > 0) {
        drop(row.id);
        hasGone = true;
      }
      append(row);
    },
    remove(id) {
      drop(id);
      hasGone = true;
    },
    has: (id) => slotAfter(id) > 0,
    get unsorted() {
      return pending.length;
    },
    sorted() {
      if (pending.length > 0 || hasGone) merge();
      return {
        ids,
        times,
        series,
        flags,
        heads,
        tails,
        order,
        length: ordered,
        mostPart,
        mostSeries,
        nearParts,
        farParts: farParts.subarray(0, farLength),
      };
    },
  };
}

type Column = Uint32Array<ArrayBuffer>;
type FourColumns = [Column, Column, Column, Column];
type FiveColumns = [Column, Column, Column, Column, Column];
