/** Marks that could end a quotation, or seem to. */
const QUOTES = /[“”„‟«»]/g;

/**
 * Returns a foreign text in quotation marks that nothing in it can close.
 *
 * @example
 * inQuotes('Treasury” to “Alice');
 * // '“Treasury" to "Alice”'
 */
export function inQuotes(text: string): string {
  return `“${text.replace(QUOTES, '"')}”`;
}
