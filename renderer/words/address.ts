import { KEPT_OF_ADDRESS } from '../../shared/words/index.ts';

export { cutAtAddresses, shorten } from '../../shared/words/index.ts';

/**
 * Cuts an address or a digest into groups of four, with a prefix as its own group. Joined, the groups are the address
 * again.
 */
export function groups(text: string): readonly string[] {
  const { 0: prefix = '' } = /^(0x|sha256:)?/.exec(text) ?? [];
  const rest = text.slice(prefix.length).match(/.{1,4}/gsu) ?? [];
  return prefix === '' ? rest : [prefix, ...rest];
}

/** Returns the text that confirms an export: the end of the address. Look-alike addresses differ least often there. */
export function acknowledgement(address: string): string {
  return address.slice(-KEPT_OF_ADDRESS);
}
