/** Accounts that activities of the organization made: known as its own from the activity's result, before the accounts are read again. */
import {
  addressKey,
  DAY_MS,
  isJsonObject,
  type JsonObject,
  ownMember,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import { type Activity, type ActivityOperation, OPERATIONS } from '../../../shared/operations/index.ts';
import { oneLine, readActivity, resultOf } from '../../client/index.ts';
import type { Base } from '../base.ts';

/** Activities of the cache that are looked at, newest first. */
const MAXIMUM_ACTIVITIES = 1_000;
const MAXIMUM_LABEL = 64;
/** Clocks of the service and of this machine may differ by less than this. Milliseconds. */
const CLOCK_SKEW = DAY_MS;

/** The addresses of one key or wallet. `id` is the one by which a deletion names it. */
interface Holding {
  readonly id: string;
  readonly label: string | null;
  readonly addresses: readonly string[];
}

const textIn = (value: unknown, name: string): string | null => {
  const text = isJsonObject(value) ? ownMember(value, name) : undefined;
  return typeof text === 'string' ? text : null;
};
const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = isJsonObject(value) ? ownMember(value, name) : undefined;
  return Array.isArray(list) ? list : [];
};
/** Addresses as texts, and as the members of a private key's addresses. */
const addressesIn = (value: unknown): string[] =>
  listIn(value, 'addresses').flatMap((each) => (typeof each === 'string' ? [each] : (textIn(each, 'address') ?? [])));

const walletOf = (result: JsonObject, intent: unknown): Holding[] => [
  { id: textIn(result, 'walletId') ?? '', label: textIn(intent, 'walletName'), addresses: addressesIn(result) },
];

/** Reads the accounts out of the result of each operation that makes some. */
const MAKERS: readonly { operation: ActivityOperation; made: (result: JsonObject, intent: unknown) => Holding[] }[] = [
  { operation: OPERATIONS.create_wallet, made: walletOf },
  { operation: OPERATIONS.import_wallet, made: walletOf },
  {
    operation: OPERATIONS.create_wallet_accounts,
    // Without keeping, the addresses are shown and belong to no account.
    made: (result, intent) =>
      isJsonObject(intent) && ownMember(intent, 'persist') === false
        ? []
        : [{ id: textIn(intent, 'walletId') ?? '', label: null, addresses: addressesIn(result) }],
  },
  {
    operation: OPERATIONS.create_private_keys,
    made: (result, intent) =>
      listIn(result, 'privateKeys').map((key, index) => ({
        id: textIn(key, 'privateKeyId') ?? '',
        label: textIn(listIn(intent, 'privateKeys')[index], 'privateKeyName'),
        addresses: addressesIn(key),
      })),
  },
  {
    operation: OPERATIONS.import_private_key,
    made: (result, intent) => [
      {
        id: textIn(result, 'privateKeyId') ?? '',
        label: textIn(intent, 'privateKeyName'),
        addresses: addressesIn(result),
      },
    ],
  },
];

/** Operations that delete accounts, with the member that names the deleted objects. */
const DELETERS: readonly { operation: ActivityOperation; ids: string }[] = [
  { operation: OPERATIONS.delete_wallets, ids: 'walletIds' },
  { operation: OPERATIONS.delete_private_keys, ids: 'privateKeyIds' },
];
/** Names accounts by ids that no result of a maker has, so nothing that was made before it is known to be left. */
const UNMAKES_ANY = OPERATIONS.delete_wallet_accounts;

const TYPES = [...MAKERS, ...DELETERS, { operation: UNMAKES_ANY }].map(({ operation }) => operation.activityType);
const KEYS: ReadonlySet<ActivityOperation> = new Set([OPERATIONS.create_private_keys, OPERATIONS.import_private_key]);

export interface MadeAccounts {
  /** Finds the cached activity of the profile's organization that made the address. Returns its label, or null when none did. */
  find(profile: ProfileRow, address: string): { readonly label: string | null } | null;
}

export function createMadeAccounts({ cache, changes }: Pick<Base, 'cache' | 'changes'>): MadeAccounts {
  const known = new Map<string, ReadonlyMap<string, string | null>>();
  changes.on('activities', () => known.clear());
  changes.on('accounts', () => known.clear());

  const read = (profile: ProfileRow): ReadonlyMap<string, string | null> => {
    const activities = cache.reader
      .completed(profile.name, TYPES, MAXIMUM_ACTIVITIES)
      .flatMap((each) => readable(each, profile.organizationId));
    const { refreshedAt } = cache.reader.wallets(profile.name);
    return madeBy(activities, refreshedAt);
  };

  return {
    find(profile, address) {
      const all = known.get(profile.name) ?? read(profile);
      known.set(profile.name, all);
      const label = all.get(addressKey(address));
      return label === undefined ? null : { label };
    },
  };
}

interface Read {
  readonly at: number;
  readonly activity: Activity;
}

/** An activity of the organization that can be parsed, else an empty list. */
function readable({ json, at }: { readonly json: unknown; readonly at: number | null }, organization: string): Read[] {
  try {
    const activity = readActivity(json);
    return activity.organizationId === organization && at !== null ? [{ activity, at }] : [];
  } catch {
    // A damaged copy names nobody as one's own.
    return [];
  }
}

/** The addresses that activities made and that none deleted: ids are never used again, so the order of the two does not matter. */
function madeBy(activities: readonly Read[], refreshedAt: number | null): Map<string, string | null> {
  const made = new Map<string, string | null>();
  const deleted = new Set(
    DELETERS.flatMap(({ operation, ids }) =>
      ofType(activities, operation).flatMap(({ activity }) => listIn(intentOf(operation, activity), ids)),
    ),
  );
  const lastUnmade = Math.max(0, ...ofType(activities, UNMAKES_ANY).map(({ at }) => at));
  for (const maker of MAKERS)
    for (const { activity, at } of ofType(activities, maker.operation)) {
      // The newer list of accounts holds those of wallets. No list holds private keys.
      const isListed = refreshedAt !== null && at < refreshedAt - CLOCK_SKEW;
      if (!KEYS.has(maker.operation) && (isListed || at <= lastUnmade)) continue;
      for (const { id, label, addresses } of holdings(maker, activity))
        if (!deleted.has(id))
          for (const address of addresses)
            made.set(addressKey(address), label === null ? null : oneLine(label, MAXIMUM_LABEL));
    }
  return made;
}

const ofType = (activities: readonly Read[], { activityType }: ActivityOperation): Read[] =>
  activities.filter(({ activity }) => activity.type === activityType);

function holdings({ operation, made }: (typeof MAKERS)[number], activity: Activity): Holding[] {
  try {
    return made(resultOf(operation, activity) as JsonObject, intentOf(operation, activity));
  } catch {
    // A result that is not as declared makes nobody one's own.
    return [];
  }
}

const intentOf = ({ intentMember }: ActivityOperation, { intent }: Activity): unknown => intent[intentMember];
