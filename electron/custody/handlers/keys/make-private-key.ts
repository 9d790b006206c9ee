import type { AddressFormat, Curve } from '../../../../shared/model/index.ts';
import type { KeyAddress } from '../../../../shared/operations/index.ts';
import { publicKeyOf, randomUuid } from '../../../crypto/index.ts';
import { PLACES } from '../../keys/keyring.ts';
import { alreadyExists, requestInvalid } from '../../public-error.ts';
import type { MakingContext } from '../../request-context.ts';
import { makeAddress, requireCurveOf } from '../../signers/make-address.ts';
import type { PrivateKeyRow } from '../../store/index.ts';
import { refuseDamagedKey } from './damaged-twins.ts';

interface NewPrivateKey {
  readonly privateKeyName: string;
  readonly curve: Curve;
  readonly addressFormats: readonly AddressFormat[];
  readonly imported: 0 | 1;
}

/**
 * Seals a private key with one address for each of its formats. The caller wipes the 32 bytes. The returned commit
 * stores the key. Throws ALREADY_EXISTS for a key that was imported before, REQUEST_INVALID, or KEY_INVALID when the
 * bytes are no key of the curve. Choice (format-once): a format that is named twice for one key is refused, because it
 * would be the same address twice.
 */
export function makePrivateKey(privateKey: Uint8Array, wanted: NewPrivateKey, context: MakingContext) {
  const { privateKeyName, curve, addressFormats, imported } = wanted;
  const { store, keyring, requestedAt } = context;
  const { organizationId } = context.caller.organization;
  for (const format of addressFormats) requireCurveOf(format, curve);
  if (new Set(addressFormats).size < addressFormats.length)
    throw requestInvalid('invalid address format: a format is named twice for one private key');
  const publicKey = publicKeyOf(curve, privateKey);
  const privateKeyId = randomUuid();
  const place = PLACES.privateKey({ organizationId, privateKeyId, curve, publicKey });
  const sealedPrivateKey = keyring.seal(place, privateKey);
  const addresses = addressFormats.map((addressFormat) => ({
    privateKeyId,
    organizationId,
    addressFormat,
    ...makeAddress(addressFormat, publicKey, curve),
  }));
  const row = { privateKeyId, organizationId, privateKeyName, curve, publicKey, exported: 0, imported } as const;
  return (): { privateKeyId: string; addresses: KeyAddress[] } => {
    if (store.privateKeys.isNamed(organizationId, privateKeyName))
      throw requestInvalid('private key label must be unique');
    if (imported === 1) refuseDamagedKey(curve, publicKey, context);
    const isSame = (other: PrivateKeyRow) => other.curve === curve && other.publicKey === publicKey;
    const same = imported === 1 ? store.privateKeys.imported(organizationId).find(isSame) : undefined;
    if (same !== undefined)
      throw alreadyExists(`private key with ID ${same.privateKeyId} has already been imported in this organization`);
    store.privateKeys.insert({ ...row, sealedPrivateKey, createdAt: requestedAt, updatedAt: requestedAt });
    for (const address of addresses) store.privateKeys.insertAddress(address);
    return { privateKeyId, addresses: addresses.map(wireAddress) };
  };
}

export function wireAddress(row: { readonly addressFormat: AddressFormat; readonly address: string }): KeyAddress {
  return { format: row.addressFormat, address: row.address };
}
