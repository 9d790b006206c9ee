import { AppError } from '../../shared/errors/index.ts';
import type { AccountRow, AddressFormat, ProfileRow } from '../../shared/model/index.ts';
import { toAccountRow } from '../client/index.ts';
import { sameAddress } from '../crypto/index.ts';
import type { Cache } from '../storage/cache/index.ts';
import type { Changes } from './changes.ts';
import type { Queries } from './requests/queries.ts';
import type { Engine } from './types.ts';

/** Accounts fetched a page; the interface allows at most 100 (SPEC 8). */
const PAGE = 100;
/** Rows that may hold an address as a part of theirs; among them the one that spells it differently is looked for. */
const SPELLINGS = 50;

export interface Accounts {
  readonly api: Engine['accounts'];
  /** The account with that address from the cache alone. */
  cached(profile: ProfileRow, address: string): AccountRow | null;
  /** The account with that address from the cache, else after one refresh; null when the organization has none such. */
  find(profile: ProfileRow, address: string): Promise<AccountRow | null>;
}

export function createAccounts(
  profiles: Engine['profiles'],
  cache: Cache,
  queries: Queries,
  changes: Changes,
  now: () => number,
): Accounts {
  const refreshProfile = async (profile: ProfileRow, counting: Parameters<Engine['accounts']['refresh']>[0] = {}) => {
    const options = { profile: profile.name, ...(counting.signal === undefined ? {} : { signal: counting.signal }) };
    const { wallets } = await queries.ask('list_wallets', {}, options);
    const walletOf = new Map(wallets.map((wallet) => [wallet.walletId, wallet]));
    const refresh = cache.writer.beginAccounts(profile.name);
    let done = 0;
    let after: string | undefined;
    for (;;) {
      if (counting.signal?.aborted === true)
        throw new AppError('CANCELLED', 'Cancelled. The accounts shown are the ones from before.');
      const paginationOptions = { limit: String(PAGE), ...(after === undefined ? {} : { after }) };
      const { accounts } = await queries.ask('list_wallet_accounts', { paginationOptions }, options);
      const fresh = accounts.filter((account) => account.walletAccountId !== after);
      refresh.add(fresh.map((account) => toAccountRow(account, walletOf.get(account.walletId))));
      done += fresh.length;
      counting.progress?.({ done, total: null, text: 'Reading accounts' });
      const last = fresh.at(-1)?.walletAccountId;
      if (fresh.length < PAGE || last === undefined || last === after) break;
      after = last;
    }
    refresh.commit(wallets, now());
    changes.tell('accounts');
    return { accounts: done };
  };

  /** In any accepted spelling: services take an address in other letter cases than they give it. */
  const fromCache = (profile: ProfileRow, address: string): AccountRow | null => {
    const exact = cache.reader.account(profile.name, address);
    if (exact !== null) return exact;
    const { rows } = cache.reader.accounts(profile.name, { search: address, offset: 0, limit: SPELLINGS });
    return rows.find((row) => isSpelling(row, address)) ?? null;
  };

  return {
    cached: fromCache,
    async find(profile, address) {
      const cached = fromCache(profile, address);
      if (cached !== null) return cached;
      await refreshProfile(profile);
      return fromCache(profile, address);
    },
    api: {
      list: (page) => cache.reader.accounts(profiles.get().name, page),
      wallets: () => cache.reader.wallets(profiles.get().name),
      refresh: (counting) => refreshProfile(profiles.get(), counting),
    },
  };
}

function isSpelling(row: AccountRow, address: string): boolean {
  try {
    return sameAddress(row.addressFormat as AddressFormat, row.address, address);
  } catch {
    // A format of a newer service.
    return false;
  }
}
