import { describe, expect, it } from 'vitest';
import { createActivityReading } from '../../../../electron/engine/activities/reading.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';

const PROFILE = { name: 'local' } as ProfileRow;
const EXAMPLE = OPERATIONS.get_activity.example.response.activity as unknown as Activity;
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A service with so many activities, newest first by their number, and the cache before it. */
function service(count: number) {
  const cached = new Map<string, Activity>();
  const reports = new Map<string, { kept: unknown; refreshedAt: number }>();
  const service = {
    count,
    pages: 0,
    failsAt: Number.POSITIVE_INFINITY,
    waiting: -1,
    before: (_profile: ProfileRow): Promise<void> => Promise.resolve(),
  };
  const activity = (number: number): Activity => ({
    ...EXAMPLE,
    id: id(number),
    status: number === service.waiting ? 'ACTIVITY_STATUS_CONSENSUS_NEEDED' : 'ACTIVITY_STATUS_COMPLETED',
  });
  const cache = {
    reader: {
      report: (name: string) => reports.get(name) ?? null,
      activity: (_profile: string, activityId: string) => cached.get(activityId) ?? null,
      activityRow: (_profile: string, activityId: string) =>
        cached.has(activityId) ? { createdAt: Number(activityId.slice(-12)) } : null,
      activities: () => ({ rows: [], total: cached.size, refreshedAt: cached.size === 0 ? null : 1 }),
    },
    writer: {
      putReport: (name: string, _profile: string, kept: unknown) => reports.set(name, { kept, refreshedAt: 1 }),
      upsertActivities(_profile: string, entries: readonly { activity: Activity }[]) {
        for (const entry of entries) cached.set(entry.activity.id, entry.activity);
      },
    },
  };
  const queries = {
    async ask(
      _name: string,
      { paginationOptions }: { paginationOptions: { limit: string; after?: string } },
      { profile }: { profile: ProfileRow },
    ) {
      await service.before(profile);
      service.pages += 1;
      if (service.pages > service.failsAt) throw new AppError('SERVICE_UNREACHABLE', 'The service did not answer.');
      const { limit, after } = paginationOptions;
      const top = after === undefined ? service.count : Number(after.slice(-12)) - 1;
      const length = Math.min(Number(limit), top);
      return { activities: Array.from({ length }, (_, at) => activity(top - at)) };
    },
  };
  const base = { ports: { clock: { now: () => 1 } }, cache, changes: { announce: () => undefined } };
  const reading = createActivityReading(base as never, queries as never, () => undefined);
  const keep = (number: number) => cached.set(id(number), activity(number));
  return { service, cached, reports, keep, ...reading };
}

describe('a reading of activities', () => {
  it('reports that older activities were not read, with their time, and reads them', async () => {
    const { refresh, readOlder, missing, cached } = service(12_050);
    expect(missing(PROFILE)).toEqual({ missing: 'none', before: null });
    expect(await refresh(PROFILE)).toEqual({ activities: 5_000 });
    expect(missing(PROFILE)).toEqual({ missing: 'older', before: 7_051 });
    expect(await readOlder(PROFILE)).toEqual({ activities: 5_000 });
    expect(missing(PROFILE)).toEqual({ missing: 'older', before: 2_051 });
    expect(await readOlder(PROFILE)).toEqual({ activities: 2_050 });
    expect(missing(PROFILE)).toEqual({ missing: 'none', before: null });
    expect(cached.size).toBe(12_050);
  });

  it('reports no missing activities after a complete reading, and then reads only new ones', async () => {
    const read = service(350);
    await read.refresh(PROFILE);
    expect(read.missing(PROFILE)).toEqual({ missing: 'none', before: null });
    Object.assign(read.service, { count: 360, pages: 0 });
    expect(await read.refresh(PROFILE)).toEqual({ activities: 200 });
    expect(await read.refresh(PROFILE)).toEqual({ activities: 100 });
    expect(read.cached.size).toBe(360);
  });

  it('still reports older activities after later readings, and after one that is too short for the new ones', async () => {
    const read = service(6_000);
    await read.refresh(PROFILE);
    read.service.count = 6_010;
    await read.refresh(PROFILE);
    expect(read.missing(PROFILE)).toEqual({ missing: 'older', before: 1_001 });
    read.service.count = 12_000;
    await read.refresh(PROFILE);
    expect(read.missing(PROFILE)).toEqual({ missing: 'older', before: 7_001 });
    await read.readOlder(PROFILE);
    await read.readOlder(PROFILE);
    expect(read.cached.size).toBe(12_000);
  });

  it('reads on after a page of activities that were cached one by one', async () => {
    const read = service(100);
    await read.refresh(PROFILE);
    read.service.count = 400;
    for (let number = 301; number <= 400; number += 1) read.keep(number);
    await read.refresh(PROFILE);
    expect(read.cached.size).toBe(400);
  });

  it('starts at the newest activity after an interruption, and reports missing ones until it is complete', async () => {
    const read = service(700);
    read.service.failsAt = 3;
    await expect(read.refresh(PROFILE)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(read.missing(PROFILE)).toEqual({ missing: 'some', before: null });
    read.service.failsAt = Number.POSITIVE_INFINITY;
    await read.refresh(PROFILE);
    expect(read.missing(PROFILE)).toEqual({ missing: 'none', before: null });
    expect(read.cached.size).toBe(700);
  });

  it('resumes an interrupted reading of older activities', async () => {
    const read = service(5_400);
    await read.refresh(PROFILE);
    read.service.failsAt = 52;
    await expect(read.readOlder(PROFILE)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(read.missing(PROFILE)).toEqual({ missing: 'older', before: 201 });
    Object.assign(read.service, { pages: 0, failsAt: Number.POSITIVE_INFINITY });
    expect(await read.readOlder(PROFILE)).toEqual({ activities: 200 });
    expect(read.missing(PROFILE)).toEqual({ missing: 'none', before: null });
  });

  it('reports that activities may be missing in a cache without an end, and reads all of them', async () => {
    const read = service(300);
    read.keep(300);
    expect(read.missing(PROFILE)).toEqual({ missing: 'some', before: null });
    await read.refresh(PROFILE);
    expect(read.cached.size).toBe(300);
  });

  it('does not undo another reading at the same time', async () => {
    const read = service(5_300);
    await read.refresh(PROFILE);
    read.service.count = 8_300;
    await Promise.all([read.refresh(PROFILE), read.readOlder(PROFILE)]);
    expect(read.missing(PROFILE)).toEqual({ missing: 'none', before: null });
    expect(read.cached.size).toBe(8_300);
  });

  it('does not wait for the reading of another profile', async () => {
    const read = service(3);
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    read.service.before = (profile) => (profile.name === 'slow' ? held : Promise.resolve());
    const slow = read.refresh({ name: 'slow' } as ProfileRow);
    expect(await read.refresh(PROFILE)).toEqual({ activities: 3 });
    end();
    expect(await slow).toEqual({ activities: 3 });
  });

  it('reads down to the cached activities after an interruption', async () => {
    const read = service(200);
    await read.refresh(PROFILE);
    Object.assign(read.service, { count: 800, pages: 0, failsAt: 1 });
    await expect(read.refresh(PROFILE)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    read.service.failsAt = Number.POSITIVE_INFINITY;
    await read.refresh(PROFILE);
    expect(read.cached.size).toBe(800);
  });
});
