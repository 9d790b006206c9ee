/** Finds the accounts whose keys were exported. The service marks only the wallet. */
import type { AccountRow, ProfileRow } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { EXPORT_TYPES, namedExport } from './named-exports.ts';

/** Activities of the cache that are looked at, newest first. */
const MAXIMUM_ACTIVITIES = 1_000;

interface Exports {
  /** Addresses in lowercase: services take them in any letter case. */
  readonly addresses: ReadonlySet<string>;
  readonly walletIds: ReadonlySet<string>;
}

/** Returns the rows of a profile's exported wallets with `keyExported`, as far as cached activities explain it. */
export type MarkExported = (profile: ProfileRow, rows: readonly AccountRow[]) => AccountRow[];

export function createExportedAccounts({ cache, changes }: Pick<Base, 'cache' | 'changes'>): MarkExported {
  const known = new Map<string, Exports>();
  changes.on('activities', () => known.clear());

  const exportsOf = ({ name }: ProfileRow): Exports => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const named = cache.reader
      .completed(name, EXPORT_TYPES, MAXIMUM_ACTIVITIES)
      .flatMap(({ json }) => namedExport(json) ?? []);
    const found = {
      addresses: new Set(named.flatMap((one) => ('address' in one ? [one.address] : []))),
      walletIds: new Set(named.flatMap((one) => ('walletId' in one ? [one.walletId] : []))),
    };
    known.set(name, found);
    return found;
  };

  return (profile, rows) => {
    const { addresses, walletIds } = exportsOf(profile);
    const isKey = ({ address }: AccountRow) => addresses.has(address.toLowerCase());
    return rows.map((row) => {
      if (!row.exported) return row;
      if (isKey(row) || walletIds.has(row.walletId)) return { ...row, keyExported: true };
      const isExplained = cache.reader
        .accounts(profile.name, { search: row.walletId, offset: 0, limit: MAXIMUM_ACTIVITIES })
        .rows.some((other) => other.walletId === row.walletId && isKey(other));
      return isExplained ? { ...row, keyExported: false } : row;
    });
  };
}
