import type { Store } from '../../store/index.ts';

/**
 * The codes that somebody without a stamp asked for, with the end of each. Kept in memory: after a restart they count
 * as those of stamped requests, for the ten minutes that a code lasts at most.
 */
const strangers = new WeakMap<Pick<Store, 'otps'>, Map<string, number>>();

/** Remembers that a stranger asked for a code. Forgets those that are over. */
export function rememberStranger(store: Pick<Store, 'otps'>, otpId: string, expiresAt: number, now: number): void {
  const codes = strangers.get(store) ?? new Map<string, number>();
  for (const [other, end] of codes) if (end <= now) codes.delete(other);
  codes.set(otpId, expiresAt);
  strangers.set(store, codes);
}

/** Returns true when a stranger asked for the code since the service was started. */
export const isOfStranger = (store: Pick<Store, 'otps'>, otpId: string): boolean =>
  strangers.get(store)?.has(otpId) === true;
