/** Characters kept at each end of a shortened address. */
const KEPT = 6;

/**
 * Middle-shortens an address or id: six characters, an ellipsis, six characters. A prefix (`0x`) does not count. Not
 * for decisions, which always show the whole.
 */
export function shorten(text: string): string {
  const prefix = text.startsWith('0x') ? 2 : 0;
  if (text.length <= prefix + 2 * KEPT + 1) return text;
  return `${text.slice(0, prefix + KEPT)}…${text.slice(-KEPT)}`;
}

/**
 * Cuts an address or a digest into groups of four, with a prefix as its own group. Joined, the groups are the address
 * again.
 */
export function groups(text: string): readonly string[] {
  const { 0: prefix = '' } = /^(0x|sha256:)?/.exec(text) ?? [];
  const rest = text.slice(prefix.length).match(/.{1,4}/gsu) ?? [];
  return prefix === '' ? rest : [prefix, ...rest];
}

/** Cuts a sentence at the addresses that it names as whole words. Joined, the parts are the sentence again. */
export function cutAtAddresses(text: string, addresses: ReadonlySet<string>): readonly string[] {
  const parts: string[] = [];
  let words = '';
  for (const part of text.split(/([^\s,;.()]+)/)) {
    if (!addresses.has(part)) words += part;
    else {
      parts.push(words, part);
      words = '';
    }
  }
  return [...parts, words].filter((part) => part !== '');
}

/** Returns the text that confirms an export: the end of the address. Look-alike addresses differ least often there. */
export function acknowledgement(address: string): string {
  return address.slice(-KEPT);
}
