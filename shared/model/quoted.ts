/** Apostrophes of names. Two in a row look like one double mark. */
const SINGLE = "'‘’‚‛‹›‵′ʹʻʼʽˈ׳`´＇❛❜❟";
/**
 * Marks that could end a quotation, or seem to. Unicode's property Quotation_Mark lacks double primes, ornaments,
 * letters that look like marks, and single marks in a row.
 */
const QUOTES = new RegExp(
  `[${SINGLE}]{2,}|[[\\p{Quotation_Mark}\\u02ba\\u02dd\\u02ee\\u02f5\\u02f6\\u05f4\\u1cd3\\u2033\\u2034\\u2036\\u2037\\u2057\\u275d\\u275e\\u2760\\u3003\\u{1f676}-\\u{1f678}\\u030b\\u030e\\u20db]--[${SINGLE}]]`,
  'gv',
);

/**
 * Returns a foreign text in quotation marks that nothing in it can close. A lone apostrophe stays.
 *
 * @example
 * inQuotes('Treasury” to “Alice');
 * // '“Treasury" to "Alice”'
 */
export function inQuotes(text: string): string {
  return `“${text.replace(QUOTES, '"')}”`;
}
