import type { ServiceLogEntry } from '../../../shared/processes/index.ts';
import type { Conditions } from './conditions.ts';
import type { Counters } from './counters.ts';

/** The counters, conditions and log that take note of requests. */
export interface Observer {
  readonly counters: Counters;
  readonly conditions: Conditions;
  /** Milliseconds of a clock that nobody sets. */
  readonly steady: () => number;
  /** Writes one entry for each request. Null when the operator did not ask for them. */
  readonly logRequest: ((entry: ServiceLogEntry) => void) | null;
}
