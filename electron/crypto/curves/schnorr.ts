/**
 * Schnorr signatures (BIP-340) over 32-byte messages, and the output key of Taproot's key path without scripts
 * (BIP-341, as BIP-86 uses it). With the scheme BIP341 the key is tweaked first, so the output key verifies.
 */

import type { SchnorrScheme } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, isHex, utf8Encode } from '../../../shared/wire/index.ts';
import { invalidKey, KEY_BYTES, notPrivateKey, requireKeyLength } from '../keys.ts';
import { type Bytes, join, randomBytes, sha256 } from '../native.ts';
import { requireDigest } from './ecdsa-digest.ts';
import { addTweak, isPrivateKey, signSchnorr, verifySchnorr } from './libsecp256k1.ts';

const TAP_TWEAK = sha256(utf8Encode('TapTweak'));

/**
 * 64-byte signature of a 32-byte message. `auxiliary` (32 bytes) is fresh randomness when absent. Throws KEY_INVALID, and
 * INVALID_INPUT for another length of message or auxiliary.
 */
export function schnorrSign(
  privateKey: Uint8Array,
  message: Uint8Array,
  scheme: SchnorrScheme,
  auxiliary: Uint8Array = randomBytes(32),
): Bytes {
  requireKeyLength(privateKey);
  requireDigest(message);
  requireDigest(auxiliary);
  if (!isPrivateKey(privateKey)) throw notPrivateKey('secp256k1');
  const signature = signSchnorr(privateKey, message, auxiliary, scheme === 'BIP341' ? tapTweak : null);
  if (signature === null) throw invalidKey('its Taproot tweak leads to no key');
  return signature;
}

/**
 * Verifies a 64-byte signature (BIP-340) of a 32-byte message by a compressed key (hex). The scheme BIP341 verifies by
 * the key's Taproot output key. Returns false for malformed input and never throws.
 */
export function schnorrVerify(
  publicKey: string,
  message: Uint8Array,
  signature: Uint8Array,
  scheme: SchnorrScheme,
): boolean {
  const internal = xOnly(publicKey);
  const key = internal !== null && scheme === 'BIP341' ? addTweak(internal, tapTweak(internal)) : internal;
  return key !== null && verifySchnorr(key, message, signature);
}

/** The x-only output key (32 bytes, lowercase hex) of a compressed internal key (BIP-86). Throws KEY_INVALID. */
export function taprootOutputKey(publicKey: string): string {
  const internal = xOnly(publicKey);
  if (internal === null) throw invalidKey('a Taproot key is made of a compressed secp256k1 public key');
  const output = addTweak(internal, tapTweak(internal));
  if (output === null) throw invalidKey('it is not a point of secp256k1');
  return hexEncode(output);
}

/** BIP-341: the tagged hash of the internal key, with no script tree. */
function tapTweak(internal: Uint8Array): Bytes {
  return sha256(join(TAP_TWEAK, TAP_TWEAK, internal));
}

function xOnly(publicKey: string): Bytes | null {
  return isHex(publicKey, KEY_BYTES + 1) && /^0[23]/.test(publicKey) ? hexDecode(publicKey.slice(2)) : null;
}
