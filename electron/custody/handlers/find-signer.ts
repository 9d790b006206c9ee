import { ADDRESS_FORMATS, type AddressFormat, isUuid } from '../../../shared/model/index.ts';
import { ADDRESS_TABLE, type Signer, type SigningKey } from '../../crypto/index.ts';
import { PLACES } from '../keys/keyring.ts';
import { notFound } from '../public-error.ts';
import type { QueryContext } from './types.ts';

/** What `signWith` names: a key with the forms of address it is used in, sealed. */
export interface SealedSigner extends Signer {
  /** The format of the address it was named by; a private key named by its id has none. */
  readonly addressFormat: AddressFormat | undefined;
  readonly place: string;
  readonly sealedPrivateKey: Uint8Array;
}

/**
 * The key that `signWith` names: the address of a wallet account or of a private key, or the id of a private key.
 * Choice (sign-with-the-oldest): the same key may be there more than once, by imports; a wallet account comes before a
 * private key and the oldest before younger ones, so that an address always leads to the same row.
 * Choice (sign-by-key-id): a private key named by its id signs raw payloads with ECDSA or EdDSA, even when one of its
 * addresses is a Taproot or Spark one: only that address, named as such, asks for BIP-340.
 * Throws NOT_FOUND in the public service's words.
 */
export function findSigner(signWith: string, context: QueryContext): SealedSigner {
  const signer = isUuid(signWith) ? findPrivateKey(signWith, context) : findByAddress(signWith, context);
  if (signer === undefined) throw notFound('Could not find any resource to sign with. Addresses are case sensitive.');
  return signer;
}

/** Opens the key for the time of `use`, which may not wait. */
export function withSigner<Result>(
  signer: SealedSigner,
  { keyring }: QueryContext,
  use: (key: SigningKey) => Result,
): Result {
  const { curve, publicKey, addressFormats, place, sealedPrivateKey } = signer;
  return keyring.open(place, sealedPrivateKey, (privateKey) => use({ curve, publicKey, addressFormats, privateKey }));
}

/** The wallet account of the caller's organization that an address belongs to, with its sealed key. */
export function findAccount(address: string, context: QueryContext) {
  return findAccountRead(readings(address), context);
}

function findAccountRead(read: readonly Reading[], { store, caller }: QueryContext) {
  for (const { format, normalized } of read) {
    const account = store.wallets.accountByAddress(caller.organization.organizationId, format, normalized);
    if (account !== undefined) return account;
  }
  return undefined;
}

function findByAddress(address: string, context: QueryContext): SealedSigner | undefined {
  const read = readings(address);
  const account = findAccountRead(read, context);
  if (account !== undefined) {
    const { walletAccountId, curve, publicKey, addressFormat, sealedPrivateKey } = account;
    const place = PLACES.accountKey(walletAccountId);
    return { curve, publicKey, addressFormats: [addressFormat], addressFormat, place, sealedPrivateKey };
  }
  const { store, caller } = context;
  for (const { format, normalized } of read) {
    const key = store.privateKeys.findByAddress(caller.organization.organizationId, format, normalized);
    if (key === undefined) continue;
    const { privateKeyId, curve, publicKey, sealedPrivateKey } = key;
    const place = PLACES.privateKey(privateKeyId);
    return { curve, publicKey, addressFormats: [format], addressFormat: format, place, sealedPrivateKey };
  }
  return undefined;
}

function findPrivateKey(privateKeyId: string, { store, caller }: QueryContext): SealedSigner | undefined {
  const key = store.privateKeys.find(caller.organization.organizationId, privateKeyId);
  if (key === undefined) return undefined;
  const addressFormats = store.privateKeys.addressesOf(key.privateKeyId).map(({ addressFormat }) => addressFormat);
  const { curve, publicKey, sealedPrivateKey } = key;
  const place = PLACES.privateKey(key.privateKeyId);
  return { curve, publicKey, addressFormats, addressFormat: undefined, place, sealedPrivateKey };
}

interface Reading {
  readonly format: AddressFormat;
  readonly normalized: string;
}

/**
 * Every format that the text is an address of, with the one spelling its rows are kept in.
 * Choice (address-spellings): an address is found in every spelling its format allows, not only as it was answered.
 */
function readings(address: string): readonly Reading[] {
  return ADDRESS_FORMATS.flatMap((format) => {
    const normalized = ADDRESS_TABLE[format].normalize(address);
    return normalized === null ? [] : [{ format, normalized }];
  });
}
