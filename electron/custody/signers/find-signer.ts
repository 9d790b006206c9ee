import { ADDRESS_FORMATS, type AddressFormat, createRecent, isUuid } from '../../../shared/model/index.ts';
import { ADDRESS_TABLE, type Signer, type SigningKey } from '../../crypto/index.ts';
import { PLACES } from '../keys/keyring.ts';
import { notFound } from '../public-error.ts';
import type { ActingContext } from '../request-context.ts';
import { databaseChanged } from '../store/index.ts';
import { makeAddress } from './make-address.ts';

/** The sealed key that `signWith` names, with the address formats that it is used in. */
export interface SealedSigner extends Signer {
  /** The format of the address that named it. Undefined for a private key that was named by its id. */
  readonly addressFormat: AddressFormat | undefined;
  readonly place: string;
  readonly sealedPrivateKey: Uint8Array;
}

/**
 * Finds the key that `signWith` names: the address of a wallet account or of a private key, or the id of a private key.
 * Choice (sign-with-the-oldest): a wallet and a private key can hold the same key. A wallet account comes before a private
 * key and the oldest before younger ones, so that an address always leads to the same row. Choice (sign-by-key-id): a
 * private key named by its id signs raw payloads with ECDSA or EdDSA. That holds even when one of its addresses is a
 * Taproot or Spark one. Only that address itself asks for BIP-340. Throws NOT_FOUND in the public service's words.
 */
export function findSigner(signWith: string, context: ActingContext): SealedSigner {
  const found = findSigningRow(signWith, context);
  if (found === undefined) throw notFound('Could not find any resource to sign with. Addresses are case sensitive.');
  const { curve, publicKey, sealedPrivateKey } = found.row;
  const signer = { curve, publicKey, sealedPrivateKey, addressFormat: found.addressFormat };
  if (found.kind === 'account')
    return { ...signer, addressFormats: [found.addressFormat], place: PLACES.accountKey(found.row) };
  const { privateKeyId } = found.row;
  const addressFormats =
    found.addressFormat === undefined
      ? context.store.privateKeys.addressesOf(privateKeyId).map(({ addressFormat }) => addressFormat)
      : [found.addressFormat];
  return { ...signer, addressFormats, place: PLACES.privateKey(found.row) };
}

/** Opens the key for the time of `use`, which may not wait. */
export function withSigner<Result>(
  signer: SealedSigner,
  { keyring }: ActingContext,
  use: (key: SigningKey) => Result,
): Result {
  const { curve, publicKey, addressFormats, place, sealedPrivateKey } = signer;
  return keyring.open(place, sealedPrivateKey, (privateKey) => use({ curve, publicKey, addressFormats, privateKey }));
}

/** The wallet account of the caller's organization that an address belongs to, of one wallet or of any, with its sealed key. */
export function findAccount(address: string, context: ActingContext, walletId?: string) {
  return findAccountRead(readings(address), context, walletId);
}

function findAccountRead(read: readonly Reading[], { store, caller }: ActingContext, walletId?: string) {
  for (const { format, normalized } of read) {
    const account = store.wallets
      .accountsByAddress(caller.organization.organizationId, format, normalized)
      .find((row) => walletId === undefined || row.walletId === walletId);
    if (account !== undefined) return account;
  }
  return undefined;
}

/** Returns the row that `signWith` names, and the format of the address in it. Undefined when no row matches. */
export function findSigningRow(signWith: string, context: ActingContext) {
  const { store, caller } = context;
  const { organizationId } = caller.organization;
  if (isUuid(signWith)) {
    const key = store.privateKeys.find(organizationId, signWith);
    return key === undefined ? undefined : { kind: 'private key' as const, row: key, addressFormat: undefined };
  }
  const read = readings(signWith);
  const account = findAccountRead(read, context);
  if (account !== undefined) return { kind: 'account' as const, row: account, addressFormat: account.addressFormat };
  for (const { format, normalized } of read) {
    const key = store.privateKeys.findByAddress(organizationId, format, normalized);
    if (key === undefined) continue;
    // The rows of addresses are not sealed.
    if (makeAddress(format, key.publicKey, key.curve).normalizedAddress !== normalized)
      throw databaseChanged(
        `The address ${signWith} of the private key ${key.privateKeyId} was changed outside this service`,
      );
    return { kind: 'private key' as const, row: key, addressFormat: format };
  }
  return undefined;
}

export interface Reading {
  readonly format: AddressFormat;
  readonly normalized: string;
}

/**
 * Every format that the text is an address of, with the one spelling its rows are kept in.
 * Choice (address-spellings): an address is found in every spelling its format allows, not only as it was answered.
 */
export function readings(address: string): readonly Reading[] {
  const known = recentReadings.get(address);
  if (known !== undefined) return known;
  const made = ADDRESS_FORMATS.flatMap((format) => {
    const normalized = ADDRESS_TABLE[format].normalize(address);
    return normalized === null ? [] : [{ format, normalized }];
  });
  recentReadings.keep(address, made, address.length);
  return made;
}

/** Trying every format costs more than half of a signature. Weighed in characters. */
const recentReadings = createRecent<readonly Reading[]>(1024 * 1024);
