export { count, counted, groupedAmounts } from '../../shared/words/index.ts';

/**
 * Splits a value that begins with a number before a unit, or is a whole number of more than four digits. Returns its whole
 * part in groups of thousands, and the rest ("1000.25 USDC" to 1, 000 and ".25 USDC"). No groups for any other value.
 */
export function leadingNumber(text: string): readonly [groups: readonly string[], rest: string] {
  const digits = /^(?:\d{5,}(?=$|[\s,])|\d{4,}(?=(?:\.\d+)? \p{L}))/u.exec(text)?.[0] ?? '';
  return [digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [], text.slice(digits.length)];
}
