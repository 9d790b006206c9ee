import { existsSync, renameSync, rmSync } from 'node:fs';
import { AppError } from '../../../shared/errors/index.ts';
import { type Database, type DatabaseKind, databaseExists, guarded, openForReading } from '../sqlite/index.ts';

/**
 * Returns the migrations of a copy whose newest tables have number `version`. Earlier versions are empty, because
 * `openCopy` deletes their files.
 */
export const newestOnly = (version: number, schema: string): readonly string[] => [
  ...Array.from({ length: version - 1 }, () => ''),
  schema,
];

/**
 * Opens a copy of service data. Replaces one of an older version by an empty one, since the service has its content.
 * Moves a damaged one aside and recreates it. An older file there is replaced, and `aside` is the new path of the moved
 * one.
 * Throws DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED.
 */
export function openCopy<Parts>(
  kind: DatabaseKind,
  open: (kind: DatabaseKind) => Parts,
): { parts: Parts; aside: string | null } {
  if (databaseExists(kind.path) && isOlder(kind)) guarded(kind, () => remove(kind.path, ['', ...LOGS]));
  try {
    return { parts: open(kind), aside: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DATABASE_CORRUPT') throw error;
    const aside = moveAside(kind);
    return { parts: open(kind), aside };
  }
}

/**
 * Marks a copy as not ours after damage that the check at opening missed.
 * The next opening then recreates it instead of meeting the same damage again.
 */
export function disown(database: Database): void {
  try {
    database.pragma('application_id = 0');
  } catch {
    // A file in which not even its first page can be written fails the check at the next opening.
  }
}

const LOGS = ['-wal', '-shm'];

function remove(path: string, suffixes: readonly string[]): void {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true });
}

/** Reports whether the file is a copy of an older version. Leaves any error to the opening that follows. */
function isOlder(kind: DatabaseKind): boolean {
  let database: Database | undefined;
  try {
    database = openForReading(kind);
    const version = database.pragma('user_version', { simple: true }) as number;
    return (
      database.pragma('application_id', { simple: true }) === kind.applicationId && version < kind.migrations.length
    );
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

/** Moves the damaged file away. Deletes its write-ahead log, which would damage a new file. */
function moveAside(kind: DatabaseKind): string {
  const aside = `${kind.path}.damaged`;
  return guarded(kind, () => {
    remove(kind.path, LOGS);
    if (existsSync(kind.path)) renameSync(kind.path, aside);
    return aside;
  });
}
