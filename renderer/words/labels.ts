import type { KeyCurve, StampScheme } from '../../shared/model/index.ts';
import { lowered } from '../../shared/words/index.ts';
import { LOWERS_TITLES } from '../language/locale.ts';

/** The curve of an API key. */
export const KEY_CURVE_WORDS: Readonly<Record<KeyCurve, string>> = {
  p256: 'P-256',
  secp256k1: 'secp256k1',
  ed25519: 'Ed25519',
};

/** The schemes by which an API key stamps. */
export const SCHEME_WORDS: Readonly<Record<StampScheme, string>> = {
  SIGNATURE_SCHEME_TK_API_P256: 'P-256',
  SIGNATURE_SCHEME_TK_API_SECP256K1: 'secp256k1',
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: 'secp256k1, as an Ethereum wallet (EIP-191)',
  SIGNATURE_SCHEME_TK_API_ED25519: 'Ed25519',
};

/**
 * Lowercases the first letter of a title inside a sentence: "User tag" to "user tag". "API key", "OIDC token" and names
 * such as "Ethereum transactions" stay.
 * A language that writes its nouns with a capital keeps every title.
 */
export function inSentence(title: string): string {
  return LOWERS_TITLES ? lowered(title) : title;
}

/** Returns a noun with its article: "a user", "an application". */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Returns the text with its first letter in upper case. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns the title of a list of ids as its things, because people choose and read names.
 *
 * @example
 * listTitle('Policy ids');
 * // 'Policies'
 */
export function listTitle(title: string): string {
  const [, thing] = /^(.*\S) ids$/.exec(title) ?? [];
  return thing === undefined ? title : thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`;
}
