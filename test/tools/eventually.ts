import { vi } from 'vitest';
import { LIFT_VARIABLE } from '../lifted/lift.ts';

/**
 * Far longer than anything takes, because it only ends a wait for an event that never comes. When a mechanism is
 * lifted, the wait is the failure, and a few seconds are enough.
 */
const timeoutMs = () => (process.env[LIFT_VARIABLE] === undefined ? 60_000 : 5_000);

/**
 * Runs `check` again until it no longer throws. A busy machine makes the test slower and fails nothing.
 * @param interval milliseconds between two runs
 * @throws the last error of `check`, when the time is over
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutMs(), interval });
