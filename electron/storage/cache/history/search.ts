import type { Columns } from './columns.ts';
import { type Ends, longer } from './ends.ts';

/** A term after all lookups. Only the comparison of each row remains. */
export interface Sought {
  /** Indexed by the number of a part: 1 for a match. */
  readonly parts: Uint8Array<ArrayBuffer> | null;
  /** Indexed by the id of a series. */
  readonly series: Uint8Array<ArrayBuffer> | null;
  readonly flags: readonly { readonly mask: number; readonly value: number }[];
  readonly hash: SoughtHash | null;
}

/**
 * Hexadecimal digits at the beginning or the end of a hash. The columns hold eight of each, and `isFit` compares the
 * others.
 */
export interface SoughtHash extends Ends {
  readonly isFit: (id: number) => boolean;
}

/**
 * The hits so far: slots, with a heading before the first of each day. A heading is the number of its day and HEADING.
 */
export interface Finding {
  /** Searches the next rows. Returns false after the last. */
  step(): boolean;
  readonly isWhole: boolean;
  readonly length: number;
  /** Returns the lines from one index to before another. */
  lines(from: number, to: number): Uint32Array;
  /** A day by its number: its start in local time, and the number of its hits. Null while that is not known. */
  day(number: number): { readonly at: number; readonly transactions: number | null };
  /** The number of transactions among the lines. */
  readonly count: number;
}

export const HEADING = 0x80000000;

/**
 * Rows that are searched together, one column after the other. A block of a column fits into the processor’s nearest
 * cache.
 */
const BLOCK = 4096;

/**
 * Searches for the rows that match all terms, newest first, in groups of local days.
 * It works a block at a time: one block yields the first page of most searches.
 * `shown` are the series of the profile, or null when the profile has all.
 */
export function createFinding(
  columns: Columns,
  shown: Uint8Array<ArrayBuffer> | null,
  terms: readonly Sought[],
): Finding {
  const { order, length: rows, times } = columns;
  const wanted = shown === null ? terms : [{ parts: null, series: shown, flags: [], hash: null }, ...terms];
  const fits = wanted.map((term) => fitting(columns, term));
  const block = new Uint32Array(BLOCK);
  let lines = new Uint32Array(BLOCK * 2);
  const starts: number[] = [];
  let [at, size, dayStart] = [0, 0, Number.POSITIVE_INFINITY];

  /** Appends slots as lines. */
  const add = (slots: Uint32Array, length: number): void => {
    // Each slot can be the first of a day.
    if (size + length * 2 > lines.length) lines = longer(lines, lines.length * 2);
    const into = lines;
    let [end, start] = [size, dayStart];
    for (let index = 0; index < length; index += 1) {
      const slot = slots[index] as number;
      const time = times[slot] as number;
      if (time < start) {
        start = dayOf(time);
        into[end] = HEADING + starts.length;
        starts.push(end);
        end += 1;
      }
      into[end] = slot;
      end += 1;
    }
    [size, dayStart] = [end, start];
  };

  return {
    step() {
      if (at >= rows) return false;
      let left = Math.min(BLOCK, rows - at);
      for (let index = 0; index < left; index += 1) block[index] = order[at + index] as number;
      at += left;
      for (const keep of fits) left = keep(block, left);
      add(block, left);
      return true;
    },
    get isWhole() {
      return at >= rows;
    },
    get length() {
      return size;
    },
    lines: (from, to) => lines.subarray(from, Math.min(to, size)),
    day(number) {
      const start = starts[number] as number;
      const end = starts[number + 1] ?? (at >= rows ? size : null);
      return { at: dayOf(times[lines[start + 1] as number] as number), transactions: end && end - start - 1 };
    },
    get count() {
      return size - starts.length;
    },
  };
}

/** Returns the local start of a moment's day, both in seconds. */
export function dayOf(time: number): number {
  return new Date(time * 1000).setHours(0, 0, 0, 0) / 1000;
}

/**
 * Returns a function that moves the matching ones of the first `count` slots to the front, and returns their number.
 */
function fitting(columns: Columns, { parts, series, flags, hash }: Sought) {
  const { heads, tails, ids, series: seriesOf, flags: flagsOf } = columns;
  const hits = new Uint8Array(BLOCK);
  const soughtParts = parts === null ? null : longer(parts, Math.max(parts.length, columns.mostPart + 1));
  const far = soughtParts === null ? null : slotsAmong(columns.farParts, soughtParts, ids.length);
  const soughtSeries = series === null ? null : longer(series, Math.max(series.length, columns.mostSeries + 1));

  // One loop for each column without branches. A loop that decides row by row takes several times as long.
  const hitParts = (slots: Uint32Array, count: number, sought: Uint8Array): void => {
    const [first, second, third, fourth] = columns.nearParts;
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] as number;
      hits[index] =
        (hits[index] as number) |
        (sought[first[slot] as number] as number) |
        (sought[second[slot] as number] as number) |
        (sought[third[slot] as number] as number) |
        (sought[fourth[slot] as number] as number);
    }
    if (far === null) return;
    for (let index = 0; index < count; index += 1)
      hits[index] = (hits[index] as number) | (far[slots[index] as number] as number);
  };
  const hitHash = (slots: Uint32Array, count: number, { head, tail, isWhole, isFit }: SoughtHash): void => {
    const [headBits, headMask, tailBits, tailMask] = [head[0] | 0, head[1] | 0, tail[0] | 0, tail[1] | 0];
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] as number;
      const isNear =
        ((heads[slot] as number) & headMask) === headBits || ((tails[slot] as number) & tailMask) === tailBits;
      if (isNear && (isWhole || isFit(ids[slot] as number))) hits[index] = 1;
    }
  };

  return (slots: Uint32Array, count: number): number => {
    hits.fill(0, 0, count);
    if (soughtSeries !== null)
      for (let index = 0; index < count; index += 1)
        hits[index] = soughtSeries[seriesOf[slots[index] as number] as number] as number;
    for (const { mask, value } of flags)
      for (let index = 0; index < count; index += 1)
        if (((flagsOf[slots[index] as number] as number) & mask) === value) hits[index] = 1;
    if (hash !== null) hitHash(slots, count, hash);
    if (soughtParts !== null) hitParts(slots, count, soughtParts);
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      slots[kept] = slots[index] as number;
      kept += hits[index] as number;
    }
    return kept;
  };
}

/** Marks the slots that match the search with 1. Null without matches. */
function slotsAmong(pairs: Uint32Array, sought: Uint8Array, slots: number): Uint8Array<ArrayBuffer> | null {
  let marked: Uint8Array<ArrayBuffer> | null = null;
  for (let at = 0; at < pairs.length; at += 2) {
    if (sought[pairs[at + 1] as number] !== 1) continue;
    marked ??= new Uint8Array(slots);
    marked[pairs[at] as number] = 1;
  }
  return marked;
}
