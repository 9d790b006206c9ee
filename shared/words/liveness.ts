import { utcMoment } from '../model/index.ts';

/** The service takes a request until this many minutes after its time (docs/protocol.md#requests). */
export const LIVES_MINUTES = 60;
/** It also takes one from a clock that is this many minutes ahead. */
const AHEAD_MINUTES = 5;
const MINUTE = 60_000;

/**
 * Returns the minutes for which a service still takes a request, at least 0. Null for a time in the future. Both times
 * are milliseconds since the epoch.
 */
export function minutesLeft(madeAt: number, now: number): number | null {
  const minutes = Math.floor((now - madeAt) / MINUTE);
  return minutes < -AHEAD_MINUTES ? null : Math.max(0, LIVES_MINUTES - Math.max(minutes, 0));
}

/** Returns whether a service still takes a request, as a sentence. Both times are milliseconds since the epoch. */
export function livenessOf(madeAt: number, now: number): string {
  const left = minutesLeft(madeAt, now);
  const at = utcMoment(madeAt);
  if (left === null) return `Care: its time is ${at}, which is in the future on this machine.`;
  if (left === 0)
    return `Care: it was made at ${at}, ${Math.floor((now - madeAt) / MINUTE)} minutes ago. The service refuses a new request of that age.`;
  return `Made at ${at}. The service takes it for ${left} more minutes.`;
}
