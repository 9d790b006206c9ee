import { AppError } from '../../shared/errors/index.ts';

const FULL_FILE_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a database is to the operator: its file, and what to do when it is damaged. */
export interface DatabaseRole {
  readonly path: string;
  /** What to do about damage, as a sentence. */
  readonly repair: string;
}

/** Whether the error says that the file is no whole SQLite database. */
export function isCorruption(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'DATABASE_CORRUPT';
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(codeOf(error));
}

/** Damage, said so that the operator can act. `why` continues "is damaged: ". */
export function corruptDatabase(role: DatabaseRole, why: string, cause?: unknown): AppError {
  return new AppError('DATABASE_CORRUPT', `${role.path} is damaged: ${why}. It was not changed. ${role.repair}`, {
    cause,
  });
}

/** An error of SQLite or of the file system as one the operator can act on; anything else comes back as it is. */
export function databaseProblem(error: unknown, role: DatabaseRole): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (isCorruption(error)) return corruptDatabase(role, 'it is not a whole database', error);
  // SQLite only knows ENOSPC as FULL; a file-size limit and a failing disk come as write errors.
  if (FULL_FILE_ERRORS.has(code) || /^SQLITE_(FULL|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE))/.test(code)) {
    return new AppError(
      'DISK_FULL',
      `${role.path} could not be written because the disk is full or failing (${code}); what it held before is unchanged. Free some space and try again.`,
      { cause: error },
    );
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return new AppError(
      'DATABASE_IN_USE',
      `${role.path} is being written by another Castellan and did not become free, so nothing was changed. Close the other one, or try again.`,
      { cause: error },
    );
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH|IOERR)/.test(code) || /^E[A-Z]+$/.test(code)) {
    return new AppError(
      'FILE_REFUSED',
      `${role.path} could not be used (${code}), so nothing was changed. Check the file, its folder and their permissions.`,
      { cause: error },
    );
  }
  return error;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
