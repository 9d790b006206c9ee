import type { Columns } from './columns.ts';
import { type Ends, longer } from './ends.ts';

/** A term with everything looked up that can be: what is left is compared row by row. */
export interface Sought {
  /** By the number of a part, 1 where it is sought. */
  readonly parts: Uint8Array | null;
  /** By the id of a series. */
  readonly series: Uint8Array | null;
  readonly flags: readonly { readonly mask: number; readonly value: number }[];
  readonly hash: SoughtHash | null;
}

/** Hexadecimal digits at the beginning or the end of a hash. The columns know eight of each; `isFit` looks at more. */
export interface SoughtHash extends Ends {
  readonly isFit: (id: number) => boolean;
}

/** What was found: slots, and before the first of each day a heading, which is the number of its day and HEADING. */
export interface Found {
  readonly lines: Uint32Array;
  readonly days: readonly { readonly at: number; readonly transactions: number }[];
  readonly count: number;
}

export const HEADING = 0x80000000;

/** Days for which there is room from the beginning. */
const MARGIN = 4096;

/** The rows that all terms fit, in groups of this machine's days. `shown` are the series of the profile; null where it has all. */
export function findLines(columns: Columns, shown: Uint8Array | null, terms: readonly Sought[]): Found {
  const { order, length, times } = columns;
  const wanted = shown === null ? terms : [{ parts: null, series: shown, flags: [], hash: null }, ...terms];
  const fits = wanted.map((term) => fitting(columns, term)).reduce<Uint8Array | null>(both, null);
  let lines = new Uint32Array(length + MARGIN);
  const starts: number[] = [];
  let [size, dayStart] = [0, -1];
  for (let index = 0; index < length; index += 1) {
    const slot = order[index] as number;
    if (fits !== null && fits[slot] === 0) continue;
    const time = times[slot] as number;
    if (dayStart < 0 || time < dayStart) {
      dayStart = dayOf(time);
      if (lines.length < size + length - index + 1) lines = longer(lines, lines.length + MARGIN);
      lines[size] = HEADING + starts.length;
      starts.push(size);
      size += 1;
    }
    lines[size] = slot;
    size += 1;
  }
  const days = starts.map((start, day) => ({
    at: dayOf(times[lines[start + 1] as number] as number),
    transactions: (starts[day + 1] ?? size) - start - 1,
  }));
  return { lines: lines.subarray(0, size), days, count: size - starts.length };
}

/** When the day of a moment begins here, both in seconds. */
export function dayOf(time: number): number {
  return new Date(time * 1000).setHours(0, 0, 0, 0) / 1000;
}

/** By slot, 1 where one part of the term fits. A loop for each column: over a million rows one that decides row by row takes ten times as long. */
function fitting(columns: Columns, { parts, series, flags, hash }: Sought): Uint8Array {
  const { count, starts, heads, tails, ids, series: seriesOf, flags: flagsOf, parts: all } = columns;
  const fits = new Uint8Array(count);
  if (series !== null)
    for (let slot = 0; slot < count; slot += 1) fits[slot] = series[seriesOf[slot] as number] === 1 ? 1 : 0;
  for (const { mask, value } of flags)
    for (let slot = 0; slot < count; slot += 1) if (((flagsOf[slot] as number) & mask) === value) fits[slot] = 1;
  if (parts !== null) {
    let slot = 0;
    for (let at = 0; at < (starts[count] as number); at += 1) {
      if (parts[all[at] as number] !== 1) continue;
      while ((starts[slot + 1] as number) <= at) slot += 1;
      fits[slot] = 1;
    }
  }
  if (hash !== null) {
    const { head, tail, isWhole, isFit } = hash;
    const [[headBits, headMask], [tailBits, tailMask]] = [
      [head[0] | 0, head[1] | 0],
      [tail[0] | 0, tail[1] | 0],
    ] as const;
    for (let slot = 0; slot < count; slot += 1) {
      const isNear =
        ((heads[slot] as number) & headMask) === headBits || ((tails[slot] as number) & tailMask) === tailBits;
      if (isNear && (isWhole || isFit(ids[slot] as number))) fits[slot] = 1;
    }
  }
  return fits;
}

function both(one: Uint8Array | null, other: Uint8Array): Uint8Array {
  if (one === null) return other;
  for (let slot = 0; slot < one.length; slot += 1) one[slot] = (one[slot] as number) & (other[slot] as number);
  return one;
}
