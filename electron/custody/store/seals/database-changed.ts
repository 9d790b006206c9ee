import { AppError } from '../../../../shared/errors/index.ts';

/** The error for rows that this service did not write. `what` is a sentence without its full stop. */
export function databaseChanged(what: string): AppError {
  return new AppError(
    'DATABASE_CHANGED',
    `${what}: another program changed the database of the local service, or restored an older one. Nothing was done. Stop the service, keep the folder for an investigation, and restore a backup of the whole folder.`,
  );
}
