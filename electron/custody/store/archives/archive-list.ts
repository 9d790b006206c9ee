import type { Database, WrittenFile } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** An archive of activities. Numbers are those of the listing's order, and times milliseconds since the epoch. */
export interface ArchiveRow extends WrittenFile {
  /** The UTC month, such as `2026-05`. */
  readonly month: string;
  readonly first: number;
  readonly last: number;
  readonly activities: number;
  /** The number of its activities that the store holds as well, until they are removed. */
  readonly remaining: number;
  readonly newestAt: number;
}

/**
 * The list of archives. Each row is sealed, and a listed digest is a change in the chain of the evidence. So no other
 * program can change, remove or add one unnoticed.
 */
export function archiveList(database: Database, seals: RowSeals) {
  const select = database.prepare<[], ArchiveRow>(
    `SELECT month, first, last, activities, remaining, newest_at AS newestAt, bytes, sha256
     FROM activity_archives ORDER BY month`,
  );
  const insert = database.prepare<[ArchiveRow]>(
    `INSERT INTO activity_archives (month, first, last, activities, remaining, newest_at, bytes, sha256)
     VALUES (@month, @first, @last, @activities, @remaining, @newestAt, @bytes, @sha256)`,
  );
  const setRemaining = database.prepare<[number, string]>('UPDATE activity_archives SET remaining = ? WHERE month = ?');
  return {
    /** Oldest first. */
    all: (): ArchiveRow[] => select.all(),
    insert(row: ArchiveRow): void {
      insert.run(row);
      seals.evidence.archived(row.month, row.sha256);
      seals.wrote('activity_archives', row.month);
    },
    setRemaining(month: string, remaining: number): void {
      setRemaining.run(remaining, month);
      seals.wrote('activity_archives', month);
    },
  };
}

export type ArchiveList = ReturnType<typeof archiveList>;
