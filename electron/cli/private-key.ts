import { AppError } from '../../shared/errors/index.ts';
import { KEY_CURVES, type KeyCurve } from '../../shared/model/index.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';

const KEY_LENGTH = 32;
const COLON = 0x3a;

/** Longer than any accepted form, so that a wrong file and a long key get different errors. */
export const MAXIMUM_KEY_INPUT = 256;

/** An API key as it was given. Members that the text does not state are null. */
export interface GivenKey {
  /** 32 bytes that the caller owns and wipes. */
  readonly privateKey: Uint8Array<ArrayBuffer>;
  readonly curve: KeyCurve | null;
  /** Lowercase hex: the public half given beside an Ed25519 key. */
  readonly publicKey: string | null;
}

/**
 * Reads a private key given as 64 hex digits or as 32 raw bytes, without making a string. A byte order mark, white space and
 * quotes around the digits and 0x before them are dropped.
 * Wipes `bytes`; the caller owns and wipes the result. Throws KEY_INVALID, which never repeats the input.
 */
export function readPrivateKey(bytes: Uint8Array, what: string): Uint8Array<ArrayBuffer> {
  let fault: string;
  try {
    if (bytes.length === KEY_LENGTH) return Uint8Array.from(bytes);
    const digits = digitsOf(bytes);
    const key = decodeHex(digits, KEY_LENGTH);
    if (key !== null) return key;
    fault = faultOf(digits);
  } finally {
    bytes.fill(0);
  }
  throw new AppError(
    'KEY_INVALID',
    `${what} is not a private key: ${fault}. Nothing was kept. Give 64 hexadecimal digits or 32 raw bytes.`,
  );
}

/** Returns why digits are no private key. Names their number, never one of them. */
function faultOf(digits: Uint8Array): string {
  if (digits.length === 0) return 'it is empty';
  return digits.every((byte) => digitValue(byte) !== null)
    ? `it has ${digits.length} hexadecimal digits and must have ${2 * KEY_LENGTH}`
    : 'it has a character that is no hexadecimal digit';
}

/**
 * The same for an API key, also as a private key file of the public command line client. That file holds hexadecimal
 * digits, a colon and the curve. For Ed25519 the digits are the seed and the public key, 128 digits (tkhq/go-sdk,
 * crypto/store.go). Throws KEY_INVALID.
 */
export function readApiKey(bytes: Uint8Array, what: string): GivenKey {
  let fault: string;
  try {
    const text = digitsOf(bytes);
    const colon = text.indexOf(COLON);
    if (bytes.length === KEY_LENGTH || colon === -1)
      return { privateKey: readPrivateKey(bytes, what), curve: null, publicKey: null };
    const called = text.subarray(colon + 1);
    const curve = KEY_CURVES.find((known) => isText(called, known));
    const digits = text.subarray(0, colon);
    const short = curve === undefined ? null : decodeHex(digits, KEY_LENGTH);
    if (curve !== undefined && short !== null) return { privateKey: short, curve, publicKey: null };
    const pair = curve === 'ed25519' ? decodeHex(digits, 2 * KEY_LENGTH) : null;
    fault =
      curve === undefined
        ? `what stands after its colon is none of ${KEY_CURVES.join(', ')}`
        : `before its colon, ${faultOf(digits)}${curve === 'ed25519' ? ', or 128 with its public key' : ''}`;
    if (pair !== null) {
      const publicKey = hexEncode(pair.subarray(KEY_LENGTH));
      const privateKey = pair.slice(0, KEY_LENGTH);
      pair.fill(0);
      return { privateKey, curve: 'ed25519', publicKey };
    }
  } finally {
    bytes.fill(0);
  }
  throw new AppError(
    'KEY_INVALID',
    `${what} is not a private key: ${fault}. Nothing was kept. Give the private key file of the public command line client unchanged, or 64 hexadecimal digits alone.`,
  );
}

const QUOTES = [0x22, 0x27, 0x60];
const [ZERO, SMALL_X, LARGE_X] = [0x30, 0x78, 0x58];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Returns the key's digits without a byte order mark, surrounding white space and quotes, and 0x. */
function digitsOf(bytes: Uint8Array): Uint8Array {
  let text = withoutSpace(BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? bytes.subarray(3) : bytes);
  const [first = 0] = text;
  if (text.length > 1 && QUOTES.includes(first) && text.at(-1) === first) text = withoutSpace(text.subarray(1, -1));
  return text[0] === ZERO && (text[1] === SMALL_X || text[1] === LARGE_X) ? text.subarray(2) : text;
}

function withoutSpace(bytes: Uint8Array): Uint8Array {
  const isSpace = (byte: number | undefined) => byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
  let [start, end] = [0, bytes.length];
  while (start < end && isSpace(bytes[start])) start += 1;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}

function isText(bytes: Uint8Array, text: string): boolean {
  const wanted = utf8Encode(text);
  return bytes.length === wanted.length && wanted.every((byte, index) => byte === bytes[index]);
}

function decodeHex(digits: Uint8Array, length: number): Uint8Array<ArrayBuffer> | null {
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

/** Value of one ASCII hex digit, or null. */
function digitValue(byte: number): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : null;
}
