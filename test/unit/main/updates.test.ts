import { expect, it } from 'vitest';
import { checkUpdatesDaily } from '../../../electron/main/updates.ts';

const STATE = { canCheck: true, checkedAt: 1, notice: null, isNewer: false, isBelowMinimum: false };

it('the daily check runs only while it is on and due, informs the page, and outlives a failure', async () => {
  let hourly = () => {};
  let soon = () => {};
  let isOn = false;
  let isDue = true;
  let isBroken = false;
  const happened: string[] = [];
  checkUpdatesDaily({
    engine: {
      updates: {
        state: () => STATE,
        isDue: () => isDue,
        async check() {
          happened.push('checked');
          if (isBroken) throw new Error('the disk is full');
          return { ok: true, ...STATE };
        },
      },
    },
    events: { send: (name) => void happened.push(name) },
    isOn: () => isOn,
    logger: { unexpected: (event) => happened.push(event).toString() },
    after(milliseconds, run) {
      expect(milliseconds).toBe(30_000);
      soon = run;
      return () => {};
    },
    every(milliseconds, run) {
      expect(milliseconds).toBe(3_600_000);
      hourly = run;
      return () => {};
    },
  });
  const anHourLater = async () => {
    hourly();
    await new Promise((next) => setImmediate(next));
    return happened.splice(0);
  };
  expect(await anHourLater()).toEqual([]);
  isOn = true;
  expect(await anHourLater()).toEqual(['checked', 'app.changed']);
  isDue = false;
  expect(await anHourLater()).toEqual([]);
  isDue = true;
  isBroken = true;
  expect(await anHourLater()).toEqual(['checked', 'updates.failed']);
  isBroken = false;
  soon();
  await new Promise((next) => setImmediate(next));
  expect(happened).toEqual(['checked', 'app.changed']);
});
