/**
 * Returns the milliseconds until stored work is due, by a wall clock that anybody may set. `longest` is the wait that
 * was intended when the work was stored. A time that is further away shows a clock that was set back, so it is due now.
 */
export function untilDue(dueAt: number, longest: number, now: number): number {
  const wait = dueAt - now;
  return wait > longest ? 0 : Math.max(wait, 0);
}
