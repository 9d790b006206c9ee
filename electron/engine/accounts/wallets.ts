import { AppError } from '../../../shared/errors/index.ts';
import {
  ADDRESS_FORMATS,
  CURVES,
  chainLabel,
  freePath,
  isJsonObject,
  ownMember,
  type ProfileRow,
  parseJson,
  WALLET_RULES,
  type WalletDetail,
  type WalletListRow,
} from '../../../shared/model/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { readActivity, toActivityRow } from '../../client/index.ts';
import type { DerivedAccount, RowsPage, Slice } from '../../storage/cache/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type ArrangedSlice, createArranged } from '../tools/arranged.ts';
import { listed } from './listed.ts';
import { EXPORT_TYPES, namedExport } from './named-exports.ts';
import { createWalletOrigins, type WalletOrigins } from './wallet-origins.ts';

/** Exports of the cache that are looked at, newest first. */
const MAXIMUM_EXPORTS = 1_000;
/** The service writes a wallet at most this long after the time of its activity. Milliseconds. */
const WRITTEN_WITHIN = 10_000;

/** Returns the backup of a wallet by its id. */
type BackupOf = (walletId: string) => WalletListRow['backup'];

/** The wallets of the current profile, from the copies on this machine. */
export interface Wallets {
  /** A slice in an order, of the wallets that pass the filters of the search. */
  arranged(slice: ArrangedSlice): Promise<RowsPage<WalletListRow>>;
  /** Throws NOT_FOUND for a wallet that is not listed. */
  get(walletId: string): WalletDetail;
}

interface WalletParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly audit: Pick<Audit, 'lastBackup'>;
}

export function createWallets(
  base: Pick<Base, 'ports' | 'cache' | 'changes'>,
  { profiles, audit }: WalletParts,
): Wallets {
  const { ports, cache, changes } = base;
  const originsOf = createWalletOrigins(base);

  const rowsOf = (profile: ProfileRow) => {
    const { rows, refreshedAt } = cache.reader.wallets(profile.name);
    const chains = new Map<string, Set<string>>();
    for (const kind of cache.reader.walletKinds(profile.name)) {
      const found = chains.get(kind.walletId) ?? new Set();
      chains.set(kind.walletId, found.add(chainLabel(kind)));
    }
    const backup: BackupOf =
      profile.kind === 'local' ? backupOf(audit, originsOf(profile), ports.clock.now()) : () => null;
    const all = rows.map(
      (row): WalletListRow => ({
        ...row,
        chains: [...(chains.get(row.walletId) ?? [])].filter((chain) => chain !== NO_CHAIN),
        backup: backup(row.walletId),
      }),
    );
    return { rows: all, refreshedAt };
  };

  const pageOf = (profile: ProfileRow, slice: Slice): RowsPage<WalletListRow> => {
    const { rows, refreshedAt } = rowsOf(profile);
    return { ...listed(rows, textsOf, slice), refreshedAt };
  };
  const inOrder = createArranged({ rules: WALLET_RULES, read: pageOf });
  for (const change of ['accounts', 'activities', 'audit', 'state'] as const) changes.on(change, inOrder.clear);

  const exportsOf = ({ name }: ProfileRow, walletId: string, derived: readonly DerivedAccount[]) => {
    const own = new Map(derived.map(({ address }) => [address.toLowerCase(), address]));
    const cached = cache.reader.ofTypes(name, EXPORT_TYPES, MAXIMUM_EXPORTS);
    const exports = cached.flatMap(({ json }): WalletDetail['exports'] => {
      const named = namedExport(json);
      if (named === null) return [];
      const address = 'address' in named ? (own.get(named.address) ?? null) : null;
      if ('walletId' in named ? named.walletId !== walletId : address === null) return [];
      const { activityId, status, askedBy, createdAt } = toActivityRow(readActivity(json));
      return [{ activityId, address, status, askedBy, createdAt }];
    });
    return { exports, hasAllExports: cached.length < MAXIMUM_EXPORTS };
  };

  return {
    arranged: (slice) => inOrder.page(profiles.get(), slice),
    get(walletId) {
      const profile = profiles.get();
      const row = rowsOf(profile).rows.find((each) => each.walletId === walletId);
      if (row === undefined)
        throw new AppError('NOT_FOUND', 'This wallet is not in the list of wallets. Refresh the list and try again.');
      const derived = cache.reader.derived(profile.name, walletId);
      const words = originsOf(profile).get(walletId)?.words ?? null;
      return { row, words, next: nextPaths(derived), ...exportsOf(profile, walletId, derived) };
    },
  };
}

/** The chain of a key of no network. */
const NO_CHAIN = '—';

const textsOf = ({ walletName, walletId, chains, exported, imported }: WalletListRow) => [
  walletName,
  walletId,
  ...chains,
  exported ? 'exported' : null,
  imported ? 'imported' : null,
];

/** Returns the paths that the next account of each kind would get. A kind of a newer service has none. */
function nextPaths(derived: readonly DerivedAccount[]): WalletDetail['next'] {
  const taken = new Set(derived.map(({ path }) => path));
  const kinds = new Map(derived.map((account) => [`${account.addressFormat} ${account.curve}`, account]));
  return [...kinds.values()].flatMap((account) => {
    const addressFormat = ADDRESS_FORMATS.find((format) => format === account.addressFormat);
    const curve = CURVES.find((known) => known === account.curve);
    if (addressFormat === undefined || curve === undefined) return [];
    return [{ addressFormat, curve, path: freePath(addressFormat, curve, taken) }];
  });
}

/**
 * Compares the wallets of the local service with the newest backup. The backup copies the service after the time in its
 * audit entry, and before the time of that entry. After the clock was set back, a wallet can be newer than its time, so
 * none counts as included.
 */
function backupOf(audit: WalletParts['audit'], origins: ReturnType<WalletOrigins>, now: number): BackupOf {
  const last = audit.lastBackup();
  if (last === null) return () => ({ state: 'missing', at: null });
  const { at } = last;
  const begun = begunIn(last.body);
  const isOrdered = begun !== null && begun <= at && at <= (last.earliest ?? at) && at <= now;
  return (walletId) => {
    const madeAt = origins.get(walletId)?.at ?? null;
    if (madeAt === null || !isOrdered) return { state: 'unknown', at };
    if (madeAt + WRITTEN_WITHIN <= begun) return { state: 'included', at };
    return { state: madeAt > at ? 'missing' : 'unknown', at };
  };
}

/** The time at which a backup was begun, in its audit entry. Milliseconds. */
function begunIn(body: Uint8Array): number | null {
  try {
    const entry = parseJson(utf8Decode(body), (why) => new Error(why));
    const begun = isJsonObject(entry) ? ownMember(entry, 'createdAt') : null;
    return typeof begun === 'number' ? begun : null;
  } catch {
    return null;
  }
}
