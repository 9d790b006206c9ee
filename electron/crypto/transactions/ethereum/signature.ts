/** What Ethereum's transactions and Tempo's have in common around the signature: texts, digests and the signer. */
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { type DigestSignature, recoverDigestSigner, signDigest } from '../../curves/ecdsa-digest.ts';
import type { Bytes } from '../../native.ts';
import { invalidTransaction, transactionMismatch } from '../errors.ts';
import { transactionBytes } from '../reading.ts';
import type { Signer, SigningKey, TransactionField } from '../rule.ts';
import { differenceOf } from './fields.ts';

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

/** A digest and the compressed public key (lowercase hex) that signed it. */
export interface SignedDigest {
  readonly digest: Bytes;
  readonly publicKey: string;
}

/** Who signed those bytes. Throws SIGNATURE_MISMATCH, for r and s out of range and for a high S (EIP-2) too. */
export function recoverSigner(preimage: Uint8Array, { r, s, yParity }: Recoverable): SignedDigest {
  if (r === 0n || r >= ORDER) throw transactionMismatch('r is out of range');
  if (s === 0n || s >= ORDER) throw transactionMismatch('s is out of range');
  if (s > ORDER / 2n) throw transactionMismatch('s is in the upper half of the order, which Ethereum refuses');
  const digest = keccak(preimage);
  const publicKey = recoverDigestSigner('CURVE_SECP256K1', digest, bytes32(r), bytes32(s), yParity);
  if (publicKey === null) throw transactionMismatch('no account can have made the signature');
  return { digest, publicKey };
}

/**
 * The digest that was signed, when every field that came back is what was asked and the signer signed it. `recover` is
 * called after the fields were compared. Throws SIGNATURE_MISMATCH naming what differs.
 */
export function requireAnswer(
  asked: readonly TransactionField[],
  got: readonly TransactionField[],
  signer: Signer,
  recover: () => SignedDigest,
): Bytes {
  const difference = differenceOf(asked, got);
  if (difference !== null) throw transactionMismatch(difference);
  const { digest, publicKey } = recover();
  if (publicKey !== signer.publicKey) throw transactionMismatch('it is signed by another account');
  return digest;
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
