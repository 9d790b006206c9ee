import type { Clock } from '../ports.ts';
import type { LinesCheck } from '../requests/checked-spending.ts';

/** Choice (run-check): a run compares its lines with their chain again after 30 seconds, and then as often. */
const CHECK_MS = 30_000;

/**
 * Makes the function that compares the lines that are left with their chain, when it is time. It takes their numbers and
 * returns the changes since the question in whole sentences.
 */
export function watchChain(
  clock: Pick<Clock, 'now' | 'steady'>,
  chain: LinesCheck | null,
): (left: readonly number[]) => Promise<readonly string[]> {
  const times = () => [clock.steady(), clock.now()] as const;
  let last = times();
  return async (left) => {
    const now = times();
    // The steady clock may stand still while the machine sleeps, and somebody may set the other one.
    const isTime = now.some((time, index) => Math.abs(time - (last[index] ?? 0)) >= CHECK_MS);
    if (chain === null || !isTime) return [];
    const changed = await chain.changesFor(new Set(left));
    last = times();
    return changed;
  };
}
