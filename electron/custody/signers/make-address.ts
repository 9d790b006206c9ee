import type { AddressFormat, Curve } from '../../../shared/model/index.ts';
import { ADDRESS_TABLE, addressOf } from '../../crypto/index.ts';
import { requestInvalid } from '../public-error.ts';

/** Refuses a format that cannot be made of keys of the curve, before anything is derived. Throws REQUEST_INVALID. */
export function requireCurveOf(addressFormat: AddressFormat, curve: Curve): void {
  if (!ADDRESS_TABLE[addressFormat].curves.includes(curve))
    throw requestInvalid(`invalid curve: ${addressFormat} is not made of ${curve} keys`);
}

/** An address as it is answered, and the one spelling that all its spellings lead to. */
export function makeAddress(addressFormat: AddressFormat, publicKey: string, curve: Curve) {
  const address = addressOf(addressFormat, publicKey, curve);
  return { address, normalizedAddress: ADDRESS_TABLE[addressFormat].normalize(address) ?? address };
}
