import type { ServiceCondition, ServiceLogEntry } from '../../../shared/processes/index.ts';

/** Most conditions end when they did not occur for this long, in milliseconds. */
const QUIET = 60_000;
/** The number of refused stamps within `QUIET` that counts as a flood. A mistyped profile makes fewer. */
const FLOOD = 100;

interface Rule {
  /** The number of occurrences that begins it. */
  readonly beginsAt: number;
  readonly endsQuietly: boolean;
}

const RULES: Readonly<Record<ServiceCondition, Rule>> = {
  disk_full: { beginsAt: 1, endsQuietly: true },
  /** Only a commit shows that the disk works. */
  disk_failed: { beginsAt: 1, endsQuietly: false },
  descriptors_exhausted: { beginsAt: 1, endsQuietly: true },
  unauthenticated_flood: { beginsAt: FLOOD, endsQuietly: true },
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
      const { beginsAt, endsQuietly } = RULES[event];
      if (!known.isLogged && known.count >= beginsAt) {
        known.isLogged = true;
        log({ event, state: 'begun', count: known.count });
      }
      // Until it begins, its time runs from the first occurrence. A few in each minute never add up.
      if (!endsQuietly || (!known.isLogged && known.count > 1)) return;
      known.cancel();
      known.cancel = later(QUIET, () => end(event));
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
