import { AppError } from '../../shared/errors/index.ts';
import { LIMITS } from '../../shared/model/index.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import type { CommandContext } from './context.ts';
import { readSecretInput } from './secret-input.ts';

/**
 * Reads a mnemonic from a file, stdin or the terminal as bytes, which never become a string. Normalizes its spaces and
 * letters. The caller wipes the result.
 */
export async function readMnemonic(
  file: string | undefined,
  context: CommandContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readSecretInput(
    file,
    { what: 'The mnemonic', asked: 'Mnemonic: ', maximum: LIMITS.mnemonic },
    context,
  );
  try {
    return plainWords(bytes);
  } finally {
    bytes.fill(0);
  }
}

/** Characters around words beyond ASCII: a byte order mark, blanks, marks of direction, bullets and curly quotes. */
const BETWEEN = [
  ...['\ufeff', '\u00a0', '\u200b', '\u200e', '\u202a', '\u202c', '\u2009', '\u202f', '\u2060', '\u3000'],
  ...['\u2022', '\u201c', '\u201d', '\u2018', '\u2019'],
].map((character) => utf8Encode(character));
/** The same in ASCII. */
const MARKS = utf8Encode(` \t\n\v\f\r"'()[],.:;#=|*-`);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const SPACE = 0x20;

/** A word by its place in the text. `number` is the one that stands before it. */
interface Word {
  readonly from: number;
  readonly to: number;
  readonly number: number | null;
}

/**
 * Puts one space between words and lowercases ASCII letters, because no word list has uppercase letters. Drops what
 * files and lists write around words: quotes, commas, bullets, and the number of a word. Words with numbers are put in
 * the order of the numbers, because a list of two columns has another order on its lines. The caller wipes the result.
 * Throws INVALID_INPUT when the numbers do not count every word once.
 */
export function plainWords(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = inOrder(wordsOf(bytes));
  const plain = new Uint8Array(words.reduce((length, { from, to }) => length + to - from + 1, 0));
  let length = 0;
  for (const { from, to } of words) {
    for (const byte of bytes.subarray(from, to)) {
      plain[length] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
      length += 1;
    }
    plain[length] = SPACE;
    length += 1;
  }
  return plain.subarray(0, Math.max(0, length - 1));
}

function wordsOf(bytes: Uint8Array): Word[] {
  const words: Word[] = [];
  let number: number | null = null;
  for (let at = 0; at < bytes.length; ) {
    const skipped = betweenLength(bytes, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    const from = at;
    while (at < bytes.length && betweenLength(bytes, at) === 0) at += 1;
    const digits = bytes.subarray(from, at);
    if (digits.length <= 2 && digits.every(isDigit) && number === null) {
      number = digits.reduce((sum, digit) => sum * 10 + digit - 0x30, 0);
      continue;
    }
    words.push({ from, to: at, number });
    number = null;
  }
  return words;
}

/** Returns the length of the character at a place that stands between words, or 0 for a part of a word. */
function betweenLength(bytes: Uint8Array, at: number): number {
  if (MARKS.includes(bytes[at] ?? SPACE)) return 1;
  return BETWEEN.find((character) => character.every((part, index) => bytes[at + index] === part))?.length ?? 0;
}

function inOrder(words: readonly Word[]): readonly Word[] {
  if (words.every(({ number }) => number === null)) return words;
  const sorted = words.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0));
  const first = sorted[0]?.number;
  if ((first === 0 || first === 1) && sorted.every(({ number }, index) => number === first + index)) return sorted;
  throw new AppError(
    'INVALID_INPUT',
    'Some words of the mnemonic have numbers, and the numbers do not count each word once from 1. Nothing was read. Write the words in their order, without numbers.',
  );
}
