import type { AddressFormat, Curve, DecodedField } from '../../../shared/model/index.ts';
import type { ContentMeaning } from '../meaning.ts';

/** One field of a transaction. */
export type TransactionField = DecodedField;

/** The signer: one public key, and the address formats that it is used in. */
export interface Signer {
  readonly curve: Curve;
  /** Lowercase hex: compressed SEC1, or 32 bytes for Ed25519. */
  readonly publicKey: string;
  /** The format of the signing account, or all formats of a private key that is named by its id. */
  readonly addressFormats: readonly AddressFormat[];
}

export interface SigningKey extends Signer {
  /** 32 bytes. Stays the caller's to wipe. */
  readonly privateKey: Uint8Array;
}

/** The name of ECDSA on secp256k1 in a proof. */
export const ECDSA_SCHEME = 'ECDSA secp256k1';

/** The proof about a signed transaction. */
export interface VerifiedTransaction {
  readonly scheme: string;
  /** The signed content of each signature in order, in lowercase hex: the digest, or for Ed25519 the message. */
  readonly signed: readonly string[];
  /** Names of the fields that were compared. */
  readonly compared: readonly string[];
  /** The chain's future id of the transaction. Null when it is not final yet. */
  readonly transactionId: string | null;
  /** The chain that it is for, by CAIP-2, where it names one by a number (EIP-155). */
  readonly chain?: string;
}

/**
 * One transaction type of the interface. All texts are those of the operation: hex without `0x` (`0x` and upper case
 * are read too, never written). An unreadable or forbidden transaction throws a `Refusal`, and so does an answer that
 * differs from the request. index.ts knows the caller and adds what was not done.
 */
export interface TransactionRule {
  readonly curve: Curve;
  /** `signWith`: the signing address, if known. Outputs back to it are change. */
  describe(unsigned: string, signWith?: string | null): ContentMeaning;
  /** Returns the signed transaction in the interface's spelling (docs/protocol.md#transactions). */
  sign(unsigned: string, key: SigningKey): string;
  /**
   * Reads the request and returns the check of its answer. The check parses the answer again, recomputes the digest,
   * recovers or verifies the signer and compares every field. It refuses with the first field that differs.
   */
  verify(unsigned: string, signer: Signer): (signed: string) => VerifiedTransaction;
  /**
   * Reads the request and returns a function that recovers the signer of its answer. The signer is a compressed key in
   * lowercase hex, or null when nobody signed. It proves nothing about the fields, which `verify` does. Absent when
   * signatures do not reveal their signer.
   */
  recover?(unsigned: string): (signed: string) => string | null;
}
