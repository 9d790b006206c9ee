import type { Curve } from '../../../shared/model/index.ts';
import { isHex } from '../../../shared/wire/index.ts';
import { invalidKey } from '../keys.ts';
import { ed25519PublicKey, requireEd25519Key } from './ed25519.ts';
import { type PointForm, p256Convert, p256PublicKey } from './p256.ts';
import { secp256k1Convert, secp256k1PublicKey } from './secp256k1.ts';

/**
 * Returns the public key of a 32-byte private key: compressed SEC1, or 32 bytes for Ed25519, in lowercase hex. Throws
 * KEY_INVALID.
 *
 * @example
 * publicKeyOf('CURVE_SECP256K1', hexDecode('0000000000000000000000000000000000000000000000000000000000000001'));
 * // '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
 */
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

/**
 * Returns a public key (hex) in its canonical form: compressed SEC1, or 32 bytes for Ed25519, in lowercase hex. Throws
 * KEY_INVALID when it is not a point of the curve.
 *
 * @example
 * requirePublicKey('CURVE_ED25519', 'D75A980182B10AB7D54BFED3C964073A0EE172F3DAA62325AF021A68F707511A');
 * // 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
 */
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
