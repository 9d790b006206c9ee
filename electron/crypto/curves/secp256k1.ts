/** secp256k1 by libsecp256k1.ts: Electron's native library does not have the curve. */
import { hexDecode, hexEncode, isHex } from '../../../shared/wire/index.ts';
import { invalidKey, notPrivateKey, requireKeyLength } from '../keys.ts';
import { type DerForm, readDer } from './der-signature.ts';
import { convertPoint, isPrivateKey, type PointLength, pointOfScalar, verifyEcdsa } from './libsecp256k1.ts';
import type { PointForm } from './p256.ts';

/** Public key of a scalar, lowercase hex. Throws KEY_INVALID for a wrong length, 0, or a scalar not below the order. */
export function secp256k1PublicKey(privateKey: Uint8Array, form: PointForm): string {
  requireKeyLength(privateKey);
  if (!isPrivateKey(privateKey)) throw notPrivateKey('secp256k1');
  return hexEncode(pointOfScalar(privateKey, lengthOf(form)));
}

export interface DerRules {
  /** `strict` by default. */
  readonly form?: DerForm;
  /** True when a high S is refused. Stamps may have one (docs/protocol.md#stamps). */
  readonly isLowS?: boolean;
}

/** Checks a DER signature over a digest. Never throws. */
export function secp256k1VerifyDer(
  publicKey: string,
  digest: Uint8Array,
  der: Uint8Array,
  { form = 'strict', isLowS = false }: DerRules = {},
): boolean {
  try {
    return verifyEcdsa(hexDecode(publicKey), digest, readDer(der, form), isLowS);
  } catch {
    return false;
  }
}

/**
 * Converts a compressed or uncompressed key to the given form, lowercase hex. Throws KEY_INVALID when it is not a point
 * of the curve.
 */
export function secp256k1Convert(publicKey: string, form: PointForm): string {
  if (!isHex(publicKey, 33) && !isHex(publicKey, 65))
    throw invalidKey('a secp256k1 public key is 33 or 65 bytes of hexadecimal text in SEC1 form');
  const point = convertPoint(hexDecode(publicKey), lengthOf(form));
  if (point === null) throw invalidKey('it is not a point of secp256k1');
  return hexEncode(point);
}

function lengthOf(form: PointForm): PointLength {
  return form === 'compressed' ? 33 : 65;
}
