import { ADDRESS_TABLE, findFormats } from '../../crypto/index.ts';
import type { QueryContext } from './types.ts';

/** The account of the caller's organization that an address belongs to, in any spelling its format allows, with its sealed key. */
export function findAccount(address: string, { store, caller }: QueryContext) {
  for (const format of findFormats()) {
    const normalized = ADDRESS_TABLE[format]?.normalize(address) ?? null;
    if (normalized === null) continue;
    const account = store.wallets.accountByAddress(caller.organization.organizationId, format, normalized);
    if (account !== undefined) return account;
  }
  return undefined;
}
