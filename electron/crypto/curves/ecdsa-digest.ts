/**
 * ECDSA over a given digest (RFC 6979 nonces), for the two curves of accounts: secp256k1 by libsecp256k1, P-256 by
 * @noble/curves. Node cannot sign a ready digest. For P-256 that means BigInts, which are neither constant time nor
 * wipeable. Request stamps do not use this code but the native P-256.
 */
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { AppError } from '../../../shared/errors/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { invalidKey, notPrivateKey, requireKeyLength } from '../keys.ts';
import { type Bytes, join } from '../native.ts';
import { Refusal } from '../refusal.ts';
import { isPrivateKey, recoverPoint, signEcdsa, verifyEcdsa } from './libsecp256k1.ts';

export type EcdsaCurve = 'CURVE_SECP256K1' | 'CURVE_P256';

/** `recovery` is the parity of the nonce point's y, which selects the signer among two candidates. */
export interface DigestSignature {
  readonly r: Bytes;
  readonly s: Bytes;
  readonly recovery: 0 | 1;
}

/** The operations of a curve. Keys and points are bytes, signatures r and s in 64 bytes. */
interface CurveOperations {
  readonly name: string;
  readonly isPrivateKey: (privateKey: Uint8Array) => boolean;
  readonly sign: (privateKey: Uint8Array, digest: Uint8Array) => { signature: Uint8Array; recovery: number };
  readonly verify: (point: Uint8Array, digest: Uint8Array, signature: Uint8Array) => boolean;
  readonly recover: (digest: Uint8Array, signature: Uint8Array, recovery: number) => Uint8Array | null;
  /** Returns true when S is in the lower half of the order. Throws when r or s is 0 or not below the order. */
  readonly isLowS: (signature: Uint8Array) => boolean;
}

/** secp256k1 ecosystems refuse a high S. P-256 keeps the S that RFC 6979 gives. */
const CURVE: Readonly<Record<EcdsaCurve, CurveOperations>> = {
  CURVE_SECP256K1: {
    name: 'secp256k1',
    isPrivateKey,
    sign: signEcdsa,
    verify: (point, digest, signature) => verifyEcdsa(point, digest, signature, true),
    recover: recoverPoint,
    isLowS: (signature) => !secp256k1.Signature.fromBytes(signature, 'compact').hasHighS(),
  },
  CURVE_P256: {
    name: 'P-256',
    isPrivateKey: (privateKey) => p256.utils.isValidSecretKey(privateKey),
    sign: (privateKey, digest) => {
      const signature = p256.sign(digest, privateKey, {
        prehash: false,
        lowS: false,
        format: 'recovered',
        extraEntropy: false,
      });
      return { signature: signature.subarray(1), recovery: signature[0] ?? 0 };
    },
    verify: (point, digest, signature) =>
      p256.verify(signature, digest, point, { prehash: false, lowS: false, format: 'compact' }),
    recover: (digest, signature, recovery) =>
      p256.recoverPublicKey(join(Uint8Array.of(recovery), signature), digest, { prehash: false }),
    isLowS: (signature) => !p256.Signature.fromBytes(signature, 'compact').hasHighS(),
  },
};

export const DIGEST_BYTES = 32;

/** Throws INVALID_INPUT for anything but 32 bytes. */
export function requireDigest(digest: Uint8Array): void {
  if (digest.length !== DIGEST_BYTES)
    throw new AppError('INVALID_INPUT', `A digest to sign has ${DIGEST_BYTES} bytes. Nothing was signed.`);
}

/** Signs a 32-byte digest. Throws KEY_INVALID, and INVALID_INPUT for another length. */
export function signDigest(curve: EcdsaCurve, privateKey: Uint8Array, digest: Uint8Array): DigestSignature {
  requireKeyLength(privateKey);
  requireDigest(digest);
  const { name, isPrivateKey, sign } = CURVE[curve];
  if (!isPrivateKey(privateKey)) throw notPrivateKey(name);
  const { signature, recovery } = sign(privateKey, digest);
  // A recovery id of 2 or 3 needs a nonce point whose x is not below the order, which one in 2^128 has.
  if (recovery > 1) throw invalidKey('this digest cannot be signed with it');
  return {
    r: Uint8Array.from(signature.subarray(0, 32)),
    s: Uint8Array.from(signature.subarray(32)),
    recovery: recovery === 1 ? 1 : 0,
  };
}

/** Checks r and s (32 bytes each) over a digest. A high S is refused on secp256k1. Never throws. */
export function verifyDigest(
  curve: EcdsaCurve,
  publicKey: string,
  digest: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
): boolean {
  try {
    return CURVE[curve].verify(hexDecode(publicKey), digest, join(r, s));
  } catch {
    return false;
  }
}

/** Returns the compressed public key (lowercase hex) that made the signature, or null when no key can have. */
export function recoverDigestSigner(
  curve: EcdsaCurve,
  digest: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
  recovery: number,
): string | null {
  try {
    const point = CURVE[curve].recover(digest, join(r, s), recovery);
    return point === null ? null : hexEncode(point.slice());
  } catch {
    return null;
  }
}

/**
 * Returns the compressed public key (lowercase hex) that made a signature, or null when no key can have. Throws a
 * `Refusal` when r or s is 0 or not below the order, and for a high S on secp256k1 (EIP-2, BIP-146).
 */
export function strictSigner(curve: EcdsaCurve, digest: Uint8Array, signature: DigestSignature): string | null {
  const { r, s, recovery } = signature;
  let isLowS: boolean;
  try {
    isLowS = CURVE[curve].isLowS(join(r, s));
  } catch {
    throw new Refusal('answer', 'r or s is out of range');
  }
  if (curve === 'CURVE_SECP256K1' && !isLowS)
    throw new Refusal('answer', 's is in the upper half of the order, which the chains refuse');
  return recoverDigestSigner(curve, digest, r, s, recovery);
}
