/**
 * BIP-39 mnemonics in English, as UTF-8 bytes from end to end: a mnemonic is never a string, because strings cannot be wiped.
 * The seed passphrase is always empty (PROTOCOL 9). Does NOT normalise: other languages are refused, not guessed.
 */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { AppError } from '../../shared/errors/index.ts';
import type { MnemonicLength } from '../../shared/model/index.ts';
import { copySecret, secretBytes, utf8Encode } from '../../shared/wire/index.ts';
import { type Bytes, pbkdf2Sha512, randomBytes, sha256 } from './native.ts';

const SPACE = 0x20;
const BITS_PER_WORD = 11;
const LONGEST_WORD = 8;
const SALT = utf8Encode('mnemonic');
const ROUNDS = 2048;

/** A new mnemonic of 12, 15, 18, 21 or 24 words, single spaces between them. The caller wipes it. */
export function generateMnemonic(words: MnemonicLength): Bytes {
  const entropy = randomBytes((words / 3) * 4);
  try {
    return mnemonicFromEntropy(entropy);
  } finally {
    entropy.fill(0);
  }
}

/** The words of 16, 20, 24, 28 or 32 bytes of entropy (BIP-39 "Generating the mnemonic"). */
export function mnemonicFromEntropy(entropy: Uint8Array): Bytes {
  if (![16, 20, 24, 28, 32].includes(entropy.length)) throw notMnemonic();
  const bits = withChecksum(entropy);
  const draft = secretBytes(((entropy.length * 3) / 4) * (LONGEST_WORD + 1));
  try {
    let length = 0;
    for (let word = 0; word < (entropy.length * 3) / 4; word += 1) {
      if (word > 0) draft[length++] = SPACE;
      const text = wordlist[readBits(bits, word * BITS_PER_WORD)] ?? '';
      for (let letter = 0; letter < text.length; letter += 1) draft[length++] = text.charCodeAt(letter);
    }
    return copySecret(draft.subarray(0, length));
  } finally {
    bits.fill(0);
    draft.fill(0);
  }
}

/** The 64-byte seed of a valid mnemonic (PBKDF2, empty passphrase). Throws INVALID_INPUT. The caller wipes it. */
export function mnemonicSeed(mnemonic: Uint8Array): Bytes {
  if (!isMnemonic(mnemonic)) throw notMnemonic();
  return pbkdf2Sha512(mnemonic, SALT, ROUNDS, 64);
}

/** Whether the bytes are English words with single spaces, a valid count and a valid checksum. */
export function isMnemonic(mnemonic: Uint8Array): boolean {
  const bits = secretBytes(33);
  let count = 0;
  try {
    for (let start = 0; start <= mnemonic.length; ) {
      const space = mnemonic.indexOf(SPACE, start);
      const end = space === -1 ? mnemonic.length : space;
      const index = findWord(mnemonic, start, end);
      if (index === -1 || count === 24) return false;
      writeBits(bits, count * BITS_PER_WORD, index);
      count += 1;
      start = end + 1;
    }
    if (count < 12 || count % 3 !== 0) return false;
    return checksumHolds(bits, (count / 3) * 4);
  } finally {
    bits.fill(0);
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

/** Binary search in the sorted list without making a string of the secret word; -1 when it is not there. */
function findWord(bytes: Uint8Array, start: number, end: number): number {
  let low = 0;
  let high = wordlist.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareWord(bytes, start, end, wordlist[middle] ?? '');
    if (order === 0) return middle;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return -1;
}

function compareWord(bytes: Uint8Array, start: number, end: number, word: string): number {
  for (let index = 0; index < word.length; index += 1) {
    if (start + index >= end) return -1;
    const difference = (bytes[start + index] ?? 0) - word.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return end - start - word.length;
}

function notMnemonic(): AppError {
  return new AppError(
    'INVALID_INPUT',
    'This is not a valid English mnemonic: 12, 15, 18, 21 or 24 words of the BIP-39 list, single spaces between them, the last one proving the others.',
  );
}
