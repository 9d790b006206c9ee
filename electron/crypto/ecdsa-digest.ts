/**
 * ECDSA over a given digest by @noble/curves (RFC 6979 nonces), for the two curves that accounts use.
 * Algorithmically constant time at best: JavaScript BigInts are neither constant time nor wipeable. Request stamps
 * do not come through here, they use the native P-256.
 */
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { invalidKey, requireKeyLength } from './keys.ts';
import { type Bytes, join } from './native.ts';

export type EcdsaCurve = 'CURVE_SECP256K1' | 'CURVE_P256';

/** `recovery` is the parity of the nonce point's y, what tells the signer among two candidates. */
export interface DigestSignature {
  readonly r: Bytes;
  readonly s: Bytes;
  readonly recovery: 0 | 1;
}

/** secp256k1 ecosystems refuse a high S; P-256 keeps the S that RFC 6979 gives. */
const CURVE = {
  CURVE_SECP256K1: { ops: secp256k1, lowS: true, name: 'secp256k1' },
  CURVE_P256: { ops: p256, lowS: false, name: 'P-256' },
} as const;

export const DIGEST_BYTES = 32;

/** Signs a 32-byte digest. Throws KEY_INVALID. */
export function signDigest(curve: EcdsaCurve, privateKey: Uint8Array, digest: Uint8Array): DigestSignature {
  requireKeyLength(privateKey);
  const { ops, lowS, name } = CURVE[curve];
  if (!ops.utils.isValidSecretKey(privateKey))
    throw invalidKey(`it is not a ${name} private key (it is zero or not below the order of the curve)`);
  const [recovery = 0, ...rest] = ops.sign(digest, privateKey, {
    prehash: false,
    lowS,
    format: 'recovered',
    extraEntropy: false,
  });
  // 2 and 3 would need a nonce point whose x is not below the order: one in 2^128.
  if (recovery > 1) throw invalidKey('this digest cannot be signed with it');
  return {
    r: Uint8Array.from(rest.slice(0, 32)),
    s: Uint8Array.from(rest.slice(32)),
    recovery: recovery === 1 ? 1 : 0,
  };
}

/** Checks r and s (32 bytes each) over a digest; a high S is refused on secp256k1. Never throws. */
export function verifyDigest(
  curve: EcdsaCurve,
  publicKey: string,
  digest: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
): boolean {
  const { ops, lowS } = CURVE[curve];
  try {
    return ops.verify(join(r, s), digest, hexDecode(publicKey), { prehash: false, lowS, format: 'compact' });
  } catch {
    return false;
  }
}

/** The compressed public key (lowercase hex) that made the signature, or null when there is none. */
export function recoverDigestSigner(
  curve: EcdsaCurve,
  digest: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
  recovery: number,
): string | null {
  const { ops } = CURVE[curve];
  try {
    return hexEncode(ops.recoverPublicKey(join(Uint8Array.of(recovery), r, s), digest, { prehash: false }).slice());
  } catch {
    return null;
  }
}

/** Whether S is in the lower half of the order. */
export function isLowS(curve: EcdsaCurve, r: Uint8Array, s: Uint8Array): boolean {
  return !CURVE[curve].ops.Signature.fromBytes(join(r, s), 'compact').hasHighS();
}
