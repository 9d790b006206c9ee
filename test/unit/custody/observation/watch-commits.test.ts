import { describe, expect, it } from 'vitest';
import { createConditions } from '../../../../electron/custody/observation/conditions.ts';
import { createCounters } from '../../../../electron/custody/observation/counters.ts';
import { watchCommits } from '../../../../electron/custody/observation/watch-commits.ts';
import type { CommitWatch } from '../../../../electron/custody/store/commits.ts';
import type { ServiceLogEntry } from '../../../../shared/processes/index.ts';

describe('a commit that failed', () => {
  it.each([
    ['ENOSPC', 'disk_full'],
    ['SQLITE_FULL', 'disk_full'],
    ['EIO', 'disk_failed'],
    ['SQLITE_IOERR_FSYNC', 'disk_failed'],
  ])('with %s begins %s once, and the next commit ends it', (code, event) => {
    const logged: ServiceLogEntry[] = [];
    const conditions = createConditions({ log: (entry) => void logged.push(entry), later: () => () => undefined });
    const watches: CommitWatch[] = [];
    watchCommits({ watchCommits: (by) => void watches.push(by) }, { counters: createCounters(), conditions });
    const [watch] = watches;
    watch?.failed(Object.assign(new Error(code), { code }));
    watch?.failed(Object.assign(new Error(code), { code }));
    expect(logged).toEqual([{ event, state: 'begun', count: 1 }]);
    watch?.committed(1);
    expect(logged.slice(1)).toEqual([{ event, state: 'ended', count: 2 }]);
  });
});
