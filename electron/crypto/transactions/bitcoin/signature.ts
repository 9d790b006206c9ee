/** The signature of an input as a PSBT holds it: strict DER (BIP-66) and one byte of sighash type, or 64 bytes of Schnorr. */
import { hexDecode } from '../../../../shared/wire/index.ts';
import { encodeDer } from '../../curves/der-signature.ts';
import { signDigest } from '../../curves/ecdsa-digest.ts';
import { schnorrSign, schnorrVerify } from '../../curves/schnorr.ts';
import { secp256k1VerifyDer } from '../../curves/secp256k1.ts';
import { join } from '../../native.ts';
import { INPUT } from './fields.ts';
import type { OwnInput } from './inputs.ts';
import { SIGHASH_ALL } from './sighash.ts';

const SCHNORR_BYTES = 64;
/** BIP-146. */
const LOW_S = { isLowS: true };

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
  return signature.at(-1) === SIGHASH_ALL && secp256k1VerifyDer(publicKey, digest, signature.subarray(0, -1), LOW_S);
}
