import { vi } from 'vitest';

/** Far more than anything takes: it only ends a wait for what never comes. */
const TIMEOUT_MS = 60_000;

/**
 * Runs `check` again until it no longer throws. A busy machine makes the test slower and fails nothing.
 * @param interval milliseconds between two runs
 * @throws what `check` threw last, after a minute
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: TIMEOUT_MS, interval });
