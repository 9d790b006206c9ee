/**
 * sign_raw_payload (docs/protocol.md#raw-payloads): from payload to r, s, v and back. Choice (no-hash-function):
 * without one ECDSA and Schnorr take the payload as the digest, Ed25519 as the message. Choice (p256-signature): P-256
 * keeps the S of RFC 6979 and gives its recovery id as v. Choice (ethereum-encodings): EIP-712 and EIP-7702 are ECDSA
 * on secp256k1. Other curves and Schnorr addresses are refused. Choice (typed-data-hash-function): for these two every
 * known hash function means the same, the hash of the standard.
 */

import {
  type AddressFormat,
  type Curve,
  HASH_FUNCTIONS,
  type HashFunction,
  type PayloadEncoding,
  type SchnorrScheme,
} from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, hexTextFault, utf8Encode } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from '../addresses/index.ts';
import { DIGEST_BYTES, type DigestSignature, signDigest, strictSigner, verifyDigest } from '../curves/ecdsa-digest.ts';
import { ed25519Sign, ed25519Verify } from '../curves/ed25519.ts';
import { requirePublicKey } from '../curves/public-key.ts';
import { schnorrSign, schnorrVerify } from '../curves/schnorr.ts';
import { keccak256 } from '../keccak.ts';
import { type Bytes, join, sha256 } from '../native.ts';
import { Refusal, signing, verifying } from '../refusal.ts';
import { authorizationDigest, readAuthorization } from './eip7702-authorization.ts';
import { hashTypedData } from './typed-data/index.ts';

export interface RawPayload {
  readonly curve: Curve;
  readonly payload: string;
  readonly encoding: PayloadEncoding;
  readonly hashFunction?: HashFunction | undefined;
  /**
   * The address format of the signing account. Taproot and Spark addresses sign with BIP-340. Absent for a private key
   * that is named by its id.
   */
  readonly addressFormat?: AddressFormat | undefined;
}

/**
 * r and s have 64 lowercase hex digits. v is `00` or `01`, the parity of the nonce point (always `00` for Ed25519 and
 * Schnorr).
 */
export interface RawSignature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** The encodings of bytes. The two others are digests of their JSON's content. */
type BytesEncoding = Exclude<PayloadEncoding, 'PAYLOAD_ENCODING_EIP712' | 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION'>;

const SCHNORR_NAME = { BIP340: 'BIP-340 Schnorr', BIP341: 'BIP-340 Schnorr, BIP-341 key path' } as const;
const FOREIGN = 'it is not a signature of this payload by this account';

/** The interface declares the same limit. It is checked here too, because a payload may come from anywhere. */
const MAXIMUM_CHARACTERS = 1024 * 1024;

/** Refuses a payload that is too long, before any work. */
export function requirePayloadLength(payload: string): void {
  if (payload.length > MAXIMUM_CHARACTERS)
    throw new Refusal('payload', `it is longer than ${MAXIMUM_CHARACTERS} characters`);
}

/**
 * Returns the bytes that a payload spells. Hexadecimal digits may have 0x before them. Throws a `Refusal` for text that
 * spells none.
 *
 * @example
 * payloadBytes('PAYLOAD_ENCODING_HEXADECIMAL', '0xDEad');
 * // Uint8Array.of(0xde, 0xad)
 */
export function payloadBytes(encoding: BytesEncoding, payload: string): Bytes {
  switch (encoding) {
    case 'PAYLOAD_ENCODING_HEXADECIMAL': {
      const digits = /^0x/i.test(payload) ? payload.slice(2) : payload;
      const fault = hexTextFault(digits);
      if (fault !== null) throw new Refusal('payload', `it is not hexadecimal text: ${fault}`);
      return hexDecode(digits);
    }
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      // Encoding would replace half a surrogate pair, and two texts would have one signature.
      if (/\p{Surrogate}/u.test(payload))
        throw new Refusal('payload', 'it has half a surrogate pair, which UTF-8 does not allow');
      return utf8Encode(payload);
    default:
      throw new Refusal('payloadEncoding', 'it is not a supported encoding');
  }
}

