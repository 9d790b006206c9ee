import { beforeEach, expect, it } from 'vitest';
import { createConditions } from '../../../../electron/custody/observation/conditions.ts';
import type { ServiceLogEntry } from '../../../../shared/processes/index.ts';

let logged: ServiceLogEntry[];
let timers: Set<() => void>;
let conditions: ReturnType<typeof createConditions>;
beforeEach(() => {
  logged = [];
  timers = new Set();
  conditions = createConditions({
    log: (entry) => void logged.push(entry),
    later(_milliseconds, work) {
      timers.add(work);
      return () => void timers.delete(work);
    },
  });
});

/** Lets a minute without an occurrence pass. */
const beQuiet = () => {
  for (const work of [...timers]) work();
};

it('logs the beginning and the end of a condition, and no occurrence between', () => {
  for (let turn = 0; turn < 5000; turn += 1) conditions.occurred('disk_full');
  expect(logged).toEqual([{ event: 'disk_full', state: 'begun', count: 1 }]);
  expect(timers.size).toBe(1);
  beQuiet();
  expect(logged.slice(1)).toEqual([{ event: 'disk_full', state: 'ended', count: 5000 }]);
  conditions.occurred('disk_full');
  expect(logged).toHaveLength(3);
});

it('logs no few refused stamps, but a flood of them', () => {
  for (let turn = 0; turn < 99; turn += 1) conditions.occurred('unauthenticated_flood');
  beQuiet();
  expect(logged).toEqual([]);
  for (let turn = 0; turn < 150; turn += 1) conditions.occurred('unauthenticated_flood');
  beQuiet();
  expect(logged).toEqual([
    { event: 'unauthenticated_flood', state: 'begun', count: 100 },
    { event: 'unauthenticated_flood', state: 'ended', count: 150 },
  ]);
});

it('takes a few refused stamps in each minute for no flood', () => {
  for (let minute = 0; minute < 10; minute += 1) {
    conditions.occurred('unauthenticated_flood');
    const [first] = timers;
    for (let turn = 0; turn < 20; turn += 1) conditions.occurred('unauthenticated_flood');
    expect([...timers]).toEqual([first]);
    // The minute of the first one is over, however soon after the last one.
    first?.();
  }
  expect(logged).toEqual([]);
});

it('ends a condition as soon as its opposite is observed', () => {
  conditions.ended('disk_full');
  conditions.occurred('disk_full');
  conditions.ended('disk_full');
  expect(logged.map((entry) => 'state' in entry && entry.state)).toEqual(['begun', 'ended']);
  expect(timers.size).toBe(0);
});
