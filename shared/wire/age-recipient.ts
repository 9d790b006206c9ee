import { bech32 } from '@scure/base';

const KEY_BYTES = 32;
const HEAD = 'age1';
/** The characters of `age1…`: the head, 52 characters of data and 6 of the checksum. */
const LENGTH = 62;
const OTHER_CHARACTER = /[^023456789acdefghjklmnpqrstuvwxyz]/;

/**
 * Returns the fault of an X25519 recipient of age (`age1…`, bech32 of BIP-173 in lowercase), or null. The fault is the
 * end of a sentence and never quotes the text, which may be a private key.
 *
 * @example
 * ageRecipientFault('AGE-SECRET-KEY-1QQQQ');
 * // 'is a private key of age, not a public key'
 */
export function ageRecipientFault(text: string): string | null {
  if (/^age-(?:secret-key|plugin)/i.test(text)) return 'is a private key of age, not a public key';
  if (text.startsWith('ssh-')) return 'is a key of SSH, not a public key of age';
  if (!text.startsWith(HEAD))
    return text.toLowerCase().startsWith(HEAD) ? 'is not in lowercase' : `does not begin with ${HEAD}`;
  const data = text.slice(HEAD.length);
  if (text.length !== LENGTH)
    return /^[a-z0-9]{2,}1/.test(data)
      ? 'is a recipient of another kind, which needs another program'
      : `has ${text.length} characters, not ${LENGTH}`;
  const wrong = data.search(OTHER_CHARACTER);
  if (wrong !== -1) return `has a character at position ${HEAD.length + wrong + 1} that no public key of age has`;
  return decoded(text) === null ? 'has a wrong checksum: a character is mistyped' : null;
}

/** Returns the 32 bytes of a recipient, or null where `ageRecipientFault` names a fault. */
export function ageRecipientKey(text: string): Uint8Array | null {
  return ageRecipientFault(text) === null ? decoded(text) : null;
}

function decoded(text: string): Uint8Array | null {
  const { words } = bech32.decodeUnsafe(text) ?? {};
  const bytes = words === undefined ? undefined : bech32.fromWordsUnsafe(words);
  return bytes instanceof Uint8Array && bytes.length === KEY_BYTES ? bytes : null;
}
