/** secp256k1 by @noble/curves: Electron's native library does not have the curve. See ecdsa-digest.ts for what that costs. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexDecode, hexEncode, isHex } from '../../shared/wire/index.ts';
import { type DigestSignature, signDigest, verifyDigest } from './ecdsa-digest.ts';
import { invalidKey, requireKeyLength } from './keys.ts';
import type { PointForm } from './p256.ts';

/** Public key of a scalar, lowercase hex. Throws KEY_INVALID for a wrong length, 0, or a scalar not below the order. */
export function secp256k1PublicKey(privateKey: Uint8Array, form: PointForm): string {
  requireKeyLength(privateKey);
  try {
    return hexEncode(secp256k1.getPublicKey(privateKey, form === 'compressed'));
  } catch {
    throw invalidKey('it is not a secp256k1 private key (it is zero or not below the order of the curve)');
  }
}

/** RFC 6979 signature of a 32-byte digest with low S. Throws KEY_INVALID. */
export function secp256k1Sign(privateKey: Uint8Array, digest: Uint8Array): DigestSignature {
  return signDigest('CURVE_SECP256K1', privateKey, digest);
}

/** Checks r and s over a digest and refuses a high S. Never throws. */
export function secp256k1Verify(publicKey: string, digest: Uint8Array, r: Uint8Array, s: Uint8Array): boolean {
  return verifyDigest('CURVE_SECP256K1', publicKey, digest, r, s);
}

/** Checks a DER signature over a digest; high S is accepted, as stamps do (PROTOCOL 1.2). Never throws. */
export function secp256k1VerifyDer(publicKey: string, digest: Uint8Array, der: Uint8Array): boolean {
  try {
    return secp256k1.verify(der, digest, hexDecode(publicKey), { prehash: false, lowS: false, format: 'der' });
  } catch {
    return false;
  }
}

/** A compressed or uncompressed key in the asked form, lowercase hex. Throws KEY_INVALID when it is no point of the curve. */
export function secp256k1Convert(publicKey: string, form: PointForm): string {
  if (!isHex(publicKey, 33) && !isHex(publicKey, 65))
    throw invalidKey('a secp256k1 public key is 33 or 65 bytes of hexadecimal text in SEC1 form');
  try {
    return hexEncode(secp256k1.Point.fromBytes(hexDecode(publicKey)).toBytes(form === 'compressed'));
  } catch {
    throw invalidKey('it is not a point of secp256k1');
  }
}
