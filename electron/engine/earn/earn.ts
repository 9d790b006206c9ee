import { AppError, sentence } from '../../../shared/errors/index.ts';
import { chainName, type EarnRow, type ProfileRow } from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import type { RowsPage, Slice } from '../../storage/cache/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { listed } from '../accounts/listed.ts';
import type { Addresses } from '../addresses/addresses.ts';
import type { Base } from '../base.ts';
import { partiesOf } from '../history/parties.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import { type KeptEarn, type KeptPosition, keptIn, readPosition, readWrapper } from './kept.ts';
import { toEarnRows } from './rows.ts';

/** The length of the reason why a chain could not be queried, in characters. */
const MAXIMUM_REASON = 300;

/** The holdings of the organization's accounts in earning vaults, as the service last reported them. */
export interface Earn {
  /** A slice of the current profile's, from the cache. */
  list(slice: Slice): Promise<RowsPage<EarnRow>>;
  /**
   * Reads the wrappers and each account's holdings from the service. Throws the errors of a query, and then keeps the
   * cached data.
   */
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
  // Rows show the address book's names.
  changes.on('documents', () => changes.announce('earn'));

  const keptOf = ({ name }: ProfileRow) => {
    const found = cache.reader.report('earn', name);
    const kept = keptIn(found?.kept);
    return kept === null ? null : { kept, refreshedAt: found?.refreshedAt ?? null };
  };

  return {
    async list(slice) {
      const profile = profiles.get();
      const found = keptOf(profile);
      if (found === null) return { rows: [], total: 0, refreshedAt: null };
      const rows = toEarnRows(found.kept, await partiesOf(profile, accounts, addresses));
      return { ...listed(rows, textsOf, slice), refreshedAt: found.refreshedAt };
    },

    async refresh({ signal, progress } = {}) {
      const profile = profiles.get();
      if (accounts.list({ search: '', offset: 0, limit: 1 }).refreshedAt === null)
        await accounts.refresh({ ...(signal && { signal }) });
      const { enabledVaults = [] } = await queries.ask('list_earn_enabled_vaults', {}, { profile, signal });
      const wrappers = enabledVaults.map(readWrapper);
      const positions: KeptPosition[] = [];
      const stale = new Map(enabledVaults.flatMap((given, index) => failedChain(given, wrappers[index])));
      const all = accounts.addressesOf(profile, 'ADDRESS_FORMAT_ETHEREUM');
      for (const [done, account] of all.entries()) {
        if (signal?.aborted === true)
          throw new AppError('CANCELLED', 'Cancelled. The earlier positions are still shown.');
        progress?.({ done, total: all.length, text: `Reading account ${done + 1} of ${all.length}` });
        const asked = { walletAddress: account };
        const { positions: listed = [] } = await queries.ask('list_earn_positions', asked, { profile, signal });
        for (const given of listed) {
          const position = readPosition(given, account);
          positions.push(position);
          for (const [chain, why] of failedChain(given, position)) stale.set(chain, why);
        }
      }
      const before = keptOf(profile);
      const report = withKept({ wrappers, positions }, before, stale);
      const isWhole = stale.size === 0;
      cache.writer.putReport('earn', profile.name, report, (isWhole ? null : before?.refreshedAt) ?? ports.clock.now());
      changes.announce('earn');
      if (isWhole) return { positions: positions.length };
      const why = [...stale].map(([chain, error]) => `${chainName(chain)}: ${error}`).join('. ');
      throw new AppError(
        'SERVICE_REFUSED',
        sentence`The service could not query every chain, so older values are shown for those. ${why}`,
      );
    },
  };
}

/** The chain of a row that the service could not query, with the reason. Empty when it could. */
const failedChain = (
  { chainError }: { readonly chainError?: string | undefined },
  row: { readonly chain: string } | undefined,
): [string, string][] =>
  chainError === undefined || row === undefined ? [] : [[row.chain, oneLine(chainError, MAXIMUM_REASON)]];

/** Adds the earlier rows of chains that could not be queried, with the time of those rows. */
function withKept(
  current: Omit<KeptEarn, 'stale'>,
  before: { readonly kept: KeptEarn; readonly refreshedAt: number | null } | null,
  reasons: ReadonlyMap<string, string>,
): KeptEarn {
  const readAt = (chain: string): number | null => {
    const rows = before === null ? [] : [...before.kept.wrappers, ...before.kept.positions];
    if (before === null || !rows.some((row) => row.chain === chain)) return null;
    const earlier = before.kept.stale[chain];
    return earlier === undefined ? before.refreshedAt : earlier.readAt;
  };
  const stale = Object.fromEntries([...reasons].map(([chain, why]) => [chain, { why, readAt: readAt(chain) }]));
  if (before === null) return { ...current, stale };
  const { wrappers, positions } = before.kept;
  const withEarlier = <Row extends { readonly chain: string }>(rows: readonly Row[], kept: readonly Row[]): Row[] => {
    const stands = ({ chain }: Row) => reasons.has(chain) && kept.some((row) => row.chain === chain);
    return [...rows.filter((row) => !stands(row)), ...kept.filter(({ chain }) => reasons.has(chain))];
  };
  return {
    wrappers: withEarlier(current.wrappers, wrappers),
    positions: withEarlier(current.positions, positions),
    stale,
  };
}

/** The searchable text of a row: all words of its list entry and details. */
function textsOf({ account, deployed, ...row }: EarnRow): readonly (string | null)[] {
  const { chain, token, symbol, wrapper, vault, vaultName, protocol } = row;
  return [
    chain,
    chainName(chain),
    token,
    symbol,
    wrapper,
    vault,
    vaultName,
    protocol,
    account?.address ?? null,
    account?.label ?? null,
    deployed?.feeWallet?.address ?? null,
    deployed?.feeWallet?.label ?? null,
  ];
}
