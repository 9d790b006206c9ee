import { AppError } from '../../shared/errors/index.ts';
import type { AccountRow, AddressFormat, NearAddress, ProfileRow, WalletRow } from '../../shared/model/index.ts';
import { toAccountRow } from '../client/index.ts';
import { sameAddress } from '../crypto/index.ts';
import type { RowsPage, Slice } from '../storage/cache/index.ts';
import { createLookalikes, foldAddress, type Lookalikes } from './addresses/alike.ts';
import type { Base } from './base.ts';
import type { Counting } from './ports.ts';
import type { Profiles } from './profiles/profiles.ts';
import type { Queries } from './requests/queries.ts';

/** Accounts fetched a page; the interface allows at most 100 (SPEC 8). */
const PAGE = 100;
/** Rows that may hold an address as a part of theirs; among them the one that spells it differently is looked for. */
const SPELLINGS = 50;

export interface Accounts {
  /** A slice of the current profile's accounts, from the cache; where a search finds none, the one whose address is nearest to it. */
  list(slice: Slice): RowsPage<AccountRow> & { near: NearAddress | null };
  /** The addresses of a profile's accounts, in which one that reads like another is found; made once for each refresh. */
  lookalikes(profile: ProfileRow): Lookalikes<NearAddress>;
  wallets(): { rows: WalletRow[]; refreshedAt: number | null };
  /** Reads every account of the current profile again. */
  refresh(counting?: Counting): Promise<{ accounts: number }>;
  /** The account with that address from the cache alone. */
  cached(profile: ProfileRow, address: string): AccountRow | null;
  /** The account with that address from the cache, else after one refresh; null when the organization has none such. */
  find(profile: ProfileRow, address: string): Promise<AccountRow | null>;
}

export function createAccounts({ ports, cache, changes }: Base, profiles: Profiles, queries: Queries): Accounts {
  const refreshProfile = async (profile: ProfileRow, counting: Counting = {}) => {
    const options = { profile, signal: counting.signal };
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
    refresh.commit(wallets, ports.clock.now());
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

  const made = new Map<string, { readonly version: number | null; readonly all: Lookalikes<NearAddress> }>();
  const lookalikes = ({ name }: ProfileRow) => {
    const version = cache.reader.version(name);
    const known = made.get(name);
    if (known?.version === version) return known.all;
    const all = createLookalikes(cache.reader.addresses(name));
    made.set(name, { version, all });
    return all;
  };

  return {
    lookalikes,
    list(slice) {
      const profile = profiles.get();
      const page = cache.reader.accounts(profile.name, slice);
      return { ...page, near: page.total > 0 ? null : lookalikes(profile).find(foldAddress(slice.search.trim())) };
    },
    wallets: () => cache.reader.wallets(profiles.get().name),
    refresh: (counting) => refreshProfile(profiles.get(), counting),
    cached: fromCache,
    async find(profile, address) {
      const cached = fromCache(profile, address);
      if (cached !== null) return cached;
      await refreshProfile(profile);
      return fromCache(profile, address);
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
