/** An abbreviation, or the name of a chain. */
const KEPT_CAPITAL = /^(?:\p{Lu}\p{Lu}|(?:Bitcoin|Ethereum|Solana|Spark|Tempo|Tron)\b)/u;

/**
 * Returns an English text for the middle of a sentence. Names and abbreviations keep their capital.
 *
 * @example
 * lowered('Ethereum transactions');
 * // 'Ethereum transactions'
 */
export const lowered = (text: string): string =>
  KEPT_CAPITAL.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
