import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LISTING_SQL } from '../../../../electron/custody/store/activity-source.ts';
import type { ActivityRow, Store } from '../../../../electron/custody/store/index.ts';
import { activity, makeStore, ORGANIZATION, openSealed } from './sealed-store.ts';

const STATUSES = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'] as const;
const TYPES = ['SIGN', 'MAKE', 'RENAME', 'REMOVE'];

let directory: string;
let store: Store;
let connection: SqliteDatabase.Database;
/** Newest first, as they are listed. */
let rows: readonly ActivityRow[];
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-listing-'));
  makeStore(directory);
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  store = openSealed(directory);
  connection = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
  const made = Array.from({ length: 200 }, (_, n) =>
    activity(`activity ${n}`, {
      // No pattern of types falls together with one of statuses.
      status: STATUSES[n % 7 === 0 ? 1 : n % 11 === 0 ? 2 : 0] as (typeof STATUSES)[number],
      type: TYPES[n % 13 === 0 ? 3 : n % 3] as string,
    }),
  );
  store.transaction(() => made.forEach(store.activities.insert));
  rows = made.toReversed();
});
afterAll(() => {
  vi.restoreAllMocks();
  store.close();
  rmSync(directory, { recursive: true });
});

const FILTERS: readonly { readonly statuses?: readonly string[]; readonly types?: readonly string[] }[] = [
  {},
  { statuses: [], types: [] },
  ...STATUSES.map((status) => ({ statuses: [status] })),
  { statuses: STATUSES.slice(1) },
  ...TYPES.map((type) => ({ types: [type] })),
  { types: ['REMOVE', 'NEVER MADE', 'SIGN', 'REMOVE'] },
  { statuses: STATUSES.slice(1), types: ['REMOVE', 'MAKE'] },
  { statuses: ['ACTIVITY_STATUS_REJECTED'] },
  { types: ['NEVER MADE'] },
];

describe.each(FILTERS)('activities of %j', ({ statuses, types }) => {
  const matching = () =>
    rows
      .filter(({ status }) => !statuses?.length || statuses.includes(status))
      .filter(({ type }) => !types?.length || types.includes(type))
      .map(({ activityId }) => activityId);
  const list = (page: Parameters<Store['activities']['list']>[2]) =>
    store.activities.list(ORGANIZATION, { statuses, types }, page);

  it('are listed newest first', () => {
    expect(list({ limit: '100' })).toEqual(matching().slice(0, 100));
    expect(list({ limit: '3' })).toEqual(matching().slice(0, 3));
  });

  it('go on after any activity of the organization, and end in front of one', () => {
    for (const at of [0, 50, 123, 199]) {
      const cursor = rows[at]?.activityId ?? '';
      const isBehind = new Set(rows.slice(at + 1).map(({ activityId }) => activityId));
      expect(list({ limit: '20', after: cursor })).toEqual(
        matching()
          .filter((id) => isBehind.has(id))
          .slice(0, 20),
      );
      const inFront = new Set(rows.slice(0, at).map(({ activityId }) => activityId));
      expect(list({ limit: '20', before: cursor })).toEqual(
        matching()
          .filter((id) => inFront.has(id))
          .slice(-20),
      );
    }
  });
});

describe('the plan of a listing', () => {
  const plan = (sql: string) =>
    connection
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all({
        organizationId: ORGANIZATION,
        status: 'ACTIVITY_STATUS_FAILED',
        type: 'SIGN',
        above: 0,
        below: 1000,
        limit: 10,
      })
      .map(({ detail }) => detail);

  it.each(['ASC', 'DESC'] as const)('reads one range of one index, in the order of the index (%s)', (order) => {
    expect(plan(LISTING_SQL(order).byStatus)).toEqual([
      'SEARCH activities USING COVERING INDEX activities_by_status (organization_id=? AND status=? AND sequence>? AND sequence<?)',
    ]);
    expect(plan(LISTING_SQL(order).byType)).toEqual([
      'SEARCH activities USING COVERING INDEX activities_by_type (organization_id=? AND type=? AND status=? AND sequence>? AND sequence<?)',
    ]);
  });
});
