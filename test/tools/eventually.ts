import { vi } from 'vitest';
import { LIFT_VARIABLE } from '../lifted/lift.ts';

/**
 * Far more than anything takes: it only ends a wait for what never comes. Where a mechanism is taken away, the wait is what fails, and
 * a few seconds do.
 */
const timeoutMs = () => (process.env[LIFT_VARIABLE] === undefined ? 60_000 : 5_000);

/**
 * Runs `check` again until it no longer throws. A busy machine makes the test slower and fails nothing.
 * @param interval milliseconds between two runs
 * @throws what `check` threw last, when the time is over
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutMs(), interval });
