/**
 * BIP-39 mnemonics in nine languages, as UTF-8 bytes from end to end: a mnemonic is never a string, because strings
 * cannot be wiped. The seed passphrase is always empty (docs/protocol.md#addresses). Choice (mnemonic-spelling): words
 * are read in NFKD or NFC with single spaces (U+0020 or U+3000). They are written in NFKD with U+0020, from which every
 * wallet makes the same seed, normalising or not. Choice (mnemonic-language): the language of given words is found, not
 * asked for. Words of two lists that are valid in both give the same seed, because the seed is made of the text.
 */
import { AppError } from '../../../shared/errors/index.ts';
import { MNEMONIC_LANGUAGES, type MnemonicLanguage, type MnemonicLength } from '../../../shared/model/index.ts';
import { copySecret, secretBytes, utf8Encode } from '../../../shared/wire/index.ts';
import { type Bytes, pbkdf2Sha512, randomBytes, sha256 } from '../native.ts';
import { mnemonicFault } from './mnemonic-fault.ts';
import { canonicalWord, findWord, LONGEST_WORD } from './words.ts';

const SPACE = 0x20;
const IDEOGRAPHIC_SPACE = utf8Encode('\u3000');
const BITS_PER_WORD = 11;
const MOST_WORDS = 24;
const MAXIMUM_BYTES = MOST_WORDS * (LONGEST_WORD + IDEOGRAPHIC_SPACE.length);
const SALT = utf8Encode('mnemonic');
const ROUNDS = 2048;

/** A mnemonic that was read: `bits` are entropy and checksum. Its reader wipes them. */
interface Reading {
  readonly language: MnemonicLanguage;
  readonly count: number;
  readonly bits: Bytes;
}

/**
 * Makes a new mnemonic (BIP-39) of 12, 15, 18, 21 or 24 words: UTF-8 with single spaces between them. The caller wipes
 * it.
 */
export function generateMnemonic(
  words: MnemonicLength,
  language: MnemonicLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): Bytes {
  const entropy = randomBytes((words / 3) * 4);
  try {
    return mnemonicFromEntropy(entropy, language);
  } finally {
    entropy.fill(0);
  }
}

/** The words of 16, 20, 24, 28 or 32 bytes of entropy (BIP-39 "Generating the mnemonic"). The caller wipes them. */
export function mnemonicFromEntropy(
  entropy: Uint8Array,
  language: MnemonicLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): Bytes {
  if (![16, 20, 24, 28, 32].includes(entropy.length))
    throw notMnemonic('its entropy does not have 16, 20, 24, 28 or 32 bytes');
  const bits = withChecksum(entropy);
  try {
    return write({ language, count: (entropy.length * 3) / 4, bits });
  } finally {
    bits.fill(0);
  }
}

/**
 * Returns the 64-byte seed of a valid mnemonic (UTF-8) of any language: PBKDF2 with an empty passphrase (BIP-39).
 * Throws INVALID_INPUT. The caller wipes it.
 *
 * @example
 * const mnemonic = utf8Encode(`${'abandon '.repeat(11)}about`);
 * hexEncode(mnemonicSeed(mnemonic).subarray(0, 8));
 * // '5eb00bbddcf06908'
 */
export function mnemonicSeed(mnemonic: Uint8Array): Bytes {
  const reading = read(mnemonic);
  if (reading === null) throw notMnemonic(mnemonicFault(mnemonic));
  const canonical = write(reading);
  try {
    return pbkdf2Sha512(canonical, SALT, ROUNDS, 64);
  } finally {
    reading.bits.fill(0);
    canonical.fill(0);
  }
}

/** Returns true when the bytes are words of one language with single spaces, a valid count and a valid checksum. */
export function isMnemonic(mnemonic: Uint8Array): boolean {
  return mnemonicLanguage(mnemonic) !== null;
}

/** Returns the first language of the interface in which the mnemonic (UTF-8) is valid, or null. */
export function mnemonicLanguage(mnemonic: Uint8Array): MnemonicLanguage | null {
  const reading = read(mnemonic);
  reading?.bits.fill(0);
  return reading?.language ?? null;
}

function read(mnemonic: Uint8Array): Reading | null {
  if (mnemonic.length > MAXIMUM_BYTES) return null;
  for (const language of MNEMONIC_LANGUAGES) {
    const reading = readIn(language, mnemonic);
    if (reading !== null) return reading;
  }
  return null;
}

function readIn(language: MnemonicLanguage, mnemonic: Uint8Array): Reading | null {
  const bits = secretBytes((MOST_WORDS * BITS_PER_WORD) / 8);
  let count = 0;
  for (let start = 0; start <= mnemonic.length; ) {
    const { end, next } = wordEnd(mnemonic, start);
    const word = findWord(language, mnemonic, start, end);
    if (word === -1 || count === MOST_WORDS) {
      bits.fill(0);
      return null;
    }
    writeBits(bits, count * BITS_PER_WORD, word);
    count += 1;
    start = next;
  }
  if (count >= 12 && count % 3 === 0 && checksumHolds(bits, (count / 3) * 4)) return { language, count, bits };
  bits.fill(0);
  return null;
}

/** Returns the end of a word and the start of the next one, which is behind the text after the last word. */
function wordEnd(bytes: Uint8Array, start: number): { readonly end: number; readonly next: number } {
  for (let end = start; end < bytes.length; end += 1) {
    if (bytes[end] === SPACE) return { end, next: end + 1 };
    if (IDEOGRAPHIC_SPACE.every((byte, index) => bytes[end + index] === byte))
      return { end, next: end + IDEOGRAPHIC_SPACE.length };
  }
  return { end: bytes.length, next: bytes.length + 1 };
}

function write({ language, count, bits }: Reading): Bytes {
  const draft = secretBytes(count * (LONGEST_WORD + 1));
  try {
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      if (index > 0) draft[length++] = SPACE;
      const word = canonicalWord(language, readBits(bits, index * BITS_PER_WORD));
      draft.set(word, length);
      length += word.length;
    }
    return copySecret(draft.subarray(0, length));
  } finally {
    draft.fill(0);
  }
}

function checksumHolds(bits: Uint8Array, entropyLength: number): boolean {
  const expected = withChecksum(bits.subarray(0, entropyLength));
  const shift = 8 - entropyLength / 4;
  const holds = (bits[entropyLength] ?? 0) >> shift === (expected[entropyLength] ?? 0) >> shift;
  expected.fill(0);
  return holds;
}

/** Entropy and the first byte of its SHA-256, of which one bit for each 4 bytes of entropy counts. */
function withChecksum(entropy: Uint8Array): Bytes {
  const bits = secretBytes(entropy.length + 1);
  const digest = sha256(entropy);
  bits.set(entropy);
  bits[entropy.length] = digest[0] ?? 0;
  digest.fill(0);
  return bits;
}

function readBits(bits: Uint8Array, offset: number): number {
  let value = 0;
  for (let bit = offset; bit < offset + BITS_PER_WORD; bit += 1)
    value = (value << 1) | (((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return value;
}

function writeBits(bits: Uint8Array, offset: number, value: number): void {
  for (let bit = 0; bit < BITS_PER_WORD; bit += 1) {
    const at = offset + bit;
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (((value >> (BITS_PER_WORD - 1 - bit)) & 1) << (7 - (at & 7)));
  }
}

function notMnemonic(fault: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    `This is not a valid mnemonic: ${fault}. Nothing was derived. Check its words and their order.`,
  );
}
