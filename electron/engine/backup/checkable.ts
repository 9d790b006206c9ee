import { statSync } from 'node:fs';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { BACKUP_SIZES } from '../../../shared/processes/index.ts';
import { activitiesMonthOf, type Entry } from './archive.ts';

/**
 * Throws FILE_REFUSED for a database that is longer than `backup verify` and `backup restore` can open in memory. A
 * backup with it could never be restored. `path` is the database's place in the state folder.
 */
export function requireCheckable(path: string, length = statSync(path, { throwIfNoEntry: false })?.size ?? 0): void {
  if (length <= BACKUP_SIZES.database) return;
  throw new AppError(
    'FILE_REFUSED',
    sentence`The database ${path} has ${length} bytes. A backup can be checked and restored up to ${BACKUP_SIZES.database} bytes a database, so no backup was made. Stop Castellan and every service, then copy the whole state folder.`,
  );
}

/** The same for an entry of a backup. An archive of activities is compared by its digest alone, at any length. */
export function requireCheckableEntry({ name, length }: Pick<Entry, 'name' | 'length'>): void {
  if (activitiesMonthOf({ name }) === null) requireCheckable(name, length);
}
