import { existsSync, renameSync, rmSync } from 'node:fs';
import { AppError } from '../../../shared/errors/index.ts';
import { type Database, type DatabaseKind, guarded } from '../sqlite/index.ts';

/**
 * Opens a copy of service data. Moves a damaged one, or one with other tables, aside and recreates it.
 * An older file there is replaced, and `aside` is the new path of the moved one.
 * Throws DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED.
 */
export function openCopy<Parts>(
  kind: DatabaseKind,
  open: (kind: DatabaseKind) => Parts,
): { parts: Parts; aside: string | null } {
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

/** Moves the damaged file away. Deletes its write-ahead log, which would damage a new file. */
function moveAside(kind: DatabaseKind): string {
  const aside = `${kind.path}.damaged`;
  return guarded(kind, () => {
    for (const suffix of ['-wal', '-shm']) rmSync(kind.path + suffix, { force: true });
    if (existsSync(kind.path)) renameSync(kind.path, aside);
    return aside;
  });
}
