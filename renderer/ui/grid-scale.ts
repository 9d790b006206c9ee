/**
 * The maximum drawn height of a list. Chromium ends an element at 33,554,431 px and resolves half pixels up to a
 * quarter of that. A longer list is drawn at this height and moves under the scroll bar faster than the bar does.
 */
export const MAXIMUM_HEIGHT = 8_000_000;

/** The heights of rows, of which a few are headings. All in pixels. */
export interface RowHeights {
  readonly row: number;
  readonly heading: number;
  /** The positions of the headings, in rising order. */
  readonly headings: readonly number[];
}

/** Returns the distance of a row from the first one. */
export function topOf(index: number, { row, heading, headings }: RowHeights): number {
  const before = headings.filter((at) => at < index).length;
  return index * row - before * (row - heading);
}

/** Returns the row at a distance from the first one. */
export function rowAt(offset: number, heights: RowHeights): number {
  let index = Math.floor(offset / heights.row);
  while (topOf(index + 1, heights) <= offset) index += 1;
  return index;
}

/** Returns the number of rows that begin before a distance from the first one. */
export function rowsBefore(offset: number, heights: RowHeights): number {
  const index = rowAt(offset, heights);
  return topOf(index, heights) < offset ? index + 1 : index;
}

/** Rows in a view. All in pixels. */
export interface Scale {
  /** The height of all rows, and their drawn height. */
  readonly whole: number;
  readonly drawn: number;
  readonly view: number;
}

export function scaleOf(count: number, heights: RowHeights, view: number): Scale {
  const whole = topOf(count, heights);
  return { whole, drawn: Math.min(whole, Math.max(MAXIMUM_HEIGHT, view)), view };
}

/** Converts a scroll bar position to an offset in the rows. */
export function toOffset(scrollTop: number, { whole, drawn, view }: Scale): number {
  return drawn === whole ? scrollTop : clamp((scrollTop / Math.max(drawn - view, 1)) * (whole - view), whole - view);
}

/** Converts an offset in the rows to a scroll bar position. */
export function toScrollTop(offset: number, { whole, drawn, view }: Scale): number {
  return drawn === whole ? offset : clamp((offset / Math.max(whole - view, 1)) * (drawn - view), drawn - view);
}

/** Returns the offset at which a row is wholly in view, or the given offset if it already is. */
export function offsetShowing(row: number, heights: RowHeights, offset: number, { whole, view }: Scale): number {
  const top = topOf(row, heights);
  if (top < offset) return top;
  const end = topOf(row + 1, heights);
  return end > offset + view ? clamp(end - view, whole - view) : offset;
}

/** A number from 0 to the most that it can be. */
export function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), Math.max(most, 0));
}
