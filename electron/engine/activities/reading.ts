/** Reads activities into the cache, and remembers where reading stopped. */
import Type, { type Static } from 'typebox';
import { Closed, type MissingActivities, type ProfileRow } from '../../../shared/model/index.ts';
import { type Activity, checkValue } from '../../../shared/operations/index.ts';
import { activityOutcome, readActivity, toActivityRow } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import { activityPages } from '../queries/activity-pages.ts';
import type { Queries } from '../queries/queries.ts';
import { createMutexes } from '../tools/mutex.ts';

/** One reading stops here. An organization can have millions of activities. */
const MAXIMUM_ACTIVITIES = 5000;

/**
 * Every activity from `newest` down to `unreadAfter` was read. Null for an empty list, and where the service has no
 * older ones.
 */
const Kept = Closed({
  newest: Type.Union([Type.String(), Type.Null()]),
  unreadAfter: Type.Union([Type.String(), Type.Null()]),
});
type Kept = Static<typeof Kept>;

export interface ActivityReading {
  /** Reads the newest activities, down to those that were read before, to the end of the list, or 5,000 of them. */
  refresh(profile: ProfileRow, counting?: Counting): Promise<{ activities: number }>;
  /** Reads up to 5,000 activities that are older than all that were read. Reads the newest where none were read. */
  readOlder(profile: ProfileRow, counting?: Counting): Promise<{ activities: number }>;
  /** Returns which activities of the service are missing in the cache. */
  missing(profile: ProfileRow): MissingActivities;
}

export function createActivityReading(
  { ports, cache, changes }: Pick<Base, 'ports' | 'cache' | 'changes'>,
  queries: Queries,
  /** Takes the activities of a page. */
  judge: (profile: ProfileRow, listed: readonly Activity[]) => void,
): ActivityReading {
  // Of two readings of one profile at once, the last one would undo where the other one stopped.
  const exclusive = createMutexes();
  const keptOf = (profile: ProfileRow): Kept | null => {
    const kept = cache.reader.report('activities', profile.name)?.kept;
    return checkValue(Kept, kept).length === 0 ? (kept as Kept) : null;
  };
  const keep = (profile: ProfileRow, kept: Kept) =>
    cache.writer.putReport('activities', profile.name, kept, ports.clock.now());

  const isKnown = (profile: ProfileRow, { id }: Activity): boolean => {
    const cached = cache.reader.activity(profile.name, id);
    return cached !== null && isSettled(readActivity(cached));
  };

  const put = (profile: ProfileRow, activities: readonly Activity[]) => {
    cache.writer.upsertActivities(profile.name, activities.map(toEntry), ports.clock.now());
    judge(profile, activities);
  };

  const readNewest = async (profile: ProfileRow, { signal, progress }: Counting) => {
    const kept = keptOf(profile);
    let done = 0;
    let newest: string | null = null;
    let isReached = false;
    for await (const { activities, isLast } of activityPages(queries, { profile, signal })) {
      newest ??= activities[0]?.id ?? null;
      isReached ||= kept !== null && activities.some(({ id }) => id === kept.newest);
      const isUpToDate = isReached && activities.every((activity) => isKnown(profile, activity));
      const isEnd = isLast || isUpToDate || done + activities.length >= MAXIMUM_ACTIVITIES;
      put(profile, activities);
      done += activities.length;
      progress?.({ done, total: null, text: 'Reading activities' });
      if (!isEnd) continue;
      const last = activities.at(-1)?.id ?? null;
      const unreadAfter = isLast ? null : isUpToDate && kept !== null ? kept.unreadAfter : last;
      // An interrupted reading keeps nothing, so the next one reads down to what this one began with.
      if (kept?.newest !== newest || kept.unreadAfter !== unreadAfter) keep(profile, { newest, unreadAfter });
      break;
    }
    changes.announce('activities');
    return { activities: done };
  };

  const readOlder = async (profile: ProfileRow, counting: Counting) => {
    const kept = keptOf(profile);
    const after = kept?.unreadAfter ?? null;
    if (kept === null || after === null) return readNewest(profile, counting);
    const { signal, progress } = counting;
    let done = 0;
    for await (const { activities, isLast } of activityPages(queries, { profile, signal, after })) {
      put(profile, activities);
      const last = activities.at(-1)?.id ?? null;
      keep(profile, { ...kept, unreadAfter: isLast ? null : last });
      done += activities.length;
      progress?.({ done, total: null, text: 'Reading older activities' });
      if (done >= MAXIMUM_ACTIVITIES) break;
    }
    changes.announce('activities');
    return { activities: done };
  };

  return {
    refresh: (profile, counting = {}) => exclusive(profile.name, () => readNewest(profile, counting)),
    readOlder: (profile, counting = {}) => exclusive(profile.name, () => readOlder(profile, counting)),
    missing(profile) {
      const kept = keptOf(profile);
      if (kept === null) {
        const { refreshedAt } = cache.reader.activities(profile.name, { search: '', offset: 0, limit: 1 });
        return { missing: refreshedAt === null ? 'none' : 'some', before: null };
      }
      if (kept.unreadAfter === null) return { missing: 'none', before: null };
      return { missing: 'older', before: cache.reader.activityRow(profile.name, kept.unreadAfter)?.createdAt ?? null };
    },
  };
}

export const toEntry = (activity: Activity) => ({ row: toActivityRow(activity), activity });

export const isSettled = (activity: Activity | null): boolean =>
  activity !== null && ['done', 'failed', 'rejected'].includes(activityOutcome(activity));
