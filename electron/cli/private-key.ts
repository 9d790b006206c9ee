import { AppError } from '../../shared/errors/index.ts';
import { withoutLineEnd } from './passphrase.ts';

const KEY_LENGTH = 32;

/** More than any accepted form, so that a wrong file is told from a long key. */
export const MAXIMUM_KEY_INPUT = 256;

/**
 * Reads a P-256 private key given as 64 hex digits (a line end may follow) or as 32 raw bytes, without making a string.
 * Wipes `bytes`; the caller owns and wipes the result. Throws KEY_INVALID, which never repeats the input.
 */
export function readPrivateKey(bytes: Uint8Array, what: string): Uint8Array<ArrayBuffer> {
  try {
    if (bytes.length === KEY_LENGTH) return Uint8Array.from(bytes);
    const key = decodeHex(bytes.subarray(0, withoutLineEnd(bytes)));
    if (key !== null) return key;
  } finally {
    bytes.fill(0);
  }
  throw new AppError(
    'KEY_INVALID',
    `${what} is not a private key: 64 hexadecimal digits or 32 raw bytes are taken. Nothing was kept.`,
  );
}

function decodeHex(digits: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (digits.length !== KEY_LENGTH * 2) return null;
  const key = new Uint8Array(KEY_LENGTH);
  for (let index = 0; index < KEY_LENGTH; index += 1) {
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
