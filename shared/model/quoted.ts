/** Marks that could end a quotation, or seem to. */
const QUOTES = /[“”„‟«»]/g;

/** A text as others wrote it, in quotation marks that nothing in it can close. */
export function inQuotes(text: string): string {
  return `“${text.replace(QUOTES, '"')}”`;
}
