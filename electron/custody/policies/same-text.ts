/**
 * Choice (policy-letter-case): hexadecimal digits, identifiers and Bech32 addresses are the same in any letter case.
 * The service takes them in any.
 */
const CASELESS =
  /^(?:0x[0-9a-f]+|[0-9a-f]{40,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]{1,20}1[02-9ac-hj-np-z]{20,})$/i;

export const isCaseless = (text: string): boolean => CASELESS.test(text);

/** Returns true when two texts are equal to a policy. */
export function sameText(left: string, right: string): boolean {
  if (left === right) return true;
  return left.length === right.length && isCaseless(left) && left.toLowerCase() === right.toLowerCase();
}
