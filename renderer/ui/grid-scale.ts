/**
 * So tall a list is drawn at most. Chromium ends an element at 33,554,431 px and tells halves of pixels apart up to a quarter of
 * that; a longer list is drawn as tall as this and moves under the scroll bar faster than the bar does.
 */
export const MAXIMUM_HEIGHT = 8_000_000;

/** Rows of one height in a view. All in pixels. */
export interface Scale {
  /** How tall all rows are, and how tall they are drawn. */
  readonly whole: number;
  readonly drawn: number;
  readonly view: number;
}

export function scaleOf(count: number, rowHeight: number, view: number): Scale {
  const whole = count * rowHeight;
  return { whole, drawn: Math.min(whole, Math.max(MAXIMUM_HEIGHT, view)), view };
}

/** Where in the rows a place of the scroll bar is. */
export function toOffset(scrollTop: number, { whole, drawn, view }: Scale): number {
  return drawn === whole ? scrollTop : clamp((scrollTop / Math.max(drawn - view, 1)) * (whole - view), whole - view);
}

/** Where the scroll bar stands for a place in the rows. */
export function toScrollTop(offset: number, { whole, drawn, view }: Scale): number {
  return drawn === whole ? offset : clamp((offset / Math.max(whole - view, 1)) * (drawn - view), drawn - view);
}

/** The place from which a row is wholly in view; the one it is at where it is already. */
export function offsetShowing(row: number, rowHeight: number, offset: number, { whole, view }: Scale): number {
  const top = row * rowHeight;
  if (top < offset) return top;
  return top + rowHeight > offset + view ? clamp(top + rowHeight - view, whole - view) : offset;
}

/** A number from 0 to the most that it can be. */
export function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), Math.max(most, 0));
}
