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

/**
 * Addresses, keys and digests as the networks spell them: hex of 20 and 32 bytes, an output of Bitcoin by its transaction and
 * number, SEC1 keys, bech32, StrKey, TON's friendly form, base58.
 */
const ADDRESSES: readonly RegExp[] = [
  /^0x[0-9a-fA-F]{40}$/,
  /^(0x)?[0-9a-f]{64}$/,
  /^[0-9a-f]{64}:\d{1,10}$/,
  /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/,
  /^[a-z]{2,12}1[02-9ac-hj-np-z]{38,90}$/,
  /^G[A-Z2-7]{55}$/,
  /^[UEk0]Q[A-Za-z0-9_-]{46}$/,
  /^(?=.*[1-9])(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{26,44}$/,
];

/** Whether a value is one long word of an address, key or hash, to be drawn in groups. */
export function looksLikeAddress(text: string): boolean {
  return ADDRESSES.some((form) => form.test(text));
}

/** A sentence cut at the addresses in it; joined, the parts are the sentence again. */
export function addressesIn(text: string): readonly string[] {
  return text.split(/(?<![\w-])([\w-]{26,130})(?![\w-])/).filter((part) => part !== '');
}

/** What the operator types to confirm an export: the end of the address, which is where look-alikes differ least often. */
export function acknowledgement(address: string): string {
  return address.slice(-KEPT);
}
