import { type AddressFormat, isSolanaChain, isUuid } from '../../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../../crypto/index.ts';
import { notFound, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import { findAccount, findSigningRow } from '../../signers/find-signer.ts';

/** The formats of address that work on a chain is done for. */
export type ChainFormat = 'ADDRESS_FORMAT_ETHEREUM' | 'ADDRESS_FORMAT_SOLANA';

/** The format of the addresses of a chain, by its CAIP-2 name. */
export function formatOf(chain: string): ChainFormat {
  return isSolanaChain(chain) ? 'ADDRESS_FORMAT_SOLANA' : 'ADDRESS_FORMAT_ETHEREUM';
}

/**
 * Returns the normalized address. Throws for a text that is not an address of the format, and names its `path` in the
 * request.
 */
export function requireAddress(path: string, address: string, format: AddressFormat): string {
  const normalized = ADDRESS_TABLE[format].normalize(address);
  if (normalized !== null) return normalized;
  throw requestInvalid(`bad request body: ${path} is not an address of ${format}`);
}

/**
 * Refuses an address that the organization cannot sign with on the chain: a key's id, or the address of a stranger or
 * another chain.
 */
export function requireSigner(path: string, address: string, format: ChainFormat, context: ActingContext): void {
  if (isUuid(address))
    throw requestInvalid(`bad request body: ${path} must be an on-chain address, not the id of a key`);
  const normalized = requireAddress(path, address, format);
  if (findSigningRow(normalized, context)?.addressFormat !== format)
    throw notFound('Could not find any resource to sign with. Addresses are case sensitive.');
}

/** Refuses any address that is not of a wallet account. Private keys are not supported (docs/protocol.md#histories). */
export function requireAccount(path: string, address: string, format: ChainFormat, context: ActingContext): void {
  const normalized = requireAddress(path, address, format);
  if (findAccount(normalized, context)?.addressFormat === format) return;
  if (findSigningRow(normalized, context)?.kind === 'private key')
    throw requestInvalid(
      `bad request body: ${path} is the address of a private key, and only those of wallet accounts are supported`,
    );
  throw notFound(`Could not find wallet account with address: ${address}`);
}
