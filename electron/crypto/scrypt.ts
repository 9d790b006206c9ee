import { scryptAsync } from '@noble/hashes/scrypt.js';
import type { Bytes } from './native.ts';

const KEY_BYTES = 32;

/** Bytes from here on are parts of characters beyond ASCII. */
const BEYOND_ASCII = 0x80;

/**
 * Returns the end of a message about a wrong passphrase, or nothing for one of ASCII. Systems encode a letter with an
 * accent in one or two characters (NFC, NFD), and its bytes are what counts.
 */
export const spellingHint = (passphrase: Uint8Array): string =>
  passphrase.some((byte) => byte >= BEYOND_ASCII)
    ? ' The passphrase has letters that systems can encode in several ways: type it where it was set, or use the file from there.'
    : '';

/**
 * Derives 32 bytes with scrypt (RFC 7914). Other work of this process runs every few milliseconds. Memory is about
 * 128·n·r bytes, and is wiped.
 *
 * Electron's own scrypt is not used. Node first asks it whether the cost is possible. BoringSSL derives a whole key to
 * answer that, on the main thread.
 *
 * @example
 * hexEncode(await scryptKey(utf8Encode('password'), utf8Encode('NaCl'), { n: 1024, r: 8, p: 16 }));
 * // 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162'
 */
export async function scryptKey(
  passphrase: Uint8Array,
  salt: Uint8Array,
  { n, r, p }: { readonly n: number; readonly r: number; readonly p: number },
): Promise<Bytes> {
  const maxmem = 128 * r * (n + p + 1);
  return (await scryptAsync(passphrase, salt, { N: n, r, p, dkLen: KEY_BYTES, maxmem })) as Bytes;
}
