import type { AddressFormat, Curve, DecodedField } from '../../../shared/model/index.ts';
import type { ContentMeaning } from '../meaning.ts';

/** One thing a transaction says. */
export type TransactionField = DecodedField;

/** Who signs: one public key, and the forms of address it is used in. */
export interface Signer {
  readonly curve: Curve;
  /** Lowercase hex: compressed SEC1, or 32 bytes for Ed25519. */
  readonly publicKey: string;
  /** The format of the account signed with; all formats of a private key that is signed with by its id. */
  readonly addressFormats: readonly AddressFormat[];
}

export interface SigningKey extends Signer {
  /** 32 bytes. Stays the caller's to wipe. */
  readonly privateKey: Uint8Array;
}

/** What a proof calls ECDSA on secp256k1. */
export const ECDSA_SCHEME = 'ECDSA secp256k1';

/** What was proven about a signed transaction. */
export interface VerifiedTransaction {
  readonly scheme: string;
  /** Lowercase hex of what each signature signs, in order: the digest, or for Ed25519 the message. */
  readonly signed: readonly string[];
  /** Names of the fields that were compared. */
  readonly compared: readonly string[];
  /** The id by which the chain will know it; null when it is not final yet. */
  readonly transactionId: string | null;
  /** The chain that it is for, by CAIP-2, where it names one by a number (EIP-155). */
  readonly chain?: string;
}

/**
 * One transaction type of the interface. All texts are what the operation carries: hex without `0x` (`0x` and upper case
 * are read too, never written). What cannot be read or must not be signed throws a `Refusal`; so does what came back and
 * is not what was asked for. The door (index.ts) knows who asked, and says what was not done.
 */
export interface TransactionRule {
  readonly curve: Curve;
  /** `signWith`: the address it is signed with, where that is known; what goes back to it is change. */
  describe(unsigned: string, signWith?: string | null): ContentMeaning;
  /** Gives the signed transaction as the interface spells it (PROTOCOL 6.2). */
  sign(unsigned: string, key: SigningKey): string;
  /**
   * Reads what was asked for, and gives the check of what came back: it parses that again, recomputes the digest, recovers
   * or verifies the signer and compares every field. It refuses with the first field that differs.
   */
  verify(unsigned: string, signer: Signer): (signed: string) => VerifiedTransaction;
  /**
   * Reads what was asked for, and gives what tells who signed what came back: a compressed key in lowercase hex, null when
   * nobody did. Proves nothing about the fields, `verify` does. Absent where signatures do not tell their signer.
   */
  recover?(unsigned: string): (signed: string) => string | null;
}
