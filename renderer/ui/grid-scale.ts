/**
 * The maximum drawn height of a list. Chromium ends an element at 33,554,431 px and resolves half pixels up to a
 * quarter of that. A longer list is drawn at this height and moves under the scroll bar faster than the bar does.
 */
export const MAXIMUM_HEIGHT = 8_000_000;

/** Rows of one height in a view. All in pixels. */
export interface Scale {
  /** The height of all rows, and their drawn height. */
  readonly whole: number;
  readonly drawn: number;
  readonly view: number;
}

export function scaleOf(count: number, rowHeight: number, view: number): Scale {
  const whole = count * rowHeight;
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
export function offsetShowing(row: number, rowHeight: number, offset: number, { whole, view }: Scale): number {
  const top = row * rowHeight;
  if (top < offset) return top;
  return top + rowHeight > offset + view ? clamp(top + rowHeight - view, whole - view) : offset;
}

/** A number from 0 to the most that it can be. */
export function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), Math.max(most, 0));
}
