/** When and how wallets were made, by the activities that made them. */
import { type ProfileRow, readTimestamp } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { intentOf, readActivity, resultOf } from '../../client/index.ts';
import type { Base } from '../base.ts';

/** Activities of the cache that are looked at, newest first. */
const MAXIMUM_ACTIVITIES = 1_000;
const { create_wallet: CREATE, import_wallet: IMPORT } = OPERATIONS;
const TYPES = [CREATE.activityType, IMPORT.activityType];
/** The words of a new wallet whose request names none, as the operation declares. */
const USUAL_WORDS = 12;

interface Origin {
  /** When the activity was completed, in milliseconds. Null when the service does not report it. */
  readonly at: number | null;
  /** The words of the seed. Null for an imported one. */
  readonly words: number | null;
}

/** Returns the origin of each wallet of a profile whose activity is in the cache, by the id of the wallet. */
export type WalletOrigins = (profile: ProfileRow) => ReadonlyMap<string, Origin>;

export function createWalletOrigins({ cache, changes }: Pick<Base, 'cache' | 'changes'>): WalletOrigins {
  const known = new Map<string, ReadonlyMap<string, Origin>>();
  changes.on('activities', () => known.clear());
  return ({ name, organizationId }) => {
    const key = `${organizationId} ${name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = new Map(
      cache.reader.completed(name, TYPES, MAXIMUM_ACTIVITIES).flatMap(({ json }) => originIn(json, organizationId)),
    );
    known.set(key, found);
    return found;
  };
}

/** Reads the one wallet that an activity of the organization made. A damaged row of the cache made none. */
function originIn(json: unknown, organizationId: string): [walletId: string, Origin][] {
  try {
    const activity = readActivity(json);
    if (activity.organizationId !== organizationId) return [];
    const at = readTimestamp(activity.updatedAt);
    if (activity.type === IMPORT.activityType) return [[resultOf(IMPORT, activity).walletId, { at, words: null }]];
    const { mnemonicLength } = intentOf(activity, CREATE.intentMember) as { mnemonicLength?: unknown };
    const words = mnemonicLength ?? USUAL_WORDS;
    return [[resultOf(CREATE, activity).walletId, { at, words: typeof words === 'number' ? words : null }]];
  } catch {
    return [];
  }
}
