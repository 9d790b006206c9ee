import { MNEMONIC_LANGUAGES, type MnemonicLanguage } from '../../../shared/model/index.ts';
import { encodingFault, utf8Encode } from '../../../shared/wire/index.ts';
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
    countFault(words) ??
    wordFault(mnemonic, words) ??
    WRONG_CHECKSUM
  );
}

const WRONG_CHECKSUM =
  'all its words are known, but its last word does not fit the others, so a word is wrong or in the wrong place';

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

function countFault({ length }: readonly Word[]): string | null {
  return COUNTS.includes(length)
    ? null
    : `it has ${length} word${length === 1 ? '' : 's'} and must have ${COUNTS.slice(0, -1).join(', ')} or ${COUNTS.at(-1)}`;
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
  return `word ${wrong + 1} is in no word list of BIP-39`;
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
