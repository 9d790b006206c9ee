import { ADDRESS_TABLE } from '../../crypto/index.ts';

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

/** Hexadecimal digits, of a selector or more, with or without the prefix. Eight decimal digits may be a number. */
const DIGITS = /^(?:0x)?(?=[0-9]*[a-f]|[0-9a-f]{40})([0-9a-f]{8,})$/i;

/**
 * Returns true when two texts are equal to a policy that forbids. Choice (forbidden-forms): digits are the same with and
 * without 0x, and an address of Tron is the same in Base58 and in digits.
 */
export function sameToForbidding(left: string, right: string): boolean {
  if (sameText(left, right)) return true;
  const [one, other] = [left, right].map((text) => DIGITS.exec(text)?.[1]?.toLowerCase());
  if (one !== undefined && other !== undefined) return one === other;
  const [digits, text] = one === undefined ? [other, left] : [one, right];
  return digits !== undefined && /^41.{40}$/.test(digits) && tronAddress(digits) === text;
}

const tronAddress = ADDRESS_TABLE.ADDRESS_FORMAT_TRON.normalize;
