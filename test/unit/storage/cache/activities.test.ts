import { describe, expect, it } from 'vitest';
import { openCache } from '../../../../electron/storage/cache/index.ts';
import type { ActivityEntry } from '../../../../electron/storage/cache/writer.ts';
import type { ActivityRow } from '../../../../shared/model/index.ts';
import { freshPaths, temporaryFolder } from '../support.ts';

const fresh = freshPaths(temporaryFolder());
const ALL = { search: '', offset: 0, limit: 500 };

function entry(index: number, changes: Partial<ActivityRow> = {}): ActivityEntry {
  const row: ActivityRow = {
    activityId: `activity-${index}`,
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    title: 'Create wallet',
    status: 'ACTIVITY_STATUS_PENDING',
    summary: `Treasury ${index}`,
    summaryKind: 'text',
    words: null,
    askedBy: { userId: 'user', name: 'Ben' },
    approvals: 1,
    canVote: true,
    fingerprint: `sha256:${index}`,
    createdAt: 1_000 + index,
    updatedAt: 1_000 + index,
    ...changes,
  };
  return { row, activity: { id: row.activityId, status: row.status, nested: { text: 'ä\u0000"' } } };
}

const open = (path = fresh('cache.db')) => ({ path, ...openCache(path) });

describe('cached activities', () => {
  it('are listed newest first with the time of their refresh, and stored whole', () => {
    const first = open();
    first.writer.upsertActivities('local', [entry(1), entry(3), entry(2)], 7_000);
    first.close();
    const { reader, close } = open(first.path);
    const { rows, total, refreshedAt } = reader.activities('local', ALL);
    expect(rows).toEqual([entry(3).row, entry(2).row, entry(1).row]);
    expect([total, refreshedAt]).toEqual([3, 7_000]);
    expect(reader.activities('local', { search: '', offset: 1, limit: 1 }).rows).toEqual([entry(2).row]);
    expect(reader.activity('local', 'activity-2')).toEqual(entry(2).activity);
    expect(reader.activity('local', 'activity-9')).toBeNull();
    expect(reader.activity('remote', 'activity-2')).toBeNull();
    close();
  });

  it('are replaced by a later state, and never by an earlier one', () => {
    const { reader, writer, close } = open();
    writer.upsertActivities('local', [entry(1)], null);
    writer.upsertActivities('local', [entry(1, { status: 'ACTIVITY_STATUS_COMPLETED', updatedAt: 5_000 })], null);
    writer.upsertActivities('local', [entry(1)], null);
    expect(reader.activities('local', ALL)).toMatchObject({ total: 1, refreshedAt: null });
    expect(reader.activity('local', 'activity-1')).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
    close();
  });

  it('keep their summary’s kind, also for a later state', () => {
    const { reader, writer, close } = open();
    const found = () => reader.activities('local', ALL).rows.map((row) => row.summaryKind);
    writer.upsertActivities('local', [entry(1)], null);
    expect(found()).toEqual(['text']);
    writer.upsertActivities('local', [entry(1, { summary: '0xab', summaryKind: 'address' })], null);
    expect(found()).toEqual(['address']);
    close();
  });

  it('of an unknown time come last', () => {
    const { reader, writer, close } = open();
    writer.upsertActivities('local', [entry(1, { createdAt: null, updatedAt: null }), entry(2)], null);
    expect(reader.activities('local', ALL).rows.map((row) => row.activityId)).toEqual(['activity-2', 'activity-1']);
    close();
  });

  it('are found by title, summary, status, type, id and fingerprint', () => {
    const { reader, writer, close } = open();
    writer.upsertActivities(
      'local',
      [entry(1), entry(2, { title: 'Sign payload', status: 'ACTIVITY_STATUS_FAILED' })],
      null,
    );
    const found = (search: string) => reader.activities('local', { ...ALL, search }).rows.map((row) => row.activityId);
    expect(found('sign')).toEqual(['activity-2']);
    expect(found('treasury 1')).toEqual(['activity-1']);
    expect(found('failed')).toEqual(['activity-2']);
    expect(found('create_wallet')).toEqual(['activity-2', 'activity-1']);
    expect(found('activity-1')).toEqual(['activity-1']);
    expect(found('SHA256:2')).toEqual(['activity-2']);
    writer.upsertActivities('local', [entry(3, { title: 'Sign payload' })], null);
    expect(found('sign')).toEqual(['activity-3', 'activity-2']);
    close();
  });

  it('have descriptions until names change, and are found by them', () => {
    const { reader, writer, close } = open();
    writer.upsertActivities('local', [entry(1), entry(2)], null);
    expect(reader.wordless('local', 10)).toEqual(['activity-2', 'activity-1']);
    const words = { what: 'Send 2.5 ETH', party: { address: '0xAb', label: 'Coinbase' }, addresses: [] };
    writer.putWords('local', [
      { activityId: 'activity-1', words },
      { activityId: 'unknown', words },
    ]);
    expect(reader.wordless('local', 10)).toEqual(['activity-2']);
    const found = (search: string) => reader.activities('local', { ...ALL, search }).rows;
    expect(found('send coinbase')).toEqual([{ ...entry(1).row, words }]);
    expect(found('0xab')).toHaveLength(1);
    // A later state keeps the words: they are about the request.
    writer.upsertActivities('local', [entry(1, { status: 'ACTIVITY_STATUS_COMPLETED', updatedAt: 5_000 })], null);
    expect(found('coinbase completed')).toHaveLength(1);
    writer.dropWords();
    expect([found('coinbase'), reader.wordless('local', 10)]).toEqual([[], ['activity-2', 'activity-1']]);
    close();
  });

  it('of one profile never appear in another, and are removed with it', () => {
    const { reader, writer, close } = open();
    writer.upsertActivities('local', [entry(1)], 1);
    writer.upsertActivities('remote', [entry(1), entry(2)], 2);
    writer.removeProfile('local');
    expect(reader.activities('local', ALL)).toEqual({ rows: [], total: 0, refreshedAt: null });
    expect(reader.activity('local', 'activity-1')).toBeNull();
    expect(reader.activities('remote', ALL)).toMatchObject({ total: 2, refreshedAt: 2 });
    close();
  });

  it('are visible to another process at once, including cached searches', () => {
    const one = open();
    const two = open(one.path);
    one.writer.upsertActivities('local', [entry(1)], null);
    expect(two.reader.activities('local', { ...ALL, search: 'treasury' }).total).toBe(1);
    one.writer.upsertActivities('local', [entry(2)], null);
    expect(two.reader.activities('local', { ...ALL, search: 'treasury' }).total).toBe(2);
    one.close();
    two.close();
  });
});

