import { type Database, endOfMonth, monthToArchive, startOfKept } from '../sqlite/index.ts';

/**
 * The month to archive next: the entries behind `after`, up to `last`. `until` is its end, in milliseconds since the
 * epoch.
 */
export interface ArchivePlan {
  readonly month: string;
  readonly after: number;
  readonly last: number;
  readonly until: number;
}

/** Returns the function that plans the month after the newest archive. Null when none can be archived at that time. */
export function createPlanner(database: Database) {
  // An entry dated after `now` was recorded with a wrong clock. It belongs to the month of the next entry that is not.
  const selectNextAt = database
    .prepare<[{ after: number; now: number }], number>(
      'SELECT at FROM audit WHERE sequence > @after AND at <= @now ORDER BY sequence LIMIT 1',
    )
    .pluck();
  const selectLast = database
    .prepare<[Pick<ArchivePlan, 'after' | 'until'> & { now: number }], number | null>(`
      SELECT max(sequence) FROM audit WHERE sequence > @after AND at < @until AND sequence < coalesce(
        (SELECT sequence FROM audit WHERE sequence > @after AND at >= @until AND at <= @now ORDER BY sequence LIMIT 1),
        ${Number.MAX_SAFE_INTEGER})`)
    .pluck();
  return (before: { readonly month: string; readonly last: number } | undefined, now: number): ArchivePlan | null => {
    const after = before?.last ?? 0;
    const at = selectNextAt.get({ after, now });
    if (at === undefined) return null;
    const month = monthToArchive(at, before?.month);
    const until = endOfMonth(month);
    if (until > startOfKept(now)) return null;
    const last = selectLast.get({ after, until, now }) ?? null;
    return last === null ? null : { month, after, last, until };
  };
}
