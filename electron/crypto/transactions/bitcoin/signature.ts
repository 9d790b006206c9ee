/** The signature of an input as a PSBT holds it: strict DER (BIP-66) and one byte of sighash type, or 64 bytes of Schnorr. */
import { hexDecode } from '../../../../shared/wire/index.ts';
import { encodeDer } from '../../curves/der-signature.ts';
import { signDigest, verifyDigest } from '../../curves/ecdsa-digest.ts';
import { schnorrSign, schnorrVerify } from '../../curves/schnorr.ts';
import { join } from '../../native.ts';
import { sameBytes } from '../reading.ts';
import { INPUT } from './fields.ts';
import type { OwnInput } from './inputs.ts';
import { SIGHASH_ALL } from './sighash.ts';

const SCHNORR_BYTES = 64;

/** The key of the PSBT entry that holds the signature: tap_key_sig, or partial_sigs of the compressed key (hex). */
export function signatureKey({ kind }: OwnInput, publicKey: string): Uint8Array {
  if (kind === 'P2TR') return Uint8Array.of(INPUT.taprootKeySignature);
  return join(Uint8Array.of(INPUT.partialSignature), hexDecode(publicKey));
}

/** DER ‖ 01 (ECDSA), or 64 bytes by the tweaked key (Taproot). Throws KEY_INVALID. */
export function signInput({ kind, digest }: OwnInput, privateKey: Uint8Array): Uint8Array {
  if (kind === 'P2TR') return schnorrSign(privateKey, digest, 'BIP341');
  const { r, s } = signDigest('CURVE_SECP256K1', privateKey, digest);
  return join(encodeDer(r, s), Uint8Array.of(SIGHASH_ALL));
}

/**
 * Returns true when the bytes are the one valid encoding (low S) of a signature of this input by this compressed key.
 */
export function verifyInput({ kind, digest }: OwnInput, publicKey: string, signature: Uint8Array): boolean {
  if (kind === 'P2TR')
    return signature.length === SCHNORR_BYTES && schnorrVerify(publicKey, digest, signature, 'BIP341');
  if (signature.at(-1) !== SIGHASH_ALL) return false;
  const scalars = decodeDer(signature.subarray(0, -1));
  return scalars !== null && verifyDigest('CURVE_SECP256K1', publicKey, digest, scalars.r, scalars.s);
}

/** r and s of 32 bytes, or null for any bytes that `encodeDer` would not have written. */
function decodeDer(der: Uint8Array): { r: Uint8Array; s: Uint8Array } | null {
  const rLength = der[3] ?? 0;
  const r = scalarOf(der.subarray(4, 4 + rLength));
  const s = scalarOf(der.subarray(6 + rLength));
  if (r === null || s === null) return null;
  return sameBytes(encodeDer(r, s), der) ? { r, s } : null;
}

function scalarOf(digits: Uint8Array): Uint8Array | null {
  const plain = digits[0] === 0 ? digits.subarray(1) : digits;
  if (plain.length > 32) return null;
  const scalar = new Uint8Array(32);
  scalar.set(plain, 32 - plain.length);
  return scalar;
}
