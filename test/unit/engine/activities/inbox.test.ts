import { expect, it } from 'vitest';
import type { Activities } from '../../../../electron/engine/activities/activities.ts';
import type { ActivityMeanings } from '../../../../electron/engine/activities/activity-meanings.ts';
import { createInbox } from '../../../../electron/engine/activities/inbox.ts';
import type { Base } from '../../../../electron/engine/base.ts';
import type { Profiles } from '../../../../electron/engine/profiles/profiles.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

const STATUS = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
const example = OPERATIONS.get_activity.example.response.activity;

/** An inbox over a cache with as many waiting activities. */
function inboxOf(waiting: number) {
  const activities = {
    list: ({ limit }: { limit: number }) => ({
      ...{ total: waiting, refreshedAt: 7 },
      rows: Array.from({ length: Math.min(limit, waiting) }, (_, at) => ({ activityId: String(at), status: STATUS })),
    }),
    cached: (_profile: unknown, id: string) => ({ ...example, id, status: STATUS, canApprove: true }),
  } as unknown as Activities;
  const meanings = { tell: () => Promise.reject(new Error('not explained')) } as unknown as ActivityMeanings;
  const profiles = { get: () => ({ name: 'desk' }) } as unknown as Profiles;
  return createInbox({ changes: { on: () => () => undefined } } as unknown as Pick<Base, 'changes'>, {
    ...{ profiles, activities, meanings },
  });
}

it('an inbox counts the waiting activities that it does not list', async () => {
  const many = await inboxOf(12_000).waiting();
  expect([many.rows.length, many.older]).toEqual([500, 11_500]);
  const few = await inboxOf(3).waiting();
  expect([few.rows.length, few.older]).toEqual([3, 0]);
});
