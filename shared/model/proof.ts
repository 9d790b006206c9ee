import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';

/** The kinds of secrets in a bundle. */
export const SECRET_KINDS = ['key', 'mnemonic', 'text', 'bytes'] as const;

/** The proofs about an opened bundle, made before any of its contents may be shown. */
export const ExportProof = Closed({
  signerKey: Type.String(),
  organizationId: Type.String(),
  /** One private key, the words of a wallet (English, checksum right), another text, or other bytes. */
  holds: Type.Enum(SECRET_KINDS),
  /** The requested address, and the one derived from the opened key. Null when none was known to compare with. */
  expectedAddress: Type.Union([Type.String(), Type.Null()]),
  derivedAddress: Type.Union([Type.String(), Type.Null()]),
  addressFormat: Type.Union([Type.String(), Type.Null()]),
  byteLength: Type.Integer(),
});
export type ExportProof = Static<typeof ExportProof>;

/** A revealed secret as it leaves the vault: sealed by HPKE to the key of the process that shows or writes it. */
export interface SealedReveal {
  /** The key it is sealed to: 65 bytes, an uncompressed point of P-256. */
  readonly to: Uint8Array<ArrayBuffer>;
  readonly encappedPublic: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/** The result of signing, as the interface spells it. */
export const Signed = Type.Union([
  Closed({
    kind: Type.Literal('payloads'),
    /** Hex without `0x`, one for each payload, in order. */
    signatures: Type.Array(Closed({ r: Type.String(), s: Type.String(), v: Type.String() })),
  }),
  Closed({ kind: Type.Literal('transaction'), signedTransaction: Type.String() }),
]);
export type Signed = Static<typeof Signed>;

/** The passed checks of a returned signature. A failed check is an error, so this only reports success. */
export const SignatureProof = Closed({
  scheme: Type.String(),
  /** Lowercase hex of the input of each signature, in order: the digest, or for Ed25519 the message. */
  signed: Type.Array(Type.String()),
  publicKey: Type.String(),
  address: Type.String(),
  /** Names of the transaction's fields that were compared with the request. Empty for a raw payload. */
  compared: Type.Array(Type.String()),
  /**
   * The id of the signed transaction on its chain. Null for a raw payload and for a transaction that is not final yet
   * (PSBT).
   */
  transactionId: Type.Union([Type.String(), Type.Null()]),
  /** The chain of the transaction, by CAIP-2. Only for chains of Ethereum’s kind. */
  chain: Type.Optional(Type.String()),
});
export type SignatureProof = Static<typeof SignatureProof>;

/** The readers of a file of age, each as `age1…`. The vault decodes them. */
export const Recipients = Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { minItems: 1, maxItems: 20 });
