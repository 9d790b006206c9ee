/** What Ethereum's transactions and Tempo's have in common around the signature: texts, digests and the signer. */
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { type DigestSignature, recoverDigestSigner, signDigest } from '../ecdsa-digest.ts';
import type { Bytes } from '../native.ts';
import { invalidTransaction, transactionMismatch } from './errors.ts';
import { transactionBytes } from './reading.ts';
import type { Refuse } from './rlp.ts';
import type { Signer, SigningKey } from './rule.ts';

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
export function keccak(bytes: Uint8Array): Bytes {
  return keccak256(bytes).slice();
}

/** Bytes of an unsigned transaction's text. Throws TRANSACTION_INVALID. */
export function unsignedBytes(text: string): Bytes {
  return transactionBytes(text, MAXIMUM_BYTES, invalidTransaction);
}

/** Bytes of a signed transaction's text, which is a little longer than the unsigned one's. Throws SIGNATURE_MISMATCH. */
export function signedBytes(text: string): Bytes {
  return transactionBytes(text, MAXIMUM_BYTES + SIGNATURE_BYTES, transactionMismatch);
}

/** Signs the digest of what is signed. Throws KEY_INVALID, and TRANSACTION_INVALID for a key of another curve. */
export function signBytes(preimage: Uint8Array, key: SigningKey): DigestSignature {
  requireSecp256k1(key);
  return signDigest('CURVE_SECP256K1', key.privateKey, keccak(preimage));
}

/** The compressed public key that signed the digest, lowercase hex. Refuses r and s out of range and a high S (EIP-2). */
export function recoverSigner(digest: Uint8Array, { r, s, yParity }: Recoverable, refuse: Refuse): string {
  if (r === 0n || r >= ORDER) throw refuse('r is out of range');
  if (s === 0n || s >= ORDER) throw refuse('s is out of range');
  if (s > ORDER / 2n) throw refuse('s is in the upper half of the order, which Ethereum refuses');
  const publicKey = recoverDigestSigner('CURVE_SECP256K1', digest, bytes32(r), bytes32(s), yParity);
  if (publicKey === null) throw refuse('no account can have made the signature');
  return publicKey;
}

/** Refuses a signer of another curve. */
export function requireSecp256k1(signer: Signer): void {
  if (signer.curve !== 'CURVE_SECP256K1')
    throw invalidTransaction(`it is signed with CURVE_SECP256K1 keys, not with ${signer.curve}`);
}

/** `0x` and the hash by which the chain knows the signed bytes. */
export function transactionHash(signed: Uint8Array): string {
  return `0x${hexEncode(keccak(signed))}`;
}

function bytes32(value: bigint): Bytes {
  return hexDecode(value.toString(16).padStart(64, '0'));
}
