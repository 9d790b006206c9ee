import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** The kinds of secrets in a text, as a person calls them. */
export const SECRET_NAMES = {
  mnemonic: 'a recovery phrase',
  wif: 'a private key (WIF)',
  extended: 'an extended private key',
  solana: 'a Solana private key',
  pem: 'a private key (PEM)',
  /** The only kind without a proof: a digest looks the same. */
  hex: '64 hexadecimal digits, as a private key has',
} as const;
export type SecretKind = keyof typeof SECRET_NAMES;

/** The message after a secret was refused. */
export const nothingKept = (kind: SecretKind): string =>
  `This is a ${kind === 'mnemonic' ? 'recovery phrase' : 'private key'}. Nothing was kept.`;

/** The 11-bit value of each word (BIP-39). */
const BITS = new Map(wordlist.map((word, bits) => [word, bits]));
/** BIP-39: 128 to 256 bits, in steps of 32. */
const PHRASE_LENGTHS = [12, 15, 18, 21, 24];
const LONGEST_PHRASE = 24;
/**
 * At one place in sixteen, words that could be a phrase have a right checksum by chance (in 256 for 24 words).
 * A text with more places than this and no right checksum was crafted to prolong the search. It counts as a phrase.
 */
const MAXIMUM_PLACES = 20_000;
/** The shortest text of a WIF key and the longest of an extended key, both in base58. */
const MINIMUM_TOKEN = 50;
const MAXIMUM_TOKEN = 112;
/** Deriving a public key takes a moment. No paste holds this many 64-byte values of which only a later one is a key. */
const MAXIMUM_PAIRS = 256;

const PEM = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[^-]{40}/;
const KEYPAIR_JSON = /\[(?:\s*\d{1,3}\s*,){63}\s*\d{1,3}\s*\]/;

const base58check = createBase58check(sha256);

/**
 * Returns the first secret in a text, or null. It finds:
 * - BIP-39 phrases of English words (all lengths, numbered or not, beside other words).
 * - WIF keys, and extended private keys of every SLIP-132 version.
 * - Solana key pairs (base58 or the 64 numbers of a key file).
 * - PEM private keys.
 * Checksums are verified, and the halves of a Solana pair must fit, so that nothing else matches.
 * Only `hex`, a text of exactly 64 hexadecimal digits, is a guess.
 */
export function findSecret(text: string): { readonly kind: SecretKind } | null {
  return search(text, { pairs: 0 });
}

/** A search through the texts of one document. */
interface SecretSearch {
  find: typeof findSecret;
  /** True when so many values were tried that later ones are not. */
  isSpent(): boolean;
}

/** All texts of the search share the bound on derived keys, so that many texts cannot hold up a process. */
export function createSecretSearch(): SecretSearch {
  const spent: Spent = { pairs: 0 };
  return { find: (text) => search(text, spent), isSpent: () => spent.pairs >= MAXIMUM_PAIRS };
}

/** The derived keys of a search. */
interface Spent {
  pairs: number;
}

function search(text: string, spent: Spent): ReturnType<typeof findSecret> {
  // Documents and web pages hide characters where a long word may break, and have letters of other widths.
  const plain = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const kind = findKind(text, spent) ?? (plain === text ? null : findKind(plain, spent));
  return kind === null ? null : { kind };
}

function findKind(text: string, spent: Spent): SecretKind | null {
  if (/^\s*(?:0x)?[0-9a-f]{64}\s*$/i.test(text)) return 'hex';
  if (PEM.test(text)) return 'pem';
  if (hasPhrase(text)) return 'mnemonic';
  return kindOfTokens(text, spent);
}

/**
 * Reports whether a run of listed words contains a phrase. Words around the phrase, such as its label, may be listed
 * too.
 */
function hasPhrase(text: string): boolean {
  let run: number[] = [];
  let places = 0;
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    const bits = BITS.get(word);
    if (bits === undefined) {
      run = [];
      continue;
    }
    run = [...run.slice(1 - LONGEST_PHRASE), bits];
    for (const length of PHRASE_LENGTHS) {
      if (run.length < length) break;
      places += 1;
      if (places > MAXIMUM_PLACES || isPhrase(run.slice(-length))) return true;
    }
  }
  return false;
}

