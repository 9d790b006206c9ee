/** Plain text forms of keys, read from bytes to bytes: a key is never made a string. */

const QUOTES = [0x22, 0x27, 0x60];
const [ZERO, SMALL_X, LARGE_X, SPACE, COLON] = [0x30, 0x78, 0x58, 0x20, 0x3a];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Returns the text without a byte order mark, and without white space and quotes around it. Takes and returns UTF-8.
 * The result is a part of `bytes`, not a copy.
 *
 * @example
 * utf8Decode(plainKeyText(utf8Encode(' "9d61b19d"\n')));
 * // '9d61b19d'
 */
export function plainKeyText(bytes: Uint8Array): Uint8Array {
  const text = withoutSpace(BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? bytes.subarray(3) : bytes);
  const [first = 0] = text;
  return text.length > 1 && QUOTES.includes(first) && text.at(-1) === first ? withoutSpace(text.subarray(1, -1)) : text;
}

/**
 * Returns the text without 0x before it. Joins `length` hexadecimal bytes that are separated by one space or colon each
 * (`ab:cd:…`), in place. Other text stays as it is.
 *
 * @example
 * utf8Decode(plainDigits(utf8Encode('0x9d:61:b1:9d'), 4));
 * // '9d61b19d'
 */
export function plainDigits(text: Uint8Array, length: number): Uint8Array {
  return withoutSeparators(withoutPrefix(text), length);
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
  const key = new Uint8Array(length);
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
  const between = text[2];
  if (text.length !== 3 * bytes - 1 || (between !== COLON && between !== SPACE)) return text;
  if (!text.every((byte, index) => (index % 3 === 2 ? byte === between : digitValue(byte) !== null))) return text;
  for (let index = 0; index < bytes; index += 1) text.copyWithin(2 * index, 3 * index, 3 * index + 2);
  return text.subarray(0, 2 * bytes);
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
