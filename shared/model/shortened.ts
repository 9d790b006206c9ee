/** Returns the end of the first `limit` characters. It is one less when a surrogate pair would be split. */
const endOf = (text: string, limit: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;

/**
 * Returns at most `limit` characters (UTF-16 code units) of the text, with an ellipsis after them when it is cut. Never
 * splits a surrogate pair.
 *
 * @example
 * ellipsized('0123456789', 4);
 * // '0123…'
 */
export function ellipsized(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, endOf(text, limit))}…`;
}

/**
 * Returns at most `limit` characters of the text, with a note when it is cut. Never splits a surrogate pair.
 *
 * @example
 * shortened('0123456789', 4);
 * // '0123… (6 more characters)'
 */
export function shortened(text: string, limit: number): string {
  const cut = ellipsized(text, limit);
  return cut === text ? text : `${cut} (${text.length - endOf(text, limit)} more characters)`;
}
