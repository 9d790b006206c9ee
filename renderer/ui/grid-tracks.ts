/** Inter draws a letter of a heading narrower than a digit of a row, whose width is `ch`. */
const LETTER = 0.95;

/**
 * The track of a column in the CSS grid. A fixed one is at least as wide as its heading, whose length differs by language.
 */
export function trackOf({ title, width }: { readonly title: string; readonly width?: string }): string {
  if (width === undefined) return 'minmax(0, 1fr)';
  return /^\d+px$/.test(width) ? `max(${width}, ${Math.round(LETTER * 10 * title.length) / 10}ch)` : width;
}
