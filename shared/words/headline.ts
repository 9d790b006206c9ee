import { grouped, isCompared, type Meaning } from '../model/index.ts';

/** Characters kept at each end of a shortened address. */
export const KEPT_OF_ADDRESS = 6;

/**
 * Middle-shortens an address or id: six characters, an ellipsis, six characters. A prefix (`0x`) does not count. Not
 * for decisions, which always show the whole.
 */
export function shorten(text: string): string {
  const prefix = text.startsWith('0x') ? 2 : 0;
  if (text.length <= prefix + 2 * KEPT_OF_ADDRESS + 1) return text;
  return `${text.slice(0, prefix + KEPT_OF_ADDRESS)}…${text.slice(-KEPT_OF_ADDRESS)}`;
}

/**
 * Cuts a sentence at the addresses that it names as whole words. A colon behind an address is no part of it. Joined, the
 * parts are the sentence again.
 */
export function cutAtAddresses(text: string, addresses: ReadonlySet<string>): readonly string[] {
  const parts: string[] = [];
  let words = '';
  for (const part of text.split(/([^\s,;.()]+)/)) {
    const word = withoutColons(part);
    if (!addresses.has(word)) words += part;
    else {
      parts.push(words, word);
      words = part.slice(word.length);
    }
  }
  return [...parts, words].filter((part) => part !== '');
}

/** A pattern for colons at the end takes minutes for a text of others that is full of them. */
function withoutColons(part: string): string {
  let end = part.length;
  while (part[end - 1] === ':') end -= 1;
  return part.slice(0, end);
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

/** Returns the values in a headline that a list shortens: addresses, hashes, keys, and issuers in amounts. */
export function namedIn({ decoded, rows }: Pick<Meaning, 'decoded' | 'rows'>): readonly string[] {
  const shown = [...(decoded?.summary ?? []), ...(decoded?.fields ?? []), ...rows];
  return shown.flatMap(({ value, kind }) => {
    if (isCompared(kind)) return [value];
    return kind === 'amount' ? (value.match(/(?<= issued by )\S+/g) ?? []) : [];
  });
}

/** Returns those of them that a sentence about the meaning names, each once. */
export const namedBy = (sentence: string, meaning: Pick<Meaning, 'decoded' | 'rows'>): string[] =>
  [...new Set(namedIn(meaning))].filter((value) => value !== '' && sentence.includes(value));

/** Returns a headline with shortened addresses and separated thousands. `addresses` are those that it may name. */
export function shortHeadline(headline: string, addresses: ReadonlySet<string>): string {
  return cutAtAddresses(headline, addresses)
    .map((part) => (addresses.has(part) ? shorten(part) : groupedAmounts(part)))
    .join('');
}
