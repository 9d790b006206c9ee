/** What Ethereum's transactions and Tempo's have in common around the signature: texts, digests and the signer. */

import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { type DigestSignature, recoverDigestSigner, signDigest } from '../../curves/ecdsa-digest.ts';
import type { Bytes } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { transactionBytes } from '../reading.ts';
import type { Signer, SigningKey, TransactionField } from '../rule.ts';
import { requireSameFields } from './fields.ts';

/** The most of a transaction that is looked at: a mebibyte of text. */
const MAXIMUM_BYTES = 512 * 1024;
/** What a signature may add. */
const SIGNATURE_BYTES = 512;

/** Order of secp256k1 (SEC 2, 2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** r and s as numbers, and the parity of the nonce point's y. */
export interface Recoverable {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: 0 | 1;
}

/** keccak256 as owned bytes. */
function keccak(bytes: Uint8Array): Bytes {
  return keccak256(bytes).slice();
}

/** Bytes of an unsigned transaction's text. Throws a `Refusal`. */
export function unsignedBytes(text: string): Bytes {
  return transactionBytes(text, MAXIMUM_BYTES);
}

/** Bytes of a signed transaction's text, which is a little longer than the unsigned one's. Throws a `Refusal`. */
export function signedBytes(text: string): Bytes {
  return transactionBytes(text, MAXIMUM_BYTES + SIGNATURE_BYTES);
}

/** Signs the digest of what is signed with a key of secp256k1. Throws KEY_INVALID. */
export function signBytes(preimage: Uint8Array, key: SigningKey): DigestSignature {
  return signDigest('CURVE_SECP256K1', key.privateKey, keccak(preimage));
}

/** A digest and the compressed public key (lowercase hex) that signed it. */
export interface SignedDigest {
  readonly digest: Bytes;
  readonly publicKey: string;
}

/** Who signed those bytes. Throws a `Refusal`, for r and s out of range and for a high S (EIP-2) too. */
export function recoverSigner(preimage: Uint8Array, { r, s, yParity }: Recoverable): SignedDigest {
  if (r === 0n || r >= ORDER) throw new Refusal('answer', 'is out of range', 'r');
  if (s === 0n || s >= ORDER) throw new Refusal('answer', 'is out of range', 's');
  if (s > ORDER / 2n) throw new Refusal('answer', 'is in the upper half of the order, which Ethereum refuses', 's');
  const digest = keccak(preimage);
  const publicKey = recoverDigestSigner('CURVE_SECP256K1', digest, bytes32(r), bytes32(s), yParity);
  if (publicKey === null) throw new Refusal('answer', 'no account can have made the signature');
  return { digest, publicKey };
}

/**
 * The digest that was signed, when every field that came back is what was asked and the signer signed it. `recover` is
 * called after the fields were compared. Throws a `Refusal` that names what differs.
 */
export function requireAnswer(
  asked: readonly TransactionField[],
  got: readonly TransactionField[],
  signer: Signer,
  recover: () => SignedDigest,
): Bytes {
  requireSameFields(asked, got);
  const { digest, publicKey } = recover();
  if (publicKey !== signer.publicKey) throw new Refusal('answer', 'it is signed by another account');
  return digest;
}

/** `0x` and the hash by which the chain knows the signed bytes. */
export function transactionHash(signed: Uint8Array): string {
  return `0x${hexEncode(keccak(signed))}`;
}

function bytes32(value: bigint): Bytes {
  return hexDecode(value.toString(16).padStart(64, '0'));
}
