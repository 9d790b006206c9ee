import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';

/** What was proven about an opened bundle before anything of it may be shown. */
export const ExportProof = Closed({
  signerKey: Type.String(),
  organizationId: Type.String(),
  /** The address asked for, and the one derived from the opened key; null when the caller expected none. */
  expectedAddress: Type.Union([Type.String(), Type.Null()]),
  derivedAddress: Type.Union([Type.String(), Type.Null()]),
  addressFormat: Type.Union([Type.String(), Type.Null()]),
  byteLength: Type.Integer(),
});
export type ExportProof = Static<typeof ExportProof>;

/** What was checked about a signature that came back. A difference is an error, so this only ever tells of success. */
export const SignatureProof = Closed({
  scheme: Type.String(),
  /** Lowercase hex of the bytes that were signed (the digest for ECDSA). */
  signed: Type.String(),
  publicKey: Type.String(),
  address: Type.String(),
});
export type SignatureProof = Static<typeof SignatureProof>;
