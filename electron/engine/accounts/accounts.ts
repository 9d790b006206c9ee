import { AppError } from '../../../shared/errors/index.ts';
import {
  ACCOUNT_RULES,
  type AccountRow,
  ADDRESS_FORMATS,
  type AddressFormat,
  type NearAddress,
  type ProfileRow,
  type WalletRow,
} from '../../../shared/model/index.ts';
import { toAccountRow } from '../../client/index.ts';
import { parsePath, sameAddress } from '../../crypto/index.ts';
import type { RowsPage, Slice } from '../../storage/cache/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import { type Lookalikes, lookalikesOf } from '../addresses/alike.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import { type ArrangedSlice, createArranged } from '../tools/arranged.ts';
import { createExportedAccounts } from './exported-accounts.ts';
import { createMadeAccounts, type MadeAccounts } from './made-accounts.ts';

/** Accounts in one page. The interface allows at most 100 (docs/protocol.md#limits). */
const PAGE = 100;
/** Addresses that are read from the cache at once. */
const PIECE = 1_000;

export interface Accounts {
  /** A slice of the current profile's accounts, from the cache. */
  list(slice: Slice): RowsPage<AccountRow>;
  /** A slice in an order, of the accounts that pass the filters of the search. Throws INVALID_INPUT for too many. */
  arranged(slice: ArrangedSlice): Promise<RowsPage<AccountRow>>;
  /** Like `arranged`. When a search finds nothing, it also returns the account with the nearest address. */
  listOrNearest(slice: ArrangedSlice): Promise<RowsPage<AccountRow> & { near: NearAddress | null }>;
  /** An index of a profile's account addresses that finds look-alikes. It is built once for each refresh. */
  lookalikes(profile: ProfileRow): Promise<Lookalikes<NearAddress>>;
  /** Each address of a format once, in the order of the accounts. */
  addressesOf(profile: ProfileRow, format: AddressFormat): string[];
  wallets(): { rows: WalletRow[]; refreshedAt: number | null };
  /** Reads every account of the current profile again. */
  refresh(counting?: Counting): Promise<{ accounts: number }>;
  /** The account with that address from the cache alone. */
  cached(profile: ProfileRow, address: string): AccountRow | null;
  /** Finds the account with that address, listed or made by an activity. Returns its name, or null for any other address. */
  own(profile: ProfileRow, address: string): ReturnType<MadeAccounts['find']>;
  /** Finds the account with that address in the cache, else after one refresh. Null when the organization has none. */
  find(profile: ProfileRow, address: string): Promise<AccountRow | null>;
  /**
   * Finds the first listed account of a wallet whose address this program derives. Reads the accounts again when the cache
   * does not have the wallet. Null when there is none.
   */
  firstOf(profile: ProfileRow, walletId: string): Promise<AccountRow | null>;
}

