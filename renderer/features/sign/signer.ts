import { type AccountRow, type AddressFamily, formatFacts, type SchnorrScheme } from '../../../shared/model/index.ts';

/** The members that decide how an account signs. */
export type Signer = Pick<AccountRow, 'curve' | 'addressFormat'>;

/** The signer of the form before an account is chosen: the most usual one. */
export const USUAL_SIGNER: Signer = { curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_ETHEREUM' };

/** Returns the family of an account's format, or null for a format of a newer service. */
export function familyOf({ addressFormat }: Signer): AddressFamily | null {
  return formatFacts(addressFormat)?.family ?? null;
}

/** Returns the Schnorr scheme of an account's format, or null when it signs with ECDSA or EdDSA. */
export function schnorrOf({ addressFormat }: Signer): SchnorrScheme | null {
  return formatFacts(addressFormat)?.schnorr ?? null;
}
