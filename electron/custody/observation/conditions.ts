import type { ServiceCondition, ServiceLogEntry } from '../../../shared/processes/index.ts';

/** A condition ends when it did not occur for this long, in milliseconds. */
const QUIET = 60_000;
/** The number of refused stamps within `QUIET` that counts as a flood. A mistyped profile makes fewer. */
const FLOOD = 100;

/** The number of occurrences that begins each condition. */
const BEGINS_AT: Readonly<Record<ServiceCondition, number>> = {
  disk_full: 1,
  disk_failed: 1,
  descriptors_exhausted: 1,
  unauthenticated_flood: FLOOD,
};

interface Condition {
  count: number;
  isLogged: boolean;
  cancel: () => void;
}

/**
 * Logs the beginning and the end of each condition once, with the number of occurrences. A condition of thousands of
 * occurrences therefore writes two lines. `later` runs work after milliseconds and returns a function that cancels it.
 */
export function createConditions({
  log,
  later,
}: {
  readonly log: (entry: ServiceLogEntry) => void;
  readonly later: (milliseconds: number, work: () => void) => () => void;
}) {
  const current = new Map<ServiceCondition, Condition>();

  const end = (event: ServiceCondition) => {
    const ended = current.get(event);
    current.delete(event);
    ended?.cancel();
    if (ended?.isLogged === true) log({ event, state: 'ended', count: ended.count });
  };

  return {
    occurred(event: ServiceCondition): void {
      const known = current.get(event) ?? { count: 0, isLogged: false, cancel: () => undefined };
      current.set(event, known);
      known.count += 1;
      known.cancel();
      known.cancel = later(QUIET, () => end(event));
      if (known.isLogged || known.count < BEGINS_AT[event]) return;
      known.isLogged = true;
      log({ event, state: 'begun', count: known.count });
    },
    /** Ends a condition at once, because its opposite was observed. */
    ended: end,
    /** Stops all timers and logs nothing more. */
    close(): void {
      for (const { cancel } of current.values()) cancel();
      current.clear();
    },
  };
}

export type Conditions = ReturnType<typeof createConditions>;
