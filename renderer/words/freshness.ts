import type { AppState } from '../../shared/ipc/index.ts';
import { age } from './time.ts';

export interface FreshnessWords {
  readonly text: string;
  readonly tone: 'plain' | 'care';
}

interface Freshness {
  readonly refreshedAt: number | null;
  readonly now: number;
  readonly refreshing: boolean;
  /** The time of the last progress of the running refresh. */
  readonly heardAt: number;
  /** The last refresh ended with an error. */
  readonly failed: boolean;
  readonly service: AppState['service']['state'];
  /** The reason that the service itself has nothing newer, as "Ethereum is not read", or null. */
  readonly heldUp: string | null;
}

/** Milliseconds without progress after which a refresh counts as waiting for its service. */
export const SILENT_AFTER = 3_000;

/** Returns true for a service that gives no usable reply: it does not answer, refuses this key, or is another program. */
export const isSilent = (state: Freshness['service']): boolean =>
  ['unreachable', 'failed', 'stopped', 'refused', 'invalid'].includes(state);

/** Returns the age of the rows on the screen, and whether newer ones can arrive. */
export function freshness(state: Freshness): FreshnessWords {
  const { refreshedAt, now, refreshing, heardAt, failed, service, heldUp } = state;
  const data = refreshedAt === null ? 'No data yet' : `Data from ${age(refreshedAt, now)}`;
  if (refreshing)
    return now - heardAt < SILENT_AFTER
      ? { text: `Refreshing. ${data}`, tone: 'plain' }
      : { text: `Waiting for the service. ${data}`, tone: 'care' };
  if (service === 'unreachable' || service === 'failed' || service === 'stopped')
    return { text: `Service not reachable. ${data}`, tone: 'care' };
  if (service === 'refused') return { text: `Service refuses this key. ${data}`, tone: 'care' };
  if (service === 'invalid') return { text: `Service gives invalid replies. ${data}`, tone: 'care' };
  if (heldUp !== null) return { text: `${heldUp}. ${data}`, tone: 'care' };
  if (failed) return { text: `Not refreshed. ${data}`, tone: 'care' };
  return {
    text:
      refreshedAt === null
        ? 'Not read from the service yet'
        : now - refreshedAt < 60_000
          ? 'Up to date'
          : `As of ${age(refreshedAt, now)}`,
    tone: 'plain',
  };
}
