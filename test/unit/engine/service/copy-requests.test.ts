import fs, { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCopyRequests, askForCopy } from '../../../../electron/engine/service/copy-requests.ts';
import type { ListedArchive } from '../../../../shared/processes/index.ts';
import { eventually } from '../../../tools/eventually.ts';

let directory: string;
let end = () => {};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-requests-'));
});
afterEach(() => {
  end();
  end = () => {};
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(directory, { recursive: true, force: true });
});

const ID = '00000000-0000-4000-8000-000000000000';
const requests = () => readdirSync(join(directory, 'requests'));
const taken = () => join(directory, 'requests', `${ID}.taken`);
const ARCHIVES: ListedArchive[] = [{ month: '2026-05', activities: 1, bytes: 2, sha256: 'ab' }];

/** A clock whose pauses last no time. `at` may act at a time in milliseconds. */
function clockOf(at: (now: number) => void = () => undefined) {
  let now = 0;
  return {
    steady: () => now,
    async pause(milliseconds: number) {
      now += milliseconds;
      await setImmediate();
      at(now);
    },
  };
}

it('is given up when nobody takes it for 15 seconds', async () => {
  const clock = clockOf();
  await expect(askForCopy(directory, ID, undefined, clock)).rejects.toMatchObject({ code: 'DATABASE_IN_USE' });
  expect([clock.steady(), requests()]).toEqual([15_000, []]);
});

it('is given up 15 seconds after the last sign of the service that took it', async () => {
  const clock = clockOf((now) => {
    if (now === 200) fs.renameSync(join(directory, 'requests', `${ID}.asked`), taken());
    // It works for a minute, and then its process dies.
    if (now % 1000 === 0 && now <= 60_000) utimesSync(taken(), now / 1000, now / 1000);
  });
  await expect(askForCopy(directory, ID, undefined, clock)).rejects.toMatchObject({ code: 'DATABASE_IN_USE' });
  expect([clock.steady(), requests()]).toEqual([75_000, []]);
});

it('is touched with each reply of the service that copies', async () => {
  let copied = (_archives: ListedArchive[]) => {};
  let reply = () => {};
  const copy = (_path: string, working: () => void) => {
    reply = working;
    return new Promise<ListedArchive[]>((resolve) => {
      copied = resolve;
    });
  };
  end = answerCopyRequests(directory, { copy, list: async () => [] }, vi.fn());
  const asked = askForCopy(directory, ID);
  await eventually(() => expect(existsSync(taken())).toBe(true));
  utimesSync(taken(), 1, 1);
  reply();
  expect(statSync(taken()).mtimeMs).toBeGreaterThan(1000);
  copied(ARCHIVES);
  expect(await asked).toEqual(ARCHIVES);
});

it('is given up 15 seconds after a service took it that never replies', async () => {
  const hung = () => new Promise<ListedArchive[]>(() => {});
  end = answerCopyRequests(directory, { copy: hung, list: hung }, vi.fn());
  const clock = clockOf();
  await expect(askForCopy(directory, ID, undefined, clock)).rejects.toMatchObject({
    code: 'DATABASE_IN_USE',
    message: expect.stringMatching(/did not answer.*Nothing was written\. Stop that Castellan, then try again\.$/),
  });
  expect(clock.steady()).toBeLessThanOrEqual(30_000);
  expect(requests()).toEqual([]);
});

it('leaves no answer behind for a requester that gave up', async () => {
  let copied = (_archives: ListedArchive[]) => {};
  const copy = () =>
    new Promise<ListedArchive[]>((resolve) => {
      copied = resolve;
    });
  end = answerCopyRequests(directory, { copy, list: async () => [] }, vi.fn());
  const abort = new AbortController();
  const asked = askForCopy(directory, ID, abort.signal);
  await eventually(() => expect(existsSync(taken())).toBe(true));
  abort.abort();
  await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
  copied(ARCHIVES);
  await setImmediate();
  expect(requests()).toEqual([]);
});

it.each(['ENOSPC', 'EMFILE'])('is found every second where the system has no watch left (%s)', async (code) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(fs, 'watch').mockImplementation(() => {
    throw Object.assign(new Error(`${code}: watch`), { code });
  });
  syncBuiltinESMExports();
  const report = vi.fn();
  end = answerCopyRequests(directory, { copy: async () => ARCHIVES, list: async () => [] }, report);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code }));
  const asked = askForCopy(directory, ID);
  vi.advanceTimersByTime(1000);
  expect(await asked).toEqual(ARCHIVES);
});
