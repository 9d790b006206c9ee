/**
 * Returns at most `limit` characters of the text, with a note when it is cut.
 *
 * @example
 * shortened('0123456789', 4);
 * // '0123… (6 more characters)'
 */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}
