import { anvilMissing } from '../peers/anvil-node.ts';
import { test } from './harness.ts';

/** Skips the running test, or all tests of its group, with the reason where anvil cannot run. */
export function skipWithoutAnvil(): void {
  const missing = anvilMissing();
  test.skip(missing !== null, missing ?? '');
}
