import { AppError } from '../../../shared/errors/index.ts';
import { chainName, type EarnRow, type ProfileRow } from '../../../shared/model/index.ts';
import { type RowsPage, type Slice, searchTerms, searchText } from '../../storage/cache/index.ts';
import type { Accounts } from '../accounts.ts';
import type { Addresses } from '../addresses/addresses.ts';
import type { Base } from '../base.ts';
import { partiesOf } from '../history/parties.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../requests/queries.ts';
import { type KeptPosition, keptIn, readPosition, readWrapper } from './kept.ts';
import { toEarnRows } from './rows.ts';

/** What the organization's accounts have in vaults that earn, as the service said last. */
export interface Earn {
  /** A slice of the current profile's, from the cache. */
  list(slice: Slice): Promise<RowsPage<EarnRow>>;
  /** Asks for the wrappers, and for what each account has in them. Throws what asking throws; then what was kept stays. */
  refresh(counting?: Counting): Promise<{ positions: number }>;
}

interface EarnParts {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly accounts: Accounts;
  readonly addresses: Addresses;
}

export function createEarn(base: Base, { profiles, queries, accounts, addresses }: EarnParts): Earn {
  const { ports, cache, changes } = base;
  // Rows say what the address book calls their addresses.
  changes.on('documents', () => changes.tell('earn'));

  const keptOf = ({ name }: ProfileRow) => {
    const found = cache.reader.earn(name);
    const kept = keptIn(found?.kept);
    return kept === null ? null : { kept, refreshedAt: found?.refreshedAt ?? null };
  };

  return {
    async list({ search, offset, limit }) {
      const profile = profiles.get();
      const found = keptOf(profile);
      if (found === null) return { rows: [], total: 0, refreshedAt: null };
      const terms = searchTerms(search);
      const rows = toEarnRows(found.kept, await partiesOf(profile, accounts, addresses)).filter((row) => {
        const text = textOf(row);
        return terms.every((term) => text.includes(term));
      });
      return { rows: rows.slice(offset, offset + limit), total: rows.length, refreshedAt: found.refreshedAt };
    },

    async refresh({ signal, progress } = {}) {
      const profile = profiles.get();
      if (accounts.list({ search: '', offset: 0, limit: 1 }).refreshedAt === null)
        await accounts.refresh({ ...(signal && { signal }) });
      const { enabledVaults = [] } = await queries.ask('list_earn_enabled_vaults', {}, { profile, signal });
      const wrappers = enabledVaults.map(readWrapper);
      const positions: KeptPosition[] = [];
      const all = accounts.addressesOf(profile, 'ADDRESS_FORMAT_ETHEREUM');
      for (const [done, account] of all.entries()) {
        if (signal?.aborted === true)
          throw new AppError('CANCELLED', 'Cancelled. The positions shown are the ones from before.');
        progress?.({ done, total: all.length, text: `Reading account ${done + 1} of ${all.length}` });
        const asked = { walletAddress: account };
        const { positions: listed = [] } = await queries.ask('list_earn_positions', asked, { profile, signal });
        positions.push(...listed.map((position) => readPosition(position, account)));
      }
      cache.writer.putEarn(profile.name, { wrappers, positions }, ports.clock.now());
      changes.tell('earn');
      return { positions: positions.length };
    },
  };
}

/** What the list and the details of a row say, in their words. */
function textOf({ account, deployed, ...row }: EarnRow): string {
  const { chain, token, symbol, wrapper, vault, vaultName, protocol } = row;
  return searchText([
    ...[chain, chainName(chain), token, symbol, wrapper, vault, vaultName, protocol],
    ...[account?.address ?? null, account?.label ?? null],
    ...[deployed?.feeWallet?.address ?? null, deployed?.feeWallet?.label ?? null],
  ]);
}
