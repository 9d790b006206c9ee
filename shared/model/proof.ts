import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';

/** What an opened bundle can hold. */
export const SECRET_KINDS = ['key', 'mnemonic', 'text', 'bytes'] as const;

/** What was proven about an opened bundle before anything of it may be shown. */
export const ExportProof = Closed({
  signerKey: Type.String(),
  organizationId: Type.String(),
  /** What the bundle holds: one private key, the words of a wallet (English, checksum right), another text, other bytes. */
  holds: Type.Enum(SECRET_KINDS),
  /** The address asked for, and the one derived from the opened key; null when none was known to compare with. */
  expectedAddress: Type.Union([Type.String(), Type.Null()]),
  derivedAddress: Type.Union([Type.String(), Type.Null()]),
  addressFormat: Type.Union([Type.String(), Type.Null()]),
  byteLength: Type.Integer(),
});
export type ExportProof = Static<typeof ExportProof>;

/** What was revealed, as it leaves the vault: sealed by HPKE to a key of whoever shows it or writes it down. */
export interface SealedReveal {
  /** The key it is sealed to: 65 bytes, an uncompressed point of P-256. */
  readonly to: Uint8Array<ArrayBuffer>;
  readonly encappedPublic: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/** What came back from signing, as the interface spells it. */
export const Signed = Type.Union([
  Closed({
    kind: Type.Literal('payloads'),
    /** Hex without `0x`, one for each payload, in order. */
    signatures: Type.Array(Closed({ r: Type.String(), s: Type.String(), v: Type.String() })),
  }),
  Closed({ kind: Type.Literal('transaction'), signedTransaction: Type.String() }),
]);
export type Signed = Static<typeof Signed>;

/** What was checked about a signature that came back. A difference is an error, so this only ever tells of success. */
export const SignatureProof = Closed({
  scheme: Type.String(),
  /** Lowercase hex of what each signature signs, in order: the digest, or for Ed25519 the message. */
  signed: Type.Array(Type.String()),
  publicKey: Type.String(),
  address: Type.String(),
  /** Names of the transaction's fields that were compared with what was asked; empty for a raw payload. */
  compared: Type.Array(Type.String()),
  /** The id by which the chain will know the signed transaction; null for a raw payload and for one that is not final yet (PSBT). */
  transactionId: Type.Union([Type.String(), Type.Null()]),
  /** The chain that the transaction is for, by CAIP-2; only of Ethereum’s kind. */
  chain: Type.Optional(Type.String()),
});
export type SignatureProof = Static<typeof SignatureProof>;
