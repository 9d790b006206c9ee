/**
 * Ed25519 (RFC 8032) by the native library. Verification is strict: canonical encodings only, no key of small order.
 * Does NOT offer the prehashed or context variants.
 */
import { hexDecode, hexEncode, isHex } from '../../../shared/wire/index.ts';
import { invalidKey, KEY_BYTES, requireKeyLength } from '../keys.ts';
import {
  type Bytes,
  importPublicKey,
  nativeKey,
  nativePublicKey,
  nativeSign,
  nativeVerify,
  randomBytes,
} from '../native.ts';

/** A signature by one of the eight points whose order divides 8 proves nothing: their y-coordinates (little endian, sign bit clear). */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** Makes a new key pair: a 32-byte seed, which the caller wipes, and the public key in lowercase hex (64 digits). */
export function generateEd25519(): { privateKey: Bytes; publicKey: string } {
  const privateKey = randomBytes(KEY_BYTES);
  return { privateKey, publicKey: ed25519PublicKey(privateKey) };
}

/**
 * Returns the public key of a 32-byte seed (RFC 8032), lowercase hex. Throws KEY_INVALID for another length.
 *
 * @example
 * ed25519PublicKey(hexDecode('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'));
 * // 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
 */
export function ed25519PublicKey(seed: Uint8Array): string {
  requireKeyLength(seed);
  return hexEncode(nativePublicKey(nativeKey('ed25519', seed)));
}

/**
 * Returns the 64-byte signature of the message itself, with no prehash (RFC 8032). Takes a 32-byte seed. Throws
 * KEY_INVALID for another length.
 */
export function ed25519Sign(seed: Uint8Array, message: Uint8Array): Bytes {
  requireKeyLength(seed);
  return nativeSign(nativeKey('ed25519', seed), message);
}

/**
 * Verifies a signature strictly after RFC 8032. `publicKey` is hex. Returns false for any malformed input and never
 * throws.
 */
export function ed25519Verify(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean {
  if (!isEd25519Key(publicKey) || signature.length !== 64) return false;
  try {
    return nativeVerify(importPublicKey('ed25519', hexDecode(publicKey)), message, signature);
  } catch {
    return false;
  }
}

/** The key in lowercase hex when it is a canonical encoding of a point that is not of small order. Throws KEY_INVALID. */
export function requireEd25519Key(publicKey: string): string {
  if (!isEd25519Key(publicKey))
    throw invalidKey('it is not an Ed25519 public key (32 bytes of hexadecimal text, canonical, not of small order)');
  return publicKey.toLowerCase();
}

function isEd25519Key(publicKey: string): boolean {
  if (!isHex(publicKey, KEY_BYTES)) return false;
  const y = hexDecode(publicKey);
  y[31] = (y[31] ?? 0) & 0x7f;
  return isBelowPrime(y) && !SMALL_ORDER.has(hexEncode(y));
}

/** Returns true when the little endian value is below 2^255 - 19. */
function isBelowPrime(y: Uint8Array): boolean {
  const [lowest = 0, ...rest] = y;
  return lowest < 0xed || rest.some((byte, index) => byte !== (index === 30 ? 0x7f : 0xff));
}