/**
 * Signs with a 32-byte private key. Returns r, s and v in hex. Throws INVALID_INPUT ("invalid payload: …") or
 * KEY_INVALID.
 *
 * @example
 * const request = { curve: 'CURVE_SECP256K1', payload: 'hello', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' } as const;
 * const privateKey = hexDecode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
 * signRawPayload({ ...request, hashFunction: 'HASH_FUNCTION_SHA256', privateKey });
 * // {
 * //   r: 'eb5ac08b07a64ad61a604657e019ab24426a5caa91ce1f965b5d0f5dbb071268',
 * //   s: '207b8be8393a7978e2aa87d1ef4ff66cc07d6ffd2353bdc779c862f5bfb5b62e',
 * //   v: '00',
 * // }
 */
export function signRawPayload(input: RawPayload & { readonly privateKey: Uint8Array }): RawSignature {
  const { curve, privateKey } = input;
  const { schnorr, signed } = readAsked(input);
  if (curve === 'CURVE_ED25519') return inHalves(ed25519Sign(privateKey, signed));
  if (schnorr !== null) return inHalves(schnorrSign(privateKey, signed, schnorr));
  const { r, s, recovery } = signDigest(curve, privateKey, signed);
  return { r: hexEncode(r), s: hexEncode(s), v: recovery === 1 ? '01' : '00' };
}

/**
 * Proves that a returned signature is one of exactly this payload by exactly this key. It checks the lengths, low S on
 * secp256k1, the signature, and that v recovers the key. Returns the signed bytes (lowercase hex) and the scheme's
 * name. The signed bytes are the message for Ed25519, else the digest. Throws SIGNATURE_MISMATCH, and the errors of
 * `signRawPayload` for a bad payload or key.
 */
export function verifyRawPayload(input: RawPayload & RawSignature & { readonly publicKey: string }): {
  signed: string;
  scheme: string;
} {
  const asked = readAsked(input);
  const publicKey = requirePublicKey(input.curve, input.publicKey);
  return verifying('signature', () => ({
    signed: hexEncode(asked.signed),
    scheme: requireSignature(input, asked, publicKey),
  }));
}

/**
 * Returns the name of the signature's scheme. Throws a `Refusal` when it is not this key's signature of the request.
 */
function requireSignature(
  { curve, ...input }: RawPayload & RawSignature,
  { schnorr, signed }: Asked,
  publicKey: string,
): string {
  const isEcdsa = curve !== 'CURVE_ED25519' && schnorr === null;
  // These schemes have no parity, so some services leave v empty.
  const { r, s, recovery } = readSignature(isEcdsa || input.v !== '' ? input : { ...input, v: '00' });
  if (isEcdsa) {
    // A key that is recovered from a signature has made it. So verifying is only needed to find the reason of a
    // mismatch.
    if (strictSigner(curve, signed, { r, s, recovery }) !== publicKey)
      throw new Refusal(
        'answer',
        verifyDigest(curve, publicKey, signed, r, s) ? 'v leads to another account' : FOREIGN,
      );
    return curve === 'CURVE_P256' ? 'ECDSA P-256' : 'ECDSA secp256k1';
  }
  if (recovery !== 0) throw new Refusal('answer', 'v is not 00');
  const signature = join(r, s);
  const holds =
    schnorr === null
      ? ed25519Verify(publicKey, signed, signature)
      : schnorrVerify(publicKey, signed, signature, schnorr);
  if (!holds) throw new Refusal('answer', FOREIGN);
  return schnorr === null ? 'Ed25519' : SCHNORR_NAME[schnorr];
}

/**
 * Returns the public key (compressed, lowercase hex) that made an ECDSA signature. Returns null for Ed25519 and
 * Schnorr, which do not reveal it, and for a signature that `verifyRawPayload` would refuse. Throws INVALID_INPUT for a
 * bad payload.
 */
