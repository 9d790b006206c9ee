import type { Observed, ServiceLogEntry, Surroundings } from '../../../shared/processes/index.ts';
import type { Store } from '../store/index.ts';
import { createConditions } from './conditions.ts';
import { createCounters } from './counters.ts';
import { createStatus, type StatusParts } from './status.ts';
import { watchCommits } from './watch-commits.ts';

interface ObservationOptions extends Observed {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly steady: () => number;
  readonly later: (milliseconds: number, work: () => void) => () => void;
  readonly log?: (entry: ServiceLogEntry) => void;
  readonly measure?: () => Promise<Surroundings>;
}

const UNKNOWN: Surroundings = { walBytes: null, diskFreeBytes: null, lastBackupAt: null };
/** Too many open files, in this process or on the machine. */
const EXHAUSTED = ['EMFILE', 'ENFILE'];

/** Creates the counters, conditions and logs of one run of the service. */
export function createObservation({
  version,
  logsRequests,
  hasMetrics,
  now,
  steady,
  later,
  log = () => undefined,
  measure = async () => UNKNOWN,
}: ObservationOptions) {
  const startedAt = now();
  const counters = createCounters();
  const conditions = createConditions({ log, later });
  return {
    watch: (store: Store) => watchCommits(store, { counters, conditions }),
    onAcceptError(error: NodeJS.ErrnoException): void {
      if (EXHAUSTED.includes(error.code ?? '')) conditions.occurred('descriptors_exhausted');
    },
    /** The parts that requests use. */
    of: (parts: Pick<StatusParts, 'outboxDepth' | 'damagedRows' | 'quotas'>) => ({
      counters,
      conditions,
      steady,
      version,
      hasMetrics,
      damagedRows: parts.damagedRows,
      logRequest: logsRequests ? log : null,
      readStatus: createStatus({ version, startedAt, counters, measure, ...parts }),
    }),
    close: () => conditions.close(),
  };
}

export type Observation = ReturnType<typeof createObservation>;
