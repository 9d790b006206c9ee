/** Plain text forms of keys, read from bytes to bytes: a key is never made a string. */
import { secretBytes } from './secret-bytes.ts';
import { utf8Encode } from './text.ts';

const QUOTES = [0x22, 0x27, 0x60];
const [ZERO, NINE, SMALL_X, LARGE_X, SPACE] = [0x30, 0x39, 0x78, 0x58, 0x20];
/** Space, colon, hyphen, underscore and comma. */
const SEPARATORS = [SPACE, 0x3a, 0x2d, 0x5f, 0x2c];

/** Blanks, invisible characters and quotes beyond ASCII, which stand around pasted text. */
const EDGES = [
  ...[
    '\ufeff',
    '\u00a0',
    '\u00ad',
    '\u2009',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u202f',
    '\u2060',
    '\u3000',
  ],
  ...['“', '”', '„', '‘', '’', '‚', '«', '»', '‹', '›'],
].map((character) => utf8Encode(character));

/**
 * Returns the text without white space, invisible characters and quotes around it. Takes and returns UTF-8. The result is
 * a part of `bytes`, not a copy.
 *
 * @example
 * utf8Decode(plainKeyText(utf8Encode(' "9d61b19d"\n')));
 * // '9d61b19d'
 */
export function plainKeyText(bytes: Uint8Array): Uint8Array {
  const text = withoutEdges(bytes);
  const [first = 0] = text;
  return text.length > 1 && QUOTES.includes(first) && text.at(-1) === first ? withoutEdges(text.subarray(1, -1)) : text;
}

/**
 * Returns the text without 0x before it. Joins the digits of `length` bytes in place when one sign separates groups of
 * equal length (`ab:cd:…`). Other text stays as it is, also pairs of digits that may be decimal numbers.
 *
 * @example
 * utf8Decode(plainDigits(utf8Encode('0x9d:61:b1:9d'), 4));
 * // '9d61b19d'
 */
export function plainDigits(text: Uint8Array, length: number): Uint8Array {
  return isDecimalPairs(text) ? text : withoutSeparators(withoutPrefix(text), length);
}

/**
 * Reports whether a text is pairs of decimal digits with one sign between them. It may be a list of decimal numbers, which
 * are another key than the same digits in hexadecimal.
 *
 * @example
 * isDecimalPairs(utf8Encode('17,34,51'));
 * // true
 */
export function isDecimalPairs(text: Uint8Array): boolean {
  const between = text[2];
  if (between === undefined || !SEPARATORS.includes(between) || text.length % 3 !== 2) return false;
  return text.every((byte, index) => (index % 3 === 2 ? byte === between : byte >= ZERO && byte <= NINE));
}

/** Returns the number of bytes that fit. `filter` would copy them to an array that nobody wipes. */
export function countBytes(text: Uint8Array, isCounted: (byte: number) => boolean): number {
  let count = 0;
  for (const byte of text) if (isCounted(byte)) count += 1;
  return count;
}

/**
 * Decodes hexadecimal digits in ASCII to `length` bytes. Returns null for other text. The caller wipes the result.
 *
 * @example
 * decodeHexKey(utf8Encode('9D61'), 2);
 * // Uint8Array.of(0x9d, 0x61)
 */
export function decodeHexKey(digits: Uint8Array, length: number): Uint8Array<ArrayBuffer> | null {
  if (digits.length !== length * 2) return null;
  const key = secretBytes(length);
  for (let index = 0; index < length; index += 1) {
    const high = digitValue(digits[index * 2] ?? 0);
    const low = digitValue(digits[index * 2 + 1] ?? 0);
    if (high === null || low === null) {
      key.fill(0);
      return null;
    }
    key[index] = high * 16 + low;
  }
  return key;
}

/** Reports whether all bytes are hexadecimal digits in ASCII. */
export const isHexText = (text: Uint8Array): boolean => text.every((byte) => digitValue(byte) !== null);

/** Reports whether a byte is a printable ASCII character or white space. */
export const isTextByte = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || isSpace(byte);

const isSpace = (byte: number | undefined): boolean =>
  byte === SPACE || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);

const withoutPrefix = (text: Uint8Array) =>
  text[0] === ZERO && (text[1] === SMALL_X || text[1] === LARGE_X) ? text.subarray(2) : text;

function withoutSeparators(text: Uint8Array, bytes: number): Uint8Array {
  const digits = 2 * bytes;
  const size = text.findIndex((byte) => digitValue(byte) === null);
  const between = text[size];
  if (between === undefined || !SEPARATORS.includes(between) || size < 2 || size % 2 !== 0) return text;
  const groups = digits / size;
  // The groups have one length, or the length is not that of so many digits.
  if (text.length !== digits + groups - 1) return text;
  if (!text.every((byte, index) => (index % (size + 1) === size ? byte === between : digitValue(byte) !== null)))
    return text;
  for (let index = 0; index < groups; index += 1)
    text.copyWithin(size * index, (size + 1) * index, (size + 1) * index + size);
  return text.subarray(0, digits);
}

function withoutEdges(bytes: Uint8Array): Uint8Array {
  let text = withoutSpace(bytes);
  for (;;) {
    const before = EDGES.find((edge) => edge.every((byte, index) => text[index] === byte));
    const behind = EDGES.find((edge) => edge.every((byte, index) => text[text.length - edge.length + index] === byte));
    if (before !== undefined) text = withoutSpace(text.subarray(before.length));
    else if (behind !== undefined) text = withoutSpace(text.subarray(0, -behind.length));
    else return text;
  }
}

function withoutSpace(bytes: Uint8Array): Uint8Array {
  let [start, end] = [0, bytes.length];
  while (start < end && isSpace(bytes[start])) start += 1;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}

/** Value of one ASCII hex digit, or null. */
function digitValue(byte: number): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : null;
}

/** Returns the index of an ASCII text in the bytes, or -1. */
export function indexOfText(text: Uint8Array, part: string): number {
  const wanted = utf8Encode(part);
  for (let at = 0; at + wanted.length <= text.length; at += 1)
    if (wanted.every((byte, index) => text[at + index] === byte)) return at;
  return -1;
}
