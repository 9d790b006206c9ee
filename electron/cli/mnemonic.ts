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

/** Characters that no word list has: a byte order mark, blanks that are not seen, and curly quotes. */
const BETWEEN = ['\ufeff', '\u00a0', '\u200b', '\u201c', '\u201d'].map((character) => utf8Encode(character));
/** The same in ASCII: white space, quotes, commas, points and brackets. */
const isBetween = (byte: number) => byte === SPACE || (byte >= 0x09 && byte <= 0x0d) || MARKS.includes(byte);
const MARKS = [0x22, 0x27, 0x29, 0x2c, 0x2e, 0x5b, 0x5d];
const SPACE = 0x20;
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/** Returns the length of the number of a word, of at most two digits, or 0 for anything else. */
function numberLength(bytes: Uint8Array, at: number): number {
  const rest = bytes.subarray(at, at + 3);
  const end = rest.findIndex((byte) => !isDigit(byte));
  return end > 0 && isBetween(rest[end] ?? 0) ? end : 0;
}

/**
 * Puts one space between words and lowercases ASCII letters, because no word list has uppercase letters. Drops what
 * files and lists write around words: quotes, commas, and the number of a word.
 */
function plainWords(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint8Array(bytes.length + 1);
  let length = 0;
  let isApart = true;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? SPACE;
    const other = BETWEEN.find((character) => character.every((part, index) => bytes[at + index] === part));
    const skipped = other?.length ?? (isBetween(byte) ? 1 : isApart ? numberLength(bytes, at) : 0);
    if (skipped > 0) {
      isApart = true;
      at += skipped - 1;
      continue;
    }
    if (isApart && length > 0) {
      words[length] = SPACE;
      length += 1;
    }
    isApart = false;
    words[length] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    length += 1;
  }
  const plain = words.slice(0, length);
  words.fill(0);
  return plain;
}
