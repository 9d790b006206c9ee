import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Closed, isJsonObject, UUID_PATTERN } from '../../../shared/model/index.ts';
import { readStateFile, updateStateFile } from '../../storage/files/index.ts';
import { mayHaveHappened } from '../../storage/records/index.ts';
import type { Base } from '../base.ts';

const FORMAT = { format: 'castellan-imports', version: 1 } as const;
const Stored = Closed({
  format: Type.Literal(FORMAT.format),
  version: Type.Literal(FORMAT.version),
  continued: Type.Array(
    Closed({ profile: Type.String(), started: Type.String(), requestId: Type.String({ pattern: UUID_PATTERN }) }),
  ),
});
type Stored = Static<typeof Stored>;

/** The oldest entries are dropped above this number. */
const MAXIMUM = 1000;
const ENDED_WITHOUT: readonly unknown[] = ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'];

/** The requests that continued imports whose start needed votes, in `imports.json`. */
export interface ContinuedImports {
  /** Notes before it is sent that a request continues the import of an activity. */
  note(profile: string, started: string, requestId: string): void;
  /** True when a request has, or may have, continued the import. A failed, rejected or unsent one did not. */
  has(profile: string, started: string): boolean;
}

export function createContinuedImports({
  ports,
  records,
  cache,
}: Pick<Base, 'ports' | 'records' | 'cache'>): ContinuedImports {
  const file = join(ports.paths.root, 'imports.json');
  const empty: Stored = { ...FORMAT, continued: [] };
  return {
    note: (profile, started, requestId) =>
      updateStateFile(file, Stored, FORMAT, (stored) => {
        const { continued } = stored ?? empty;
        return { ...FORMAT, continued: [...continued, { profile, started, requestId }].slice(-MAXIMUM) };
      }),
    has: (profile, started) =>
      (readStateFile(file, Stored, FORMAT) ?? empty).continued.some((entry) => {
        if (entry.profile !== profile || entry.started !== started) return false;
        const request = records.journal.get(entry.requestId);
        if (request === null || !mayHaveHappened(request)) return false;
        const { activityId, status } = request;
        const activity = activityId === null ? null : cache.reader.activity(profile, activityId);
        return !ENDED_WITHOUT.includes(isJsonObject(activity) ? activity.status : status);
      }),
  };
}
