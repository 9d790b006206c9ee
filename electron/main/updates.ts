import type { UpdateCheck } from '../../shared/ipc/index.ts';
import type { Engine } from '../engine/index.ts';
import type { EventSender } from './ipc/events.ts';
import type { Logger } from './logger.ts';

const HOUR_MS = 3_600_000;
/** The start of the program comes before the first look. */
const FIRST_MS = 30_000;

interface DailyCheck {
  readonly engine: Pick<Engine, 'updates'>;
  readonly events: EventSender;
  /** The operator turned the daily check on. */
  readonly isOn: () => boolean;
  readonly logger: Pick<Logger, 'unexpected'>;
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly every: (milliseconds: number, run: () => void) => () => void;
}

/** Asks for the notice about the newest release, and has the page read the state again. */
export async function checkUpdates({ updates }: Pick<Engine, 'updates'>, events: EventSender): Promise<UpdateCheck> {
  const verdict = await updates.check();
  events.send('app.changed', {});
  return verdict;
}

/**
 * Checks once a day while the operator has that on, also in a session that ends within the hour. A refused check changes
 * nothing and is tried a day later.
 */
export function checkUpdatesDaily({ engine, events, isOn, logger, after, every }: DailyCheck): () => void {
  const look = () => {
    if (!isOn() || !engine.updates.isDue()) return;
    checkUpdates(engine, events).catch((error: unknown) => logger.unexpected('updates.failed', error));
  };
  const stops = [after(FIRST_MS, look), every(HOUR_MS, look)];
  return () => {
    for (const stop of stops) stop();
  };
}
