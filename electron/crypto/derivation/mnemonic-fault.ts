import { MNEMONIC_LANGUAGES, type MnemonicLanguage } from '../../../shared/model/index.ts';
import { encodingFault, isHexText, utf8Encode } from '../../../shared/wire/index.ts';
import { findWord } from './words.ts';

const SPACE = 0x20;
const IDEOGRAPHIC_SPACE = utf8Encode('\u3000');
const COUNTS = [12, 15, 18, 21, 24];
/** More words than these are not looked up. */
const MAXIMUM_WORDS = 32;

/** The range of a word in the bytes. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the reason why an invalid mnemonic is invalid. The reason is a clause that names the places of words and
 * never a word.
 *
 * @example
 * mnemonicFault(utf8Encode(`${'abandon '.repeat(11)}abuot`));
 * // 'word 12 is in no word list of BIP-39'
 */
export function mnemonicFault(mnemonic: Uint8Array): string {
  if (mnemonic.length === 0) return 'it is empty';
  const words = wordsOf(mnemonic);
  return (
    encodingFault(mnemonic) ??
    spaceFault(mnemonic, words) ??
    formFault(mnemonic, words) ??
    characterFault(mnemonic, words) ??
    countFault(words) ??
    wordFault(mnemonic, words) ??
    WRONG_CHECKSUM
  );
}

const WRONG_CHECKSUM =
  'all its words are known, but its last word does not fit the others, so a word is wrong or in the wrong place, or it is a phrase of another kind, as of Electrum or LND';

const isOtherSpace = (byte: number) => byte >= 0x09 && byte <= 0x0d;

function spaceFault(mnemonic: Uint8Array, words: readonly Word[]): string | null {
  const other = mnemonic.findIndex(isOtherSpace);
  if (other !== -1)
    return `a line end or tab stands behind word ${words.filter(({ end }) => end <= other).length}, instead of one space or the end. A passphrase is not taken`;
  const empty = words.findIndex(({ start, end }) => start === end);
  if (empty === -1) return null;
  if (empty === 0) return 'it starts with a space';
  return words.slice(empty).every(({ start, end }) => start === end)
    ? 'it ends with a space'
    : `two spaces stand behind word ${empty}, instead of one`;
}

/** Something else than words, or words that something else than single spaces joins. */
function formFault(mnemonic: Uint8Array, { length }: readonly Word[]): string | null {
  if (length > 1) return null;
  if (isHexText(mnemonic) && mnemonic.length >= ENTROPY_DIGITS)
    return `it has ${mnemonic.length} hexadecimal digits, as entropy or a private key has, and not words`;
  const isJoined = [HYPHEN, UNDERSCORE, SLASH].some((sign) => mnemonic.filter((byte) => byte === sign).length > 2);
  if (isJoined) return 'its words are not joined by single spaces';
  return mnemonic.some(isDigit) && mnemonic.every((byte) => isDigit(byte) || isLetter(byte))
    ? 'it is one word with digits, as an extended key has, and not words'
    : null;
}

const ENTROPY_DIGITS = 32;
const [HYPHEN, UNDERSCORE, SLASH] = [0x2d, 0x5f, 0x2f];
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Phrases of other standards, by their number of words. */
const OTHER_COUNTS: Readonly<Record<number, string>> = {
  13: '. A thirteenth word is a passphrase, which is not taken',
  20: ', as a share of SLIP-39 has',
  25: '. A phrase of Monero or Algorand, or a passphrase, is not taken',
  33: ', as a share of SLIP-39 has',
};

function countFault({ length }: readonly Word[]): string | null {
  if (COUNTS.includes(length)) return null;
  const other = OTHER_COUNTS[length] ?? '';
  return `it has ${length} word${length === 1 ? '' : 's'} and must have ${COUNTS.slice(0, -1).join(', ')} or ${COUNTS.at(-1)}${other}`;
}

/** A character that no word of any list has. */
function characterFault(mnemonic: Uint8Array, words: readonly Word[]): string | null {
  for (const [index, { start, end }] of words.slice(0, MAXIMUM_WORDS).entries()) {
    const bytes = mnemonic.subarray(start, end);
    const word = `word ${index + 1}`;
    if (bytes.some(isDigit)) return `${word} has a digit`;
    if (bytes.some((byte) => byte < 0x80 && !isLetter(byte)))
      return `${word} has a character that no word has, such as a quote or a comma`;
    if (INVISIBLE.some((character) => indexOf(bytes, character) !== -1))
      return `${word} has a character that is not seen. Type the words again`;
  }
  return null;
}

function wordFault(mnemonic: Uint8Array, words: readonly Word[]): string | null {
  const looked = words.slice(0, MAXIMUM_WORDS);
  const isOf = (language: MnemonicLanguage, { start, end }: Word) => findWord(language, mnemonic, start, end) !== -1;
  const known = MNEMONIC_LANGUAGES.map((language) => ({
    language,
    count: looked.filter((word) => isOf(language, word)).length,
  }));
  const { language } = known.reduce((best, one) => (one.count > best.count ? one : best));
  const wrong = looked.findIndex((word) => !isOf(language, word));
  const word = looked[wrong];
  if (word === undefined) return null;
  const bytes = mnemonic.subarray(word.start, word.end);
  if (bytes.some((byte) => byte >= 0x41 && byte <= 0x5a)) return `word ${wrong + 1} has a capital letter`;
  if (MNEMONIC_LANGUAGES.some((other) => isOf(other, word)))
    return `word ${wrong + 1} is of another language than the others`;
  const isShort = looked.every((each) => each.end - each.start <= SHORTENED);
  if (isShort && looked.filter((each) => !isOf(language, each)).length > 1)
    return `word ${wrong + 1} is cut to its first letters. Write each word whole`;
  return `word ${wrong + 1} is in no word list of BIP-39`;
}

/** The first letters that make a word known, of which steel plates and some wallets keep no more. */
const SHORTENED = 4;
/** A byte order mark, and blanks that are not seen. */
const INVISIBLE = ['\ufeff', '\u00a0', '\u200b'].map((character) => utf8Encode(character));

function indexOf(bytes: Uint8Array, part: Uint8Array): number {
  return bytes.findIndex((_, at) => part.every((byte, index) => bytes[at + index] === byte));
}

/** Splits at single spaces, as the mnemonic parser does. */
function wordsOf(mnemonic: Uint8Array): readonly Word[] {
  const words: Word[] = [];
  let start = 0;
  for (let at = 0; at < mnemonic.length; at += 1) {
    const width = mnemonic[at] === SPACE || isOtherSpace(mnemonic[at] ?? 0) ? 1 : isIdeographic(mnemonic, at) ? 3 : 0;
    if (width === 0) continue;
    words.push({ start, end: at });
    start = at + width;
    at = start - 1;
  }
  return [...words, { start, end: mnemonic.length }];
}

const isIdeographic = (bytes: Uint8Array, at: number) =>
  IDEOGRAPHIC_SPACE.every((byte, index) => bytes[at + index] === byte);
