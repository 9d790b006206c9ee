import { type AddressFormat, isUuid } from '../../../../shared/model/index.ts';
import { ADDRESS_TABLE, misspelling } from '../../../crypto/index.ts';
import { notFound, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import { findAccount, findSigningRow } from '../../signers/find-signer.ts';

/**
 * Returns the normalized address. Throws for a text that is not an address of the format, and names its `path` in the
 * request.
 */
export function requireAddress(path: string, address: string, format: AddressFormat): string {
  const normalized = ADDRESS_TABLE[format].normalize(address);
  if (normalized !== null) return normalized;
  throw requestInvalid(`bad request body: ${path} is not an address of ${format}: ${misspelling(format, address)}`);
}

/** Returns the normalized address in the first of the formats that it is an address of. */
function requireOneOf(path: string, address: string, formats: readonly AddressFormat[]): string {
  const format = formats.find((each) => ADDRESS_TABLE[each].normalize(address) !== null) ?? formats[0];
  if (format === undefined) throw requestInvalid(`bad request body: ${path} is not an address of this chain`);
  return requireAddress(path, address, format);
}

/**
 * Refuses an address that the organization cannot sign with on the chain: a key's id, or the address of a stranger or
 * another chain.
 */
export function requireSigner(
  path: string,
  address: string,
  formats: readonly AddressFormat[],
  context: ActingContext,
): void {
  if (isUuid(address))
    throw requestInvalid(`bad request body: ${path} must be an on-chain address, not the id of a key`);
  const normalized = requireOneOf(path, address, formats);
  const found = findSigningRow(normalized, context)?.addressFormat;
  if (found === undefined || !formats.includes(found))
    throw notFound('Could not find any resource to sign with. Addresses are case sensitive.');
}

/** Refuses any address that is not of a wallet account. Private keys are not supported (docs/protocol.md#histories). */
export function requireAccount(
  path: string,
  address: string,
  formats: readonly AddressFormat[],
  context: ActingContext,
): void {
  const normalized = requireOneOf(path, address, formats);
  const account = findAccount(normalized, context);
  if (account !== undefined && formats.includes(account.addressFormat)) return;
  if (findSigningRow(normalized, context)?.kind === 'private key')
    throw requestInvalid(
      `bad request body: ${path} is the address of a private key, and only those of wallet accounts are supported`,
    );
  throw notFound(`Could not find wallet account with address: ${address}`);
}
