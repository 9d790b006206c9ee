import { utcMoment } from '../model/index.ts';

/** The service takes a request until this many minutes after its time (docs/protocol.md#requests). */
export const LIVES_MINUTES = 60;
/** It also takes one from a clock that is this many minutes ahead. */
const AHEAD_MINUTES = 5;
const MINUTE = 60_000;

/** Returns whether a service still takes a request, as a sentence. Both times are milliseconds since the epoch. */
export function livenessOf(madeAt: number, now: number): string {
  const minutes = Math.floor((now - madeAt) / MINUTE);
  const at = utcMoment(madeAt);
  if (minutes < -AHEAD_MINUTES) return `Care: its time is ${at}, which is in the future on this machine.`;
  if (minutes >= LIVES_MINUTES)
    return `Care: it was made at ${at}, ${minutes} minutes ago. The service refuses a new request of that age.`;
  return `Made at ${at}. The service takes it for ${LIVES_MINUTES - Math.max(minutes, 0)} more minutes.`;
}
