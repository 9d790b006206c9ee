import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../../electron/main/ipc/throttle.ts';

/** A clock that the test moves. */
function fakeTimer() {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds: number, run: () => void) {
      const entry = { at: now + milliseconds, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    advance(milliseconds: number) {
      now += milliseconds;
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { run } of ready) run();
    },
  };
}

describe('the throttle of progress', () => {
  it('sends the first value at once and then the last of each interval', () => {
    const timer = fakeTimer();
    const sent: number[] = [];
    const throttle = createThrottle<number>(100, (value) => sent.push(value), timer);
    for (let value = 0; value < 25; value += 1) {
      throttle.push(value);
      timer.advance(10);
    }
    expect(sent).toEqual([0, 9, 19]);
  });

  it('always sends the last value', () => {
    const sent: number[] = [];
    const throttle = createThrottle<number>(100, (value) => sent.push(value), fakeTimer());
    for (const value of [1, 2, 3]) throttle.push(value);
    throttle.flush();
    expect(sent).toEqual([1, 3]);
  });

  it('sends nothing after its end', () => {
    const timer = fakeTimer();
    const sent: number[] = [];
    const throttle = createThrottle<number>(100, (value) => sent.push(value), timer);
    throttle.push(1);
    throttle.flush();
    throttle.push(2);
    timer.advance(1000);
    expect(sent).toEqual([1]);
  });
});
