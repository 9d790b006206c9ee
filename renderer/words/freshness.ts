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
  /** The last refresh ended with an error. */
  readonly failed: boolean;
  readonly service: AppState['service']['state'];
}

/** How old the rows on the screen are, and whether newer ones can come at all. */
export function freshness({ refreshedAt, now, refreshing, failed, service }: Freshness): FreshnessWords {
  const data = refreshedAt === null ? 'No data yet' : `Data from ${age(refreshedAt, now)}`;
  if (refreshing) return { text: 'Refreshing', tone: 'plain' };
  if (service === 'unreachable' || service === 'failed' || service === 'stopped')
    return { text: `Service not reachable. ${data}`, tone: 'care' };
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