export function recoverRawPayloadSigner(input: RawPayload & RawSignature): string | null {
  const { curve } = input;
  const { schnorr, signed: digest } = readAsked(input);
  if (curve === 'CURVE_ED25519' || schnorr !== null) return null;
  try {
    return strictSigner(curve, digest, readSignature(input));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Reads r, s and v as numbers. Throws a `Refusal` for a member outside its range. */
function readSignature({ r, s, v }: RawSignature): DigestSignature {
  const parity = PARITIES.get(v.toLowerCase().replace(/^0x(?!2)/, ''));
  if (parity === undefined) throw new Refusal('answer', `v is ${JSON.stringify(v)}, neither 00 nor 01`);
  return { r: readScalar('r', r), s: readScalar('s', s), recovery: parity };
}

/**
 * The spellings of the parity of the nonce point: plain, or plus 27 as in Ethereum's own signatures. The sum is in
 * hexadecimal (1b, 1c) or in decimal (27, 28). After 0x, 27 and 28 would be hexadecimal, which is no value of v.
 */
const PARITIES: ReadonlyMap<string, 0 | 1> = new Map([
  ...(['0', '00', '1b', '27'] as const).map((spelling) => [spelling, 0] as const),
  ...(['1', '01', '1c', '28'] as const).map((spelling) => [spelling, 1] as const),
]);

/** Reads a number of 1 to 64 hexadecimal digits, with or without 0x, as 32 big-endian bytes: services may drop leading zeros. */
function readScalar(name: 'r' | 's', text: string): Bytes {
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-f]{1,64}$/i.test(digits)) throw new Refusal('answer', `${name} is not 1 to 64 hexadecimal digits`);
  return hexDecode(digits.padStart(64, '0'));
}

function inHalves(signature: Uint8Array): RawSignature {
  return { r: hexEncode(signature.subarray(0, 32)), s: hexEncode(signature.subarray(32)), v: '00' };
}

/** The requested content to sign and its scheme. */
interface Asked {
  readonly schnorr: SchnorrScheme | null;
  readonly signed: Bytes;
}

/** Throws INVALID_INPUT for a payload that cannot be signed. */
function readAsked(input: RawPayload): Asked {
  const schnorr = schnorrScheme(input);
  return { schnorr, signed: signing(() => signedBytes(input, schnorr)) };
}

function schnorrScheme({ curve, addressFormat }: RawPayload): SchnorrScheme | null {
  if (curve !== 'CURVE_SECP256K1' || addressFormat === undefined) return null;
  return ADDRESS_TABLE[addressFormat]?.schnorr ?? null;
}

/** Returns the signed bytes: a 32-byte digest for ECDSA and Schnorr, the message for Ed25519. */
function signedBytes(input: RawPayload, schnorr: SchnorrScheme | null): Bytes {
  const { curve, payload, encoding, hashFunction } = input;
  requirePayloadLength(payload);
  if (hashFunction !== undefined && !HASH_FUNCTIONS.includes(hashFunction))
    throw new Refusal('hashFunction', 'it is not a known hash function');
  if (encoding === 'PAYLOAD_ENCODING_EIP712' || encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION') {
    if (curve !== 'CURVE_SECP256K1' || schnorr !== null)
      throw new Refusal('payloadEncoding', 'is only for accounts that sign with ECDSA on secp256k1', encoding);
    return encoding === 'PAYLOAD_ENCODING_EIP712'
      ? hashTypedData(payload).digest
      : authorizationDigest(readAuthorization(payload));
  }
  const bytes = payloadBytes(encoding, payload);
  return curve === 'CURVE_ED25519' ? requireUnhashed(bytes, hashFunction) : digestOf(bytes, hashFunction);
}

function requireUnhashed(message: Bytes, hashFunction: HashFunction | undefined): Bytes {
  if (hashFunction === undefined || hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE') return message;
  throw new Refusal('hashFunction', 'Ed25519 signs the payload itself and needs HASH_FUNCTION_NOT_APPLICABLE');
}

function digestOf(bytes: Bytes, hashFunction: HashFunction | undefined): Bytes {
  switch (hashFunction) {
    case 'HASH_FUNCTION_SHA256':
      return sha256(bytes);
    case 'HASH_FUNCTION_KECCAK256':
      return keccak256(bytes);
    case 'HASH_FUNCTION_NOT_APPLICABLE':
      throw new Refusal('hashFunction', 'is only for Ed25519 keys', hashFunction);
    default:
      if (bytes.length === DIGEST_BYTES) return bytes;
      throw new Refusal(
        'payload',
        `expected a ${DIGEST_BYTES}-bytes-long digest, because with HASH_FUNCTION_NO_OP the payload is the digest`,
      );
  }
}
