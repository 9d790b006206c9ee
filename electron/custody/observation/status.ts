import { toRfc3339 } from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import type { Surroundings } from '../../../shared/processes/index.ts';
import type { Counters } from './counters.ts';

export interface StatusParts {
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly counters: Counters;
  /** Asks the host process about the disk and the backups. */
  readonly measure: () => Promise<Surroundings>;
  readonly outboxDepth: () => number;
  /** The rows that another program changed, as far as the service has checked them. */
  readonly damagedRows: () => readonly string[];
  readonly quotas: () => QueryResponse<'get_service_status'>['quotas'];
}

/** Reads the state of the whole service, for the status query and the metrics. */
export type ReadStatus = () => Promise<QueryResponse<'get_service_status'>>;

export function createStatus({
  version,
  startedAt,
  counters,
  measure,
  outboxDepth,
  damagedRows,
  quotas,
}: StatusParts): ReadStatus {
  return async () => {
    const { walBytes, diskFreeBytes, lastBackupAt } = await measure();
    const { refusals, ...counted } = counters.read();
    return {
      version,
      startedAt: toRfc3339(startedAt),
      ...counted,
      refusals: [...refusals],
      walBytes,
      diskFreeBytes,
      outboxDepth: outboxDepth(),
      quotas: quotas(),
      damagedRows: [...damagedRows()],
      lastBackupAt: lastBackupAt === null ? null : toRfc3339(lastBackupAt),
    };
  };
}
