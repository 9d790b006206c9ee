import { base58 } from '@scure/base';

/** The letters of base58 in the order of their values (Bitcoin's alphabet). */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * Decodes base58 (Bitcoin's alphabet). Returns null for other text. The time is quadratic, so bound the length first.
 * Strings cannot be wiped: never for a secret.
 *
 * @example
 * decodeBase58('11233QC4');
 * // Uint8Array.of(0x00, 0x00, 0x28, 0x7f, 0xb4, 0xcd)
 */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(base58.decode(text));
  } catch {
    return null;
  }
}
