/** Characters kept at each end of a shortened address. */
const KEPT = 6;

/**
 * Middle-shortens an address or id: six characters, an ellipsis, six characters. A prefix (`0x`) does not count.
 * Only where nothing is decided; a decision always shows the whole.
 */
export function shorten(text: string): string {
  const prefix = text.startsWith('0x') ? 2 : 0;
  if (text.length <= prefix + 2 * KEPT + 1) return text;
  return `${text.slice(0, prefix + KEPT)}…${text.slice(-KEPT)}`;
}

/** Cuts an address into the groups of four it is drawn in, a prefix on its own; joined they are the address again. */
export function groups(text: string): readonly string[] {
  const prefix = text.startsWith('0x') ? ['0x'] : [];
  const rest = text.slice(prefix.length * 2);
  return [...prefix, ...(rest.match(/.{1,4}/gsu) ?? [])];
}

/** Whether a value is one long word of an address, key or hash, to be drawn in groups. */
export function looksLikeAddress(text: string): boolean {
  return /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}|[0-9a-f]{64}|0[23][0-9a-f]{64}|04[0-9a-f]{128})$/.test(text);
}

/** What the operator types to confirm an export: the end of the address, which is where look-alikes differ least often. */
export function acknowledgement(address: string): string {
  return address.slice(-KEPT);
}

/** Whether a value is written for machines (a path, an id, an enumerated value) and is to be set in monospace. */
export function isCode(text: string): boolean {
  return !/\s/.test(text) && /[\d/_:]/.test(text);
}