describe('cached activities in groups', () => {
  const noon = (date: number) => new Date(2026, 10, date, 12).getTime();
  const day = (date: number) => new Date(2026, 10, date).getTime();
  const made = (index: number, createdAt: number | null, status = 'COMPLETED') =>
    entry(index, { createdAt, status: `ACTIVITY_STATUS_${status}` });
  const since = noon(22);
  const page = (reader: ReturnType<typeof open>['reader'], slice = ALL) => {
    const { rows, ...rest } = reader.activityLines('local', slice, since);
    return { lines: rows.map((line) => ('group' in line ? line : line.activityId)), ...rest };
  };

  it('are the open ones since a moment, then those of each day, then those without a time', () => {
    const { reader, writer, close } = open();
    const entries = [
      ...[made(1, noon(23)), made(2, noon(23) - 1, 'CONSENSUS_NEEDED'), made(3, noon(22) + 5, 'PENDING')],
      ...[made(4, noon(22) + 1), made(5, noon(22) - 1), made(6, noon(22) - 2, 'CONSENSUS_NEEDED')],
      ...[made(7, noon(9)), made(8, null)],
    ];
    writer.upsertActivities('local', entries, 7_000);
    const all = page(reader);
    expect(all).toEqual({
      lines: [
        ...[{ group: 'open', rows: 2 }, 'activity-2', 'activity-3'],
        ...[{ group: day(23), rows: 1 }, 'activity-1'],
        ...[{ group: day(22), rows: 3 }, 'activity-4', 'activity-5', 'activity-6'],
        ...[{ group: day(9), rows: 1 }, 'activity-7'],
        ...[{ group: null, rows: 1 }, 'activity-8'],
      ],
      total: 13,
      found: 8,
      refreshedAt: 7_000,
    });
    // Each page is a part of the whole, and a search groups what it finds.
    for (let offset = 0; offset < all.total; offset += 1)
      expect(page(reader, { search: '', offset, limit: 3 }).lines).toEqual(all.lines.slice(offset, offset + 3));
    expect(page(reader, { ...ALL, search: 'treasury' }).lines).toEqual(all.lines);
    expect(page(reader, { ...ALL, search: 'activity-7' })).toMatchObject({
      lines: [{ group: day(9), rows: 1 }, 'activity-7'],
      total: 2,
      found: 1,
    });
    close();
  });

  it('are counted again after a change', () => {
    const { reader, writer, close } = open();
    writer.upsertActivities('local', [made(1, noon(23), 'PENDING')], null);
    expect(page(reader).lines).toEqual([{ group: 'open', rows: 1 }, 'activity-1']);
    writer.upsertActivities(
      'local',
      [entry(1, { createdAt: noon(23), status: 'ACTIVITY_STATUS_COMPLETED', updatedAt: 9e12 })],
      null,
    );
    expect(page(reader).lines).toEqual([{ group: day(23), rows: 1 }, 'activity-1']);
    close();
  });
});
