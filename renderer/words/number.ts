import { grouped } from '../../shared/model/index.ts';

export { count, counted } from '../../shared/words/index.ts';

/**
 * Splits a value that begins with a number before a unit, or is a whole number of more than four digits. Returns its whole
 * part in groups of thousands, and the rest ("1000.25 USDC" to 1, 000 and ".25 USDC"). No groups for any other value.
 */
export function leadingNumber(text: string): readonly [groups: readonly string[], rest: string] {
  const digits = /^(?:\d{5,}(?=$|[\s,])|\d{4,}(?=(?:\.\d+)? \p{L}))/u.exec(text)?.[0] ?? '';
  return [digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [], text.slice(digits.length)];
}

/** The symbol of an asset has two capital letters, unlike other words. UTC follows a time. */
const SYMBOL = /(?!UTC\b)[\p{L}\d]*\p{Lu}[\p{L}\d]*\p{Lu}/u;
/** Words for units without a symbol, and numbers of them. */
const UNIT = /(?:base |smallest )?units?\b|wrapped |times\b|of the token /u;
const AMOUNT = new RegExp(
  `(?<=^|[\\s(])\\d{4,}(?:\\.\\d+)?(?= (?:${SYMBOL.source}|${UNIT.source}))|(?<=^Send )\\d{4,}(?:\\.\\d+)?(?= )`,
  'gu',
);
/** Text of other people stays as it is. */
const QUOTED = /(“[^”]*”?|".*")/s;

/**
 * Separates the thousands of the amounts in a sentence. A number without a unit behind it can be an id, a nonce or a year,
 * and stays.
 *
 * @example
 * groupedAmounts('Send 1000.25 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
 * // 'Send 1,000.25 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 */
export function groupedAmounts(sentence: string): string {
  return sentence
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(AMOUNT, grouped)))
    .join('');
}
