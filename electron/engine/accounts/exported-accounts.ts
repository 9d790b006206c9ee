/** Finds the accounts whose keys were exported. The service marks only the wallet. */
import type { AccountRow, ProfileRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { intentOf, readActivity } from '../../client/index.ts';
import type { Base } from '../base.ts';

/** Activities of the cache that are looked at, newest first. */
const MAXIMUM_ACTIVITIES = 1_000;

const ACCOUNT = OPERATIONS.export_wallet_account;
const WALLET = OPERATIONS.export_wallet;
const TYPES = [ACCOUNT.activityType, WALLET.activityType];

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
    const completed = cache.reader.completed(name, TYPES, MAXIMUM_ACTIVITIES).map(({ json }) => json);
    const found = {
      addresses: new Set(
        completed.flatMap((json) => namedIn(json, ACCOUNT, 'address')).map((text) => text.toLowerCase()),
      ),
      walletIds: new Set(completed.flatMap((json) => namedIn(json, WALLET, 'walletId'))),
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

/** The text that names the exported object in the request of a cached activity. */
function namedIn(json: unknown, operation: typeof ACCOUNT | typeof WALLET, member: string): string[] {
  try {
    const activity = readActivity(json);
    if (activity.type !== operation.activityType) return [];
    const intent = intentOf(activity, operation.intentMember) as Readonly<Record<string, unknown>> | undefined;
    const value = intent?.[member];
    return typeof value === 'string' ? [value] : [];
  } catch {
    // A damaged row of the cache explains nothing.
    return [];
  }
}
