import { isDeepStrictEqual } from 'node:util';
import {
  ACTIVITY_RULES,
  type ActivityDetail,
  type ActivityLine,
  type ActivityRow,
  APPROVALS_LAST,
  dayOfMoment,
  type ExportOpening,
  groupsOf,
  type MissingActivities,
  type ProfileRow,
  pageOfLines,
  readSearch,
} from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { isFinal } from '../../../shared/words/index.ts';
import {
  activityOutcome,
  askerOf,
  type Exported,
  exportsOf,
  failureText,
  openVotesOf,
  readActivity,
  toActivityRow,
  toDetailRows,
  toVoteRows,
} from '../../client/index.ts';
import type { LinesOfRows, RowsPage, Slice } from '../../storage/cache/index.ts';
import type { Base } from '../base.ts';
import type { ExportTargets } from '../keyring/export-targets.ts';
import { markedOwn, ownUserOf } from '../naming/own-user.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { type ArrangedSlice, createArranged } from '../tools/arranged.ts';
import { createActivityReading, isSettled, toEntry } from './reading.ts';
import type { FindRequested } from './requested.ts';
import { WAITING, type WantedVotes } from './wanted-votes.ts';

/** A service whose every reply differs would be read without end, as each change has the page ask again. */
const READ_AGAIN_AFTER = 1000;

export interface Activities {
  /** A slice of the current profile's activities, from the cache. */
  list(slice: Slice): RowsPage<ActivityRow>;
  /** A slice in an order, of those that pass the filters of the search. Throws INVALID_INPUT for too many. */
  arranged(slice: ArrangedSlice): Promise<RowsPage<ActivityRow>>;
  /**
   * The same with headings: the open activities of the last 24 hours stand first, then those of each day. In an order
   * without headings.
   */
  lines(slice: ArrangedSlice): Promise<LinesOfRows<ActivityLine>>;
  /** Returns an activity of the current profile. An unsettled one is queried again when the service answers. */
  get(activityId: string): Promise<ActivityDetail>;
  /** Reads the current profile's newest activities again, at most 5,000. */
  refresh(counting?: Counting): Promise<{ activities: number }>;
  /** Reads up to 5,000 activities of the current profile that are older than those that were read. */
  readOlder(counting?: Counting): Promise<{ activities: number }>;
  /** Returns which activities of the current profile were not read. */
  missing(): MissingActivities;
  /** Puts an activity into the cache, for the list and for offline reading. */
  keep(profile: ProfileRow, activity: Activity): void;
  detail(profile: ProfileRow, activity: Activity): ActivityDetail;
  /**
   * Returns the export of an activity that this machine requested, with its key and target key from the journaled body.
   * Null for every other activity, also for one from another machine.
   */
  exported(profile: ProfileRow, activity: Activity): readonly Exported[];
  /** Reads the cache only. Null when the activity is not cached. */
  cached(profile: ProfileRow, activityId: string): Activity | null;
  /** From the cache, else from the service. */
  find(profile: ProfileRow, activityId: string): Promise<Activity>;
}

interface ActivityParts {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly targets: ExportTargets;
  readonly findRequested: FindRequested;
  readonly wanted: Pick<WantedVotes, 'withVotes'>;
  readonly credentials: Pick<Credentials, 'list'>;
}

