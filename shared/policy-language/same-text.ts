/**
 * Texts that a policy takes for one another. The service decides by this table, and the checks of an expression read it, so
 * that they cannot disagree.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';

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
  return isCaseless(left) && sameLetters(left, right);
}

/** Returns true for texts that differ in their letter case alone. */
const sameLetters = (left: string, right: string): boolean =>
  left.length === right.length && left.toLowerCase() === right.toLowerCase();

/** Hexadecimal digits, of a selector or more, with or without the prefix. Eight decimal digits may be a number. */
const DIGITS = /^(?:0x)?(?=[0-9]*[a-f]|[0-9a-f]{40})([0-9a-f]{8,})$/i;
/** The digits of an address of Tron, with its prefix. */
const TRON_DIGITS = /^41[0-9a-f]{40}$/;

/**
 * Returns true when two texts are equal to a policy that forbids. Choice (forbidden-forms): digits are the same with and
 * without 0x, and an address of Tron is the same in Base58 and in digits.
 */
export function sameToForbidding(left: string, right: string): boolean {
  if (sameText(left, right)) return true;
  const [one, other] = [left, right].map((text) => DIGITS.exec(text)?.[1]?.toLowerCase());
  if (one !== undefined && other !== undefined) return one === other;
  const [digits, text] = one === undefined ? [other, left] : [one, right];
  return digits !== undefined && TRON_DIGITS.test(digits) && tronAddress(digits) === text;
}

const base58check = createBase58check(sha256);
const tronAddress = (digits: string): string => base58check.encode(hex.decode(digits));

/** Members that have hexadecimal digits, also those too few to be known as such. They are equal in any letter case. */
const HEX_MEMBERS: ReadonlySet<string> = new Set([
  ...['data', 'input', 'function_signature', 'instruction_data_hex', 'discriminator', 'script_pubkey', 'scripts'],
  ...['salt', 'tx_id', 'ref_block_bytes', 'ref_block_hash'],
]);

/** Returns true for the name of a member that has hexadecimal digits. */
export const isHexMember = (name: string): boolean => HEX_MEMBERS.has(name);
/** Returns true for hexadecimal digits that are no decimal number. */
export const isHexText = (text: string): boolean => /^(?:0x)?[0-9a-f]+$/i.test(text) && /[a-f]/i.test(text);
/** Returns true for two texts of hexadecimal digits that are equal to any policy. */
export const sameHex = (left: string, right: string): boolean => sameLetters(left, right);

/**
 * Returns the other spellings of a text that the table can take for it.
 *
 * @example
 * spellingsOf('A9059CBB');
 * // ['a9059cbb', '0xa9059cbb']
 */
export function spellingsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const digits = lower.replace(/^0x/, '');
  const all = [lower, digits, `0x${digits}`, ...(TRON_DIGITS.test(digits) ? [tronAddress(digits)] : [])];
  return [...new Set(all)].filter((one) => one !== text);
}

/** A value of these keywords is equal to no two different texts. Others, such as a key, can have several names. */
const ONE_NAME = /^(?:activity\.(?:type|kind|resource|action)|wallet|private_key|secret|approvers|credentials|time)\b/;
/** These have several spellings even to a policy that allows: a point of a curve, and a domain in other letters. */
const SEVERAL_SPELLINGS = /\.(?:public_key|email)$/;

/** To a rule that forbids, these equal each name of a key or a chain, and an address as a word. */
const SEVERAL_NAMES = /^(?:wallet_account\.address$|activity\.params\.|eth\.eip_712\.)/;

/** Returns true when a known value at a path can be equal to two different texts. `forbids` is as below. */
export const hasSeveralNames = (path: string, forbids: boolean): boolean =>
  (forbids && SEVERAL_NAMES.test(path)) || SEVERAL_SPELLINGS.test(path);

/**
 * Returns true when the value at a path is equal to one text only, also where content hides it. `forbids` is true for a rule that forbids or asks for
 * proof.
 */
export const hasOneName = (path: string, forbids: boolean): boolean =>
  (!forbids || ONE_NAME.test(path)) && !SEVERAL_SPELLINGS.test(path);
