import { expect, it } from 'vitest';
import type { Activities } from '../../../../electron/engine/activities/activities.ts';
import type { ActivityMeanings } from '../../../../electron/engine/activities/activity-meanings.ts';
import { createInbox } from '../../../../electron/engine/activities/inbox.ts';
import type { Base } from '../../../../electron/engine/base.ts';
import type { Profiles } from '../../../../electron/engine/profiles/profiles.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';

const STATUS = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
const NOW = 1_000_000_000_000;
const example = OPERATIONS.get_activity.example.response.activity;

type Cached = Partial<Activity>;

/** An inbox over a cache with as many waiting activities. */
function inboxOf(waiting: number, cachedOf: (id: string) => Cached = () => ({})) {
  const activities = {
    list: ({ limit }: { limit: number }) => ({
      total: waiting,
      refreshedAt: 7,
      rows: Array.from({ length: Math.min(limit, waiting) }, (_, at) => ({ activityId: String(at), status: STATUS })),
    }),
    cached: (_profile: unknown, id: string) => ({ ...example, id, status: STATUS, canApprove: true, ...cachedOf(id) }),
  } as unknown as Activities;
  const meanings = { describe: () => Promise.reject(new Error('not explained')) } as unknown as ActivityMeanings;
  const profiles = { get: () => ({ name: 'desk' }) } as unknown as Profiles;
  const base = { changes: { on: () => () => undefined }, ports: { clock: { now: () => NOW } } };
  return createInbox(base as unknown as Pick<Base, 'changes' | 'ports'>, {
    profiles,
    activities,
    meanings,
    credentials: { list: () => [] },
    organization: { get: () => ({ me: 'me' }) },
  });
}

it('an inbox counts the waiting activities that it does not list', async () => {
  const many = await inboxOf(12_000).waiting();
  expect([many.rows.length, many.older]).toEqual([500, 11_500]);
  const few = await inboxOf(3).waiting();
  expect([few.rows.length, few.older]).toEqual([3, 0]);
});

const HOUR = 3_600_000;
/** A vote for an activity, cast some hours before now. */
const vote = (userId: string, hours: number) => ({
  ...example.votes[0],
  userId,
  selection: 'VOTE_SELECTION_APPROVED' as const,
  createdAt: timestampOf(NOW - hours * HOUR),
});
const timestampOf = (at: number) => ({ seconds: String(Math.floor(at / 1000)), nanos: '0' });

it('an inbox separates what wants a vote, what waits for others and what has the vote, by urgency', async () => {
  const all: Record<string, Cached> = {
    '0': { votes: [vote('ben', 1)] as Activity['votes'] },
    '1': { votes: [vote('ben', 23)] as Activity['votes'] },
    '2': { votes: [vote('ben', 30)] as Activity['votes'] },
    '3': { canApprove: false, votes: [vote('ben', 2), vote('me', 1)] as Activity['votes'] },
    '4': { canApprove: false, votes: [vote('ben', 2)] as Activity['votes'] },
  };
  const { rows, others, voted } = await inboxOf(5, (id) => all[id] ?? {}).waiting();
  const ids = (list: readonly { activityId: string }[]) => list.map(({ activityId }) => activityId);
  // Votes that expire in an hour come first, and expired ones last.
  expect([ids(rows), ids(others), ids(voted)]).toEqual([['1', '0', '2'], ['4'], ['3']]);
});
