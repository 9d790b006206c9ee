import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** What a text can turn out to hold, as a person calls it. */
export const SECRET_NAMES = {
  mnemonic: 'a recovery phrase',
  wif: 'a private key (WIF)',
  extended: 'an extended private key',
  solana: 'a Solana private key',
  pem: 'a private key (PEM)',
  /** The only one that proves nothing: a digest looks the same. */
  hex: '64 hexadecimal digits, as a private key has',
} as const;
export type SecretKind = keyof typeof SECRET_NAMES;

/** What is said when a secret was turned away. */
export const nothingKept = (kind: SecretKind): string =>
  `This is a ${kind === 'mnemonic' ? 'recovery phrase' : 'private key'}. Nothing was kept.`;

const WORDS = new Set(wordlist);
/** BIP-39: 128 to 256 bits, in steps of 32. */
const PHRASE_LENGTHS = [12, 15, 18, 21, 24];
/** The shortest text of a WIF key and the longest of an extended key, both in base58. */
const MINIMUM_TOKEN = 50;
const MAXIMUM_TOKEN = 112;
/** Deriving a public key takes a moment; no paste holds this many 64-byte values of which only a later one is a key. */
const MAXIMUM_PAIRS = 256;

const PEM = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[^-]{40}/;
const KEYPAIR_JSON = /\[(?:\s*\d{1,3}\s*,){63}\s*\d{1,3}\s*\]/;

const base58check = createBase58check(sha256);

/**
 * The first secret in a text, or null. Found are BIP-39 phrases of English words (all lengths, numbered or not), WIF keys,
 * extended private keys of every SLIP-132 version, Solana key pairs (base58 or the 64 numbers of a key file) and PEM private
 * keys. Checksums are verified, and a Solana pair's halves must fit, so that nothing else is taken for one; only `hex`, a
 * text that is 64 hexadecimal digits and nothing else, is a guess.
 */
export function findSecret(text: string): { readonly kind: SecretKind } | null {
  const kind = findKind(text);
  return kind === null ? null : { kind };
}

function findKind(text: string): SecretKind | null {
  if (/^\s*(?:0x)?[0-9a-f]{64}\s*$/i.test(text)) return 'hex';
  if (PEM.test(text)) return 'pem';
  // A label before the phrase may be made of listed words itself: “seed: …”.
  if (hasPhrase(text) || text.split(/[:="'`]/).some(hasPhrase)) return 'mnemonic';
  return kindOfTokens(text);
}

/** Whether a run of listed words, as long as it goes, is a phrase whose checksum is right. */
function hasPhrase(text: string): boolean {
  let run: string[] = [];
  const ends = () => PHRASE_LENGTHS.includes(run.length) && validateMnemonic(run.join(' '), wordlist);
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    if (WORDS.has(word)) {
      run.push(word);
      continue;
    }
    if (ends()) return true;
    run = [];
  }
  return ends();
}

function kindOfTokens(text: string): SecretKind | null {
  let pairs = 0;
  for (const [token] of text.matchAll(/[A-Za-z0-9]+/g)) {
    if (token.length < MINIMUM_TOKEN || token.length > MAXIMUM_TOKEN) continue;
    const checked = decoded(base58check, token);
    if (checked !== null) {
      const kind = kindOfChecked(checked);
      checked.fill(0);
      if (kind !== null) return kind;
      continue;
    }
    const bytes = decoded(base58, token);
    if (bytes?.length === 64 && pairs < MAXIMUM_PAIRS) {
      pairs += 1;
      if (isKeyPair(bytes)) return 'solana';
    }
  }
  const [json] = KEYPAIR_JSON.exec(text) ?? [];
  return json !== undefined && isKeyPair(Uint8Array.from(JSON.parse(json) as number[])) ? 'solana' : null;
}

/** By its structure, so that the version of no chain is missing: 0x80 and above marks a key, 0x00 in place of a point's sign too. */
function kindOfChecked(bytes: Uint8Array): SecretKind | null {
  const [version = 0] = bytes;
  if (bytes.length === 33 && version >= 0x80) return 'wif';
  if (bytes.length === 34 && version >= 0x80 && bytes[33] === 1) return 'wif';
  return bytes.length === 78 && bytes[45] === 0 ? 'extended' : null;
}

/** Whether the second half is the Ed25519 public key of the first (RFC 8032). Wipes the bytes. */
function isKeyPair(bytes: Uint8Array): boolean {
  const publicKey = ed25519.getPublicKey(bytes.subarray(0, 32));
  const fits = publicKey.every((byte, index) => byte === bytes[32 + index]);
  bytes.fill(0);
  return fits;
}

function decoded(coder: { decode(text: string): Uint8Array }, text: string): Uint8Array | null {
  try {
    return coder.decode(text);
  } catch {
    return null;
  }
}