export function createActivities(base: Base, parts: ActivityParts): Activities {
  const { profiles, queries, targets, findRequested, wanted, credentials } = parts;
  const { ports, cache, records, changes } = base;
  const keep: Activities['keep'] = (profile, activity) => {
    // Unchanged rows notify nobody, so that a listener that reads on every change does not loop.
    if (isDeepStrictEqual(cache.reader.activity(profile.name, activity.id), activity))
      return judge(profile, [activity]);
    try {
      cache.writer.upsertActivities(profile.name, [toEntry(activity)], null);
    } catch (error) {
      // This is only a cache, and the request succeeded. A missing row is queried again.
      ports.report(error);
    }
    changes.announce('activities');
    judge(profile, [activity]);
  };

  /** Reopens requests that the service refused or left unanswered and now lists, and notifies the operator. */
  const judge = (profile: ProfileRow, listed: readonly Activity[]) => {
    const reopened = listed.filter(({ fingerprint }) => records.journal.reopen(profile.name, fingerprint));
    if (reopened.length > 0) changes.announce('requests');
  };

  const reading = createActivityReading(base, queries, judge);

  const fromCache: Activities['cached'] = (profile, activityId) => {
    const cached = cache.reader.activity(profile.name, activityId);
    return cached === null ? null : readActivity(cached);
  };

  const readAt = new Map<string, number>();
  const ask = async (profile: ProfileRow, activityId: string): Promise<Activity> => {
    const { activity } = await queries.ask('get_activity', { activityId }, { profile });
    keep(profile, activity);
    return activity;
  };

  const find: Activities['find'] = async (profile, activityId) => {
    const cached = fromCache(profile, activityId);
    if (cached !== null && activityOutcome(cached) !== 'pending') return cached;
    return ask(profile, activityId);
  };

  const exported: Activities['exported'] = (profile, activity) => {
    const requested = findRequested(profile, activity);
    if ('why' in requested || requested.origin !== 'asked') return [];
    return exportsOf(requested.operation, requested.parameters, activity);
  };

  const openingOf = (profile: ProfileRow, activity: Activity): ExportOpening | null => {
    const requested = findRequested(profile, activity);
    if ('why' in requested) return null;
    const keys = exportsOf(requested.operation, requested.parameters, activity).map((one) => one.targetPublicKey);
    const fates = keys.map((target) => targets.fateOf(target));
    // The keys of a request from elsewhere can differ. One that is not here decides.
    const fate =
      fates[
        Math.max(
          fates.findIndex((one) => one?.profile !== profile.name),
          0,
        )
      ];
    if (fate === undefined) return null;
    if (fate?.profile === null) return { can: 'ended', at: fate.end };
    if (fate?.profile === profile.name && requested.origin === 'asked') return { can: 'open', until: fate.end };
    // Another profile of this machine. A key of this profile with no known request opens nothing.
    const holder = fate === null || fate.profile === profile.name ? null : fate.profile;
    return { can: 'elsewhere', by: askerOf(activity), profile: holder };
  };

  const detail: Activities['detail'] = (profile, activity) => ({
    row: wanted.withVotes(profile, toActivityRow(activity)),
    intent: toDetailRows(activity, 'intent'),
    result: toDetailRows(activity, 'result'),
    votes: toVoteRows(activity),
    failure: failureText(activity),
    opening: openingOf(profile, activity),
    canVote: activityOutcome(activity) === 'consensus' && (activity.canApprove || activity.canReject),
  });

  /** The list has no votes, so those of a waiting activity are read from the activity itself. */
  const withOpenVotes = (profile: ProfileRow, row: ActivityRow): ActivityRow => {
    const activity = row.status === WAITING ? fromCache(profile, row.activityId) : null;
    return activity === null ? row : { ...row, ...openVotesOf(activity) };
  };

  const ownUsers = new Map<string, string | null>();
  for (const change of ['activities', 'organization'] as const) changes.on(change, () => ownUsers.clear());
  const isOwn = (profile: ProfileRow, userId: string): boolean => {
    const known = ownUsers.get(profile.name);
    const own = known === undefined ? ownUserOf(cache, profile, credentials.list(profile.name)) : known;
    ownUsers.set(profile.name, own);
    return own === userId;
  };

  const described = (profile: ProfileRow, row: ActivityRow) => {
    const { askedBy, ...rest } = wanted.withVotes(profile, withOpenVotes(profile, row));
    return { ...rest, askedBy: markedOwn(askedBy, (userId) => isOwn(profile, userId)) };
  };
  const pageOf = (profile: ProfileRow, slice: Slice): RowsPage<ActivityRow> => {
    const { rows, ...rest } = cache.reader.activities(profile.name, slice);
    return { rows: rows.map((row) => described(profile, row)), ...rest };
  };
  const inOrder = createArranged({ rules: ACTIVITY_RULES, read: pageOf });
  for (const change of ['activities', 'organization'] as const) changes.on(change, inOrder.clear);
  /** Activities since then may be open. It stays while nothing changes, so that all pages of the list agree. */
  let openSince: number | null = null;
  changes.on('activities', () => {
    openSince = null;
  });

  const filteredLines = async (profile: ProfileRow, { search, ...slice }: Slice, since: number) => {
    const { rows, refreshedAt } = await inOrder.all(profile, search);
    const isOpen = ({ status, createdAt }: ActivityRow) => !isFinal(status) && createdAt !== null && createdAt >= since;
    const open = rows.filter(isOpen);
    const others = rows.filter((row) => !isOpen(row));
    const days = groupsOf(others, ({ createdAt }) => dayOfMoment(createdAt));
    const page = pageOfLines([...groupsOf(open, () => 'open'), ...days], slice);
    const { offset, limit } = page.rows;
    const lines = page.linesOf([...open, ...others].slice(offset, offset + limit));
    return { rows: lines, total: page.total, found: page.found, refreshedAt };
  };

  return {
    keep,
    cached: fromCache,
    find,
    exported,
    detail,
    list: (slice) => pageOf(profiles.get(), slice),
    arranged: (slice) => inOrder.page(profiles.get(), slice),
    async lines(slice) {
      const profile = profiles.get();
      if (slice.order !== undefined) {
        const page = await inOrder.page(profile, slice);
        return { ...page, found: page.total };
      }
      openSince ??= ports.clock.now() - APPROVALS_LAST;
      if (!readSearch(ACTIVITY_RULES, slice.search).isPlain) return filteredLines(profile, slice, openSince);
      const { rows, ...rest } = cache.reader.activityLines(profile.name, slice, openSince);
      return { rows: rows.map((line) => ('group' in line ? line : described(profile, line))), ...rest };
    },
    async get(activityId) {
      const profile = profiles.get();
      const cached = fromCache(profile, activityId);
      if (isSettled(cached) && cached !== null) return detail(profile, cached);
      const key = `${profile.name} ${activityId}`;
      const isFresh = (readAt.get(key) ?? Number.NEGATIVE_INFINITY) + READ_AGAIN_AFTER > ports.clock.steady();
      if (isFresh && cached !== null) return detail(profile, cached);
      try {
        const activity = await ask(profile, activityId);
        readAt.set(key, ports.clock.steady());
        return detail(profile, activity);
      } catch (error) {
        if (cached === null) throw error;
        return detail(profile, cached);
      }
    },
    refresh: (counting) => reading.refresh(profiles.get(), counting),
    readOlder: (counting) => reading.readOlder(profiles.get(), counting),
    missing: () => reading.missing(profiles.get()),
  };
}
