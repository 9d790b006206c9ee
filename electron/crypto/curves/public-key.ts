import type { Curve } from '../../../shared/model/index.ts';
import { isHex } from '../../../shared/wire/index.ts';
import { invalidKey } from '../keys.ts';
import { ed25519PublicKey, requireEd25519Key } from './ed25519.ts';
import { type PointForm, p256Convert, p256PublicKey } from './p256.ts';
import { secp256k1Convert, secp256k1PublicKey } from './secp256k1.ts';

/** Public key of a 32-byte private key: compressed SEC1 or 32 bytes, lowercase hex. Throws KEY_INVALID. */
export function publicKeyOf(curve: Curve, privateKey: Uint8Array): string {
  switch (curve) {
    case 'CURVE_SECP256K1':
      return secp256k1PublicKey(privateKey, 'compressed');
    case 'CURVE_P256':
      return p256PublicKey(privateKey, 'compressed');
    case 'CURVE_ED25519':
      return ed25519PublicKey(privateKey);
  }
}

/** The key in its canonical form (compressed, lowercase) when it is a point of the curve. Throws KEY_INVALID. */
export function requirePublicKey(curve: Curve, publicKey: string): string {
  return curve === 'CURVE_ED25519' ? requireEd25519Key(publicKey) : convertPublicKey(publicKey, curve, 'compressed');
}

/**
 * Converts an ECDSA key to the given SEC1 form, lowercase hex. Throws KEY_INVALID when it is not a point of the curve.
 */
export function convertPublicKey(publicKey: string, curve: Curve, form: PointForm): string {
  if (curve === 'CURVE_ED25519') throw invalidKey('an Ed25519 key has one form only');
  return curve === 'CURVE_SECP256K1' ? secp256k1Convert(publicKey, form) : p256Convert(publicKey, form);
}

/** Returns true when the text has the length of a public key of the curve. */
export function hasKeyLength(curve: Curve, publicKey: string): boolean {
  return curve === 'CURVE_ED25519' ? isHex(publicKey, 32) : isHex(publicKey, 33) || isHex(publicKey, 65);
}
