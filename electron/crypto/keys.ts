import { AppError } from '../../shared/errors/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';

export const KEY_BYTES = 32;

/** Orders of the curves (SEC 2), 32 bytes. */
export const SECP256K1_ORDER = hexDecode('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
export const P256_ORDER = hexDecode('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** Refuses a private key that does not have 32 bytes, before any library sees it. */
export function requireKeyLength(privateKey: Uint8Array): void {
  if (privateKey.length !== KEY_BYTES) throw invalidKey(`a private key has ${KEY_BYTES} bytes`);
}

/** Creates a KEY_INVALID error with the reason. It never repeats the key. */
export function invalidKey(reason: string): AppError {
  return new AppError(
    'KEY_INVALID',
    `The key cannot be used: ${reason}. Nothing was done with it. Check where the key came from.`,
  );
}

/** Returns KEY_INVALID for 32 bytes that are not a private key of the curve. `curve` is its usual name. */
export function notPrivateKey(curve: string): AppError {
  return invalidKey(`it is not a ${curve} private key (it is zero or not below the order of the curve)`);
}

/**
 * Returns true when the bytes are a private key of a curve of this order: 32 bytes, not 0 and below it. Takes the same
 * time for every key.
 */
export function isScalar(bytes: Uint8Array, order: Uint8Array): boolean {
  const bits = bytes.reduce((all, byte) => all | byte, 0);
  return bytes.length === KEY_BYTES && isBelow(bytes, order) && bits !== 0;
}

/** Compares two numbers of 32 bytes (big endian) in the same time for all. */
export function isBelow(bytes: Uint8Array, limit: Uint8Array): boolean {
  let borrow = 0;
  for (let index = KEY_BYTES - 1; index >= 0; index -= 1)
    borrow = (((bytes[index] ?? 0) - (limit[index] ?? 0) - borrow) >> 8) & 1;
  return borrow === 1;
}
