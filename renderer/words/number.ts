export { count, counted } from '../../shared/words/index.ts';

/**
 * Splits a value that begins with a whole number of more than four digits. Returns the number in groups of thousands,
 * and the rest ("150000 satoshi" to 150, 000 and " satoshi"). No groups for any other value.
 */
export function leadingNumber(text: string): readonly [groups: readonly string[], rest: string] {
  const digits = /^\d{5,}(?=$|[\s,])/.exec(text)?.[0] ?? '';
  return [digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [], text.slice(digits.length)];
}