export function createAccounts(base: Base, profiles: Profiles, queries: Queries): Accounts {
  const { ports, cache, changes } = base;
  const made = createMadeAccounts(base);
  const markExported = createExportedAccounts(base);
  const refreshProfile = async (profile: ProfileRow, counting: Counting = {}) => {
    const options = { profile, signal: counting.signal };
    const { wallets } = await queries.ask('list_wallets', {}, options);
    const walletOf = new Map(wallets.map((wallet) => [wallet.walletId, wallet]));
    const refresh = cache.writer.beginAccounts(profile.name);
    let done = 0;
    let after: string | undefined;
    const cursors = new Set<string>();
    for (;;) {
      if (counting.signal?.aborted === true)
        throw new AppError('CANCELLED', 'Cancelled. The earlier accounts are still shown.');
      const paginationOptions = { limit: String(PAGE), ...(after === undefined ? {} : { after }) };
      const { accounts } = await queries.ask('list_wallet_accounts', { paginationOptions }, options);
      const fresh = accounts.filter((account) => account.walletAccountId !== after);
      const last = fresh.at(-1)?.walletAccountId;
      // A service that repeats its pages would be read without end.
      if (last !== undefined && cursors.has(last)) break;
      refresh.add(fresh.map((account) => toAccountRow(account, walletOf.get(account.walletId))));
      done += fresh.length;
      counting.progress?.({ done, total: null, text: 'Reading accounts' });
      if (fresh.length < PAGE || last === undefined) break;
      cursors.add(last);
      after = last;
    }
    refresh.commit(wallets, ports.clock.now());
    changes.announce('accounts');
    return { accounts: done };
  };

  /** In any accepted spelling: services take an address in other letter cases than they give it. */
  const fromCache = (profile: ProfileRow, address: string): AccountRow | null => {
    // Some chains write their digits with and without 0x.
    const rows = [address, `0x${address}`].flatMap((spelling) => cache.reader.spellings(profile.name, spelling));
    const [first] = rows;
    return first?.address === address ? first : (rows.find((row) => isSpelling(row, address)) ?? null);
  };

  const lookalikesMade = new Map<
    string,
    { readonly version: number | null; readonly all: Promise<Lookalikes<NearAddress>> }
  >();
  const lookalikes = async (profile: ProfileRow): Promise<Lookalikes<NearAddress>> => {
    const { name } = profile;
    const version = cache.reader.version(name);
    const known = lookalikesMade.get(name);
    const all = known?.version === version ? known.all : inSlices(readLookalikes(name));
    lookalikesMade.set(name, { version, all });
    const found = await all;
    // A refresh that ended meanwhile deleted rows that were not read yet.
    return cache.reader.version(name) === version ? found : lookalikes(profile);
  };

  function* readLookalikes(name: string): Steps<Lookalikes<NearAddress>> {
    const all: NearAddress[] = [];
    for (let read = PIECE; read === PIECE; ) {
      yield;
      const piece = cache.reader.addresses(name, all.length, PIECE);
      all.push(...piece);
      read = piece.length;
    }
    return yield* lookalikesOf(all);
  }

  const pageOf = (profile: ProfileRow, slice: Slice): RowsPage<AccountRow> => {
    const page = cache.reader.accounts(profile.name, slice);
    return { ...page, rows: markExported(profile, page.rows) };
  };
  const inOrder = createArranged({ rules: ACCOUNT_RULES, read: pageOf });
  for (const change of ['accounts', 'activities'] as const) changes.on(change, inOrder.clear);

  const firstListed = ({ name }: ProfileRow, walletId: string): AccountRow | null => {
    for (let offset = 0; ; offset += PIECE) {
      const { rows } = cache.reader.accounts(name, { search: walletId, offset, limit: PIECE });
      const first = rows.find((row) => row.walletId === walletId && isDerivable(row));
      if (first !== undefined || rows.length < PIECE) return first ?? null;
    }
  };

  return {
    lookalikes,
    list: (slice) => pageOf(profiles.get(), slice),
    arranged: (slice) => inOrder.page(profiles.get(), slice),
    async listOrNearest(slice) {
      const profile = profiles.get();
      const page = await inOrder.page(profile, slice);
      return { ...page, near: page.total > 0 ? null : (await lookalikes(profile)).first(slice.search.trim()) };
    },
    addressesOf({ name }, format) {
      const found = new Set<string>();
      for (let offset = 0; ; offset += PIECE) {
        const { rows } = cache.reader.accounts(name, { search: '', offset, limit: PIECE });
        for (const { address, addressFormat } of rows) if (addressFormat === format) found.add(address);
        if (rows.length < PIECE) return [...found];
      }
    },
    wallets: () => cache.reader.wallets(profiles.get().name),
    refresh: (counting) => refreshProfile(profiles.get(), counting),
    cached: fromCache,
    own(profile, address) {
      const row = fromCache(profile, address);
      return row === null ? made.find(profile, address) : { label: row.name ?? row.walletName };
    },
    async find(profile, address) {
      const cached = fromCache(profile, address);
      if (cached !== null) return cached;
      await refreshProfile(profile);
      return fromCache(profile, address);
    },
    async firstOf(profile, walletId) {
      const isKnown = cache.reader.wallets(profile.name).rows.some((wallet) => wallet.walletId === walletId);
      if (!isKnown) await refreshProfile(profile);
      return firstListed(profile, walletId);
    },
  };
}

/** False for the format or the path of a newer service. */
function isDerivable({ addressFormat, path }: AccountRow): boolean {
  try {
    parsePath(path);
    return ADDRESS_FORMATS.some((format) => format === addressFormat);
  } catch {
    return false;
  }
}

function isSpelling(row: AccountRow, address: string): boolean {
  try {
    return sameAddress(row.addressFormat as AddressFormat, row.address, address);
  } catch {
    // A format of a newer service.
    return false;
  }
}