/**
 * Verifies the checksum: the last bits, one for every three words, are the first of the SHA-256 of the others (BIP-39).
 */
function isPhrase(words: readonly number[]): boolean {
  const checksumBits = words.length / 3;
  const bytes = new Uint8Array(checksumBits * 4 + 1);
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const word of words) {
    held = (held << 11) | word;
    for (bits += 11; bits >= 8; at += 1) {
      bits -= 8;
      bytes[at] = held >>> bits;
      held &= 2 ** bits - 1;
    }
  }
  if (bits > 0) bytes[at] = held << (8 - bits);
  const [first = 0] = sha256(bytes.subarray(0, -1));
  const isRight = (first ^ (bytes.at(-1) ?? 0)) >>> (8 - checksumBits) === 0;
  bytes.fill(0);
  return isRight;
}

function kindOfTokens(text: string, spent: Spent): SecretKind | null {
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
    if (bytes?.length === 64 && spent.pairs < MAXIMUM_PAIRS) {
      spent.pairs += 1;
      if (isKeyPair(bytes)) return 'solana';
    }
  }
  const [json] = KEYPAIR_JSON.exec(text) ?? [];
  if (json === undefined) return null;
  spent.pairs += 1;
  return isKeyPair(Uint8Array.from(JSON.parse(json) as number[])) ? 'solana' : null;
}

/**
 * Recognizes a key by its structure, so that no chain's version is missing.
 * 0x80 and above marks a key. So does 0x00 in place of a point's sign.
 */
function kindOfChecked(bytes: Uint8Array): SecretKind | null {
  const [version = 0] = bytes;
  if (bytes.length === 33 && version >= 0x80) return 'wif';
  if (bytes.length === 34 && version >= 0x80 && bytes[33] === 1) return 'wif';
  return bytes.length === 78 && bytes[45] === 0 ? 'extended' : null;
}

/** Reports whether the second half is the Ed25519 public key of the first (RFC 8032). Wipes the bytes. */
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

/** Returns true for a word of the English list (BIP-39). */
export const isPhraseWord = (word: string): boolean => BITS.has(word);

/** Reports whether the words are all of the English list and have a right checksum (BIP-39). */
export function isEnglishPhrase(words: readonly string[]): boolean {
  const values = words.flatMap((word) => BITS.get(word) ?? []);
  return values.length === words.length && PHRASE_LENGTHS.includes(words.length) && isPhrase(values);
}

/** Returns what is wrong with a phrase: the places of words that its list lacks, or its checksum. Null for a right one. */
export type PhraseFault = { readonly unknown: readonly number[] } | 'checksum' | null;

/**
 * Loads the word lists of the languages other than English (BIP-39). The returned function compares words with the list
 * that has most of them.
 */
export async function loadOtherLists(): Promise<(words: readonly string[]) => PhraseFault> {
  const { OTHER_LISTS } = await import('./other-lists.ts');
  return (words) => {
    const forms = words.map((word) => word.normalize('NFKD'));
    const read = OTHER_LISTS.map((list) => forms.map((word) => list.get(word)));
    const whole = read
      .map((values) => values.flatMap((value) => value ?? []))
      .filter(({ length }) => length === words.length);
    if (whole.length > 0)
      return PHRASE_LENGTHS.includes(words.length) && whole.some((values) => isPhrase(values)) ? null : 'checksum';
    const missing = read.map((values) => values.flatMap((value, place) => (value === undefined ? [place] : [])));
    const [unknown = []] = missing.toSorted((one, other) => one.length - other.length);
    return { unknown };
  };
}

/**
 * Returns the only word of the English list that begins with these letters (BIP-39). Null for fewer than four letters
 * that are no word, and when no word begins so.
 *
 * @example
 * completedWord('aban');
 * // 'abandon'
 */
export function completedWord(start: string): string | null {
  if (isPhraseWord(start)) return start;
  return start.length < 4 ? null : (wordlist.find((word) => word.startsWith(start)) ?? null);
}
