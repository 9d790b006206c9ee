/** The shared signature code of Ethereum's and Tempo's transactions: texts, digests and the signer. */

import { ethereumChainName } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { type DigestSignature, signDigest, strictSigner } from '../../curves/ecdsa-digest.ts';
import { keccak256 } from '../../keccak.ts';
import type { Bytes } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { transactionBytes } from '../reading.ts';
import {
  ECDSA_SCHEME,
  type Signer,
  type SigningKey,
  type TransactionField,
  type VerifiedTransaction,
} from '../rule.ts';
import { type Found, requireSameFields } from './fields.ts';

/** The most of a transaction that is looked at: a mebibyte of text. */
const MAXIMUM_BYTES = 512 * 1024;
/** The bytes that a signature may add. */
const SIGNATURE_BYTES = 512;

/** Bytes of an unsigned transaction's text. Throws a `Refusal`. */
export function unsignedBytes(text: string): Bytes {
  return transactionBytes(text, MAXIMUM_BYTES);
}

/** Bytes of a signed transaction's text, which is a little longer than the unsigned one's. Throws a `Refusal`. */
export function signedBytes(text: string): Bytes {
  return transactionBytes(text, MAXIMUM_BYTES + SIGNATURE_BYTES);
}

/** Signs the transaction's digest with a key of secp256k1. Throws KEY_INVALID. */
export function signBytes(preimage: Uint8Array, key: SigningKey): DigestSignature {
  return signDigest('CURVE_SECP256K1', key.privateKey, keccak256(preimage));
}

/** The signature part of a signed transaction. */
export interface SignedTransaction {
  /** The bytes whose digest was signed. */
  readonly preimage: Uint8Array;
  readonly signature: DigestSignature;
  /** False while somebody else is still to sign: then neither the bytes nor their hash are final. */
  readonly isFinal: boolean;
}

/** Reads the bytes of a signed transaction. Passes every field to `found`, when given. Throws a `Refusal`. */
export type SignedReader = (bytes: Uint8Array, found: Found | null) => SignedTransaction;

/** The digest and who signed it (compressed, lowercase hex). Throws a `Refusal`, for a high S (EIP-2) too. */
function recoverSigner({ preimage, signature }: SignedTransaction): { digest: Bytes; publicKey: string } {
  const digest = keccak256(preimage);
  const publicKey = strictSigner('CURVE_SECP256K1', digest, signature);
  if (publicKey === null) throw new Refusal('answer', 'no account can have made the signature');
  return { digest, publicKey };
}

/** See `TransactionRule.recover`. */
export function signerCheck(read: SignedReader): (signed: string) => string {
  return (signed) => recoverSigner(read(signedBytes(signed), null)).publicKey;
}

/**
 * See `TransactionRule.verify`. `asked` are the fields of the request. They are compared before the signer is
 * recovered.
 */
export function answerCheck(
  asked: readonly TransactionField[],
  signer: Signer,
  read: SignedReader,
): (signed: string) => VerifiedTransaction {
  return (signed) => {
    const bytes = signedBytes(signed);
    const got: TransactionField[] = [];
    const transaction = read(bytes, (field) => got.push(field));
    requireSameFields(asked, got);
    const { digest, publicKey } = recoverSigner(transaction);
    const chainId = asked.find(({ name }) => name === 'chainId')?.value ?? 'none';
    if (publicKey !== signer.publicKey) throw new Refusal('answer', 'it is signed by another account');
    return {
      scheme: ECDSA_SCHEME,
      signed: [hexEncode(digest)],
      compared: asked.map(({ name }) => name),
      transactionId: transaction.isFinal ? `0x${hexEncode(keccak256(bytes))}` : null,
      ...(chainId === 'none' ? {} : { chain: ethereumChainName(chainId) }),
    };
  };
}
