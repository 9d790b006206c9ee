/**
 * sign_raw_payload (PROTOCOL 6.1): from payload to r, s, v and back. Choices that no public source settles: without a hash
 * function ECDSA takes the payload as the digest and Ed25519 the payload as the message; P-256 keeps the S of RFC 6979 and
 * gives its recovery id as v.
 */
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { AppError } from '../../shared/errors/index.ts';
import type { Curve, HashFunction, PayloadEncoding } from '../../shared/model/index.ts';
import { hexDecode, hexEncode, isHex, utf8Encode } from '../../shared/wire/index.ts';
import {
  DIGEST_BYTES,
  type EcdsaCurve,
  isLowS,
  recoverDigestSigner,
  signDigest,
  verifyDigest,
} from './ecdsa-digest.ts';
import { ed25519Sign, ed25519Verify } from './ed25519.ts';
import { type Bytes, join, sha256 } from './native.ts';
import { requirePublicKey } from './public-key.ts';

export interface RawPayload {
  readonly curve: Curve;
  readonly payload: string;
  readonly encoding: PayloadEncoding;
  readonly hashFunction?: HashFunction | undefined;
}

/** r and s: 64 lowercase hex digits; v: `00` or `01`, the parity of the nonce point (always `00` for Ed25519). */
export interface RawSignature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** The bytes of a payload. Throws INVALID_INPUT ("invalid payload …") or NOT_SUPPORTED. */
export function payloadBytes(encoding: PayloadEncoding, payload: string): Bytes {
  switch (encoding) {
    case 'PAYLOAD_ENCODING_HEXADECIMAL': {
      const digits = /^0x/i.test(payload) ? payload.slice(2) : payload;
      if (!isHex(digits)) throw invalid('invalid payload: it is not hexadecimal text with two digits a byte');
      return hexDecode(digits);
    }
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      return utf8Encode(payload);
    case 'PAYLOAD_ENCODING_EIP712':
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION':
      throw new AppError(
        'NOT_SUPPORTED',
        `invalid payload encoding: ${encoding} is not supported by this version of Castellan. Nothing was signed.`,
      );
    default:
      throw invalid('invalid payload encoding');
  }
}

/** Signs with a 32-byte private key. Throws INVALID_INPUT, NOT_SUPPORTED or KEY_INVALID. */
export function signRawPayload(input: RawPayload & { readonly privateKey: Uint8Array }): RawSignature {
  const signed = signedBytes(input);
  if (input.curve === 'CURVE_ED25519') {
    const signature = ed25519Sign(input.privateKey, signed);
    return { r: hexEncode(signature.subarray(0, 32)), s: hexEncode(signature.subarray(32)), v: '00' };
  }
  const { r, s, recovery } = signDigest(input.curve, input.privateKey, signed);
  return { r: hexEncode(r), s: hexEncode(s), v: recovery === 1 ? '01' : '00' };
}

/**
 * Proves that a returned signature is one of exactly this payload by exactly this key: lengths, low S on secp256k1, the
 * signature, and that v recovers the key. Gives the signed bytes (lowercase hex; the digest for ECDSA) and the scheme's
 * name. Throws SIGNATURE_MISMATCH, and what `signRawPayload` throws for a bad payload or key.
 */
export function verifyRawPayload(input: RawPayload & RawSignature & { readonly publicKey: string }): {
  signed: string;
  scheme: string;
} {
  const signed = signedBytes(input);
  const publicKey = requirePublicKey(input.curve, input.publicKey);
  if (!isHex(input.r, 32) || !isHex(input.s, 32)) throw mismatch('r and s do not have 32 bytes each');
  if (!/^0?[01]$/.test(input.v)) throw mismatch('v is neither 00 nor 01');
  const r = hexDecode(input.r);
  const s = hexDecode(input.s);
  const recovery = Number(input.v);
  if (input.curve === 'CURVE_ED25519') {
    if (recovery !== 0) throw mismatch('v is not 00');
    if (!ed25519Verify(publicKey, signed, join(r, s)))
      throw mismatch('it is not a signature of this payload by this account');
    return { signed: hexEncode(signed), scheme: 'Ed25519' };
  }
  verifyEcdsa(input.curve, publicKey, signed, r, s, recovery);
  return { signed: hexEncode(signed), scheme: input.curve === 'CURVE_P256' ? 'ECDSA P-256' : 'ECDSA secp256k1' };
}

function verifyEcdsa(curve: EcdsaCurve, publicKey: string, digest: Bytes, r: Bytes, s: Bytes, recovery: number): void {
  if (!isInRange(curve, r, s)) throw mismatch('r or s is out of range');
  if (curve === 'CURVE_SECP256K1' && !isLowS(curve, r, s))
    throw mismatch('s is in the upper half of the order, which the chains refuse');
  if (!verifyDigest(curve, publicKey, digest, r, s))
    throw mismatch('it is not a signature of this payload by this account');
  if (recoverDigestSigner(curve, digest, r, s, recovery) !== publicKey) throw mismatch('v leads to another account');
}

function isInRange(curve: EcdsaCurve, r: Bytes, s: Bytes): boolean {
  try {
    isLowS(curve, r, s);
    return true;
  } catch {
    return false;
  }
}

/** What goes into the signature: a 32-byte digest for ECDSA, the message for Ed25519. */
function signedBytes({ curve, payload, encoding, hashFunction }: RawPayload): Bytes {
  const bytes = payloadBytes(encoding, payload);
  if (curve === 'CURVE_ED25519') {
    if (hashFunction !== undefined && hashFunction !== 'HASH_FUNCTION_NOT_APPLICABLE') {
      throw invalid('invalid hash function: Ed25519 signs the payload itself and needs HASH_FUNCTION_NOT_APPLICABLE');
    }
    return bytes;
  }
  switch (hashFunction) {
    case 'HASH_FUNCTION_SHA256':
      return sha256(bytes);
    case 'HASH_FUNCTION_KECCAK256':
      return Uint8Array.from(keccak256(bytes));
    case undefined:
    case 'HASH_FUNCTION_NO_OP':
      if (bytes.length !== DIGEST_BYTES) {
        throw invalid(
          `invalid payload: with HASH_FUNCTION_NO_OP the payload is the digest and must have ${DIGEST_BYTES} bytes`,
        );
      }
      return bytes;
    case 'HASH_FUNCTION_NOT_APPLICABLE':
      throw invalid('invalid hash function: HASH_FUNCTION_NOT_APPLICABLE is only for Ed25519 keys');
    default:
      throw invalid('invalid hash function');
  }
}

function invalid(message: string): AppError {
  return new AppError('INVALID_INPUT', `${message}. Nothing was signed.`);
}

function mismatch(reason: string): AppError {
  return new AppError(
    'SIGNATURE_MISMATCH',
    `The signature that came back is refused: ${reason}. Do not use it, and find out why the service sent it.`,
  );
}
