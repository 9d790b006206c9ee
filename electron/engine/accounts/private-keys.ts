import Type, { type Static } from 'typebox';
import { AppError } from '../../../shared/errors/index.ts';
import {
  Closed,
  formatLabel,
  PRIVATE_KEY_RULES,
  PrivateKeyRow,
  type ProfileRow,
  readTimestamp,
} from '../../../shared/model/index.ts';
import { checkValue, type PrivateKey } from '../../../shared/operations/index.ts';
import type { RowsPage } from '../../storage/cache/index.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import { type ArrangedSlice, createArranged } from '../tools/arranged.ts';
import { listed } from './listed.ts';

/** The private keys of the current profile's organization that belong to no wallet, as the service last listed them. */
export interface PrivateKeys {
  /** A slice in an order, of the keys that pass the filters of the search. From the cache. */
  arranged(slice: ArrangedSlice): Promise<RowsPage<PrivateKeyRow>>;
  /** Returns true for an address of a cached private key of the profile, as the service spells it. */
  has(profile: ProfileRow, address: string): boolean;
  /** Reads them and their tags again. Throws the errors of a query, and then keeps the cached data. */
  refresh(counting?: Counting): Promise<{ keys: number }>;
}

interface PrivateKeyParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly queries: Pick<Queries, 'ask'>;
}

const Kept = Closed({ keys: Type.Array(PrivateKeyRow) });

export function createPrivateKeys(
  { ports, cache, changes }: Pick<Base, 'ports' | 'cache' | 'changes'>,
  { profiles, queries }: PrivateKeyParts,
): PrivateKeys {
  const held = new Map<string, { readonly keys: readonly PrivateKeyRow[]; readonly refreshedAt: number | null }>();
  const keptOf = ({ name }: ProfileRow) => {
    const before = held.get(name);
    if (before !== undefined) return before;
    const report = cache.reader.report('privateKeys', name);
    const isWhole = checkValue(Kept, report?.kept).length === 0;
    const found =
      report === null || !isWhole
        ? { keys: [], refreshedAt: null }
        : { keys: (report.kept as Static<typeof Kept>).keys, refreshedAt: report.refreshedAt };
    held.set(name, found);
    return found;
  };
  const inOrder = createArranged({
    rules: PRIVATE_KEY_RULES,
    read(profile, slice) {
      const { keys, refreshedAt } = keptOf(profile);
      return { ...listed(keys, textsOf, slice), refreshedAt };
    },
  });
  for (const change of ['privateKeys', 'state'] as const)
    changes.on(change, () => {
      held.clear();
      inOrder.clear();
    });

  return {
    arranged: (slice) => inOrder.page(profiles.get(), slice),
    has: (profile, address) =>
      keptOf(profile).keys.some(({ addresses }) => addresses.some((one) => one.address === address)),
    async refresh({ signal, progress } = {}) {
      const profile = profiles.get();
      const asking = { profile, signal };
      progress?.({ done: 0, total: 2, text: 'Reading private keys' });
      const { privateKeys } = await queries.ask('list_private_keys', {}, asking);
      if (signal?.aborted === true)
        throw new AppError('CANCELLED', 'Cancelled. The earlier private keys are still shown.');
      progress?.({ done: 1, total: 2, text: 'Reading tags' });
      const { privateKeyTags } = await queries.ask('list_private_key_tags', {}, asking);
      const names = new Map(privateKeyTags.map(({ tagId, tagName }) => [tagId, tagName]));
      const keys = privateKeys.map((key) => rowOf(key, names));
      cache.writer.putReport('privateKeys', profile.name, { keys }, ports.clock.now());
      changes.announce('privateKeys');
      return { keys: keys.length };
    },
  };
}

const rowOf = (key: PrivateKey, tagNames: ReadonlyMap<string, string>): PrivateKeyRow => ({
  privateKeyId: key.privateKeyId,
  name: key.privateKeyName,
  curve: key.curve,
  publicKey: key.publicKey,
  addresses: key.addresses.flatMap(({ address, format = null }) =>
    address === undefined ? [] : [{ address, addressFormat: format }],
  ),
  tags: key.privateKeyTags.map((id) => ({ id, name: tagNames.get(id) ?? null })),
  exported: key.exported,
  imported: key.imported,
  createdAt: readTimestamp(key.createdAt),
});

const textsOf = ({ addresses, tags, curve, exported, imported, ...key }: PrivateKeyRow) => [
  key.name,
  key.privateKeyId,
  key.publicKey,
  curve.replace('CURVE_', '').replace(/^P(?=\d)/, 'P-'),
  ...addresses.flatMap(({ address, addressFormat }) => [
    address,
    addressFormat === null ? null : formatLabel(addressFormat),
  ]),
  ...tags.map(({ id, name }) => name ?? id),
  exported ? 'exported' : null,
  imported ? 'imported' : null,
];
