/** Names of coins and tokens that other issuers imitate: anyone can issue a token with any name on these ledgers. */

/** Letters and digits that look alike in many fonts, as one of them. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[I1|!]/g, 'L'],
  [/0/g, 'O'],
  [/5/g, 'S'],
  [/VV/g, 'W'],
  [/[^A-Z0-9]/g, ''],
];

const skeleton = (name: string): string =>
  ALIKE.reduce((text, [letters, one]) => text.replace(letters, one), name.toUpperCase());

/**
 * Returns the known name that a token's name is or resembles. Null for none.
 *
 * @example
 * tickerLike('USDc', ['XLM', 'USDC']);
 * // 'USDC'
 */
export const tickerLike = (name: string, known: readonly string[]): string | null =>
  known.find((each) => skeleton(each) === skeleton(name)) ?? null;
