import { formatLabel, type KeyCurve, type StampScheme } from '../../shared/model/index.ts';

/** The operator's words for the values of the interface. */
const VALUES: Readonly<Record<string, string>> = {
  CURVE_SECP256K1: 'secp256k1',
  CURVE_ED25519: 'Ed25519',
  CURVE_P256: 'P-256',
  HASH_FUNCTION_NO_OP: 'None',
  HASH_FUNCTION_SHA256: 'SHA-256',
  HASH_FUNCTION_KECCAK256: 'Keccak-256',
  HASH_FUNCTION_NOT_APPLICABLE: 'Not applicable',
  TRANSACTION_TYPE_ETHEREUM: 'Ethereum',
  TRANSACTION_TYPE_TEMPO: 'Tempo',
  TRANSACTION_TYPE_BITCOIN: 'Bitcoin (PSBT)',
  TRANSACTION_TYPE_TRON: 'Tron',
  TRANSACTION_TYPE_SOLANA: 'Solana',
  PAYLOAD_ENCODING_HEXADECIMAL: 'Hex',
  PAYLOAD_ENCODING_TEXT_UTF8: 'Text (UTF-8)',
  PAYLOAD_ENCODING_EIP712: 'Typed data (EIP-712)',
  PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: 'Authorization (EIP-7702)',
  PATH_FORMAT_BIP32: 'BIP-32',
  EARN_PROVIDER_MORPHO: 'Morpho',
  EARN_PROVIDER_AAVE: 'Aave',
  EFFECT_ALLOW: 'Allow',
  EFFECT_DENY: 'Deny',
};

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

/** Returns the words for an enumerated value of the interface. An unknown value is returned unchanged, never hidden. */
export function valueLabel(value: string): string {
  return VALUES[value] ?? (value.startsWith('ADDRESS_FORMAT_') ? formatLabel(value) : value);
}

/**
 * Lowercases the first letter of a title inside a sentence: "User tag" to "user tag". "API key" and "OIDC token" stay.
 */
export function inSentence(title: string): string {
  return /^\p{Lu}\p{Lu}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

/** Returns the singular of a title: "Policies" to "Policy", "Addresses" to "Address", "Tags" to "Tag". */
export function singular(title: string): string {
  return title
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch)es$/, '$1')
    .replace(/(?<!s)s$/, '');
}

/** Returns the text with its first letter in upper case. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
