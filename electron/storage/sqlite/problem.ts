import { AppError } from '../../../shared/errors/index.ts';

const FULL_FILE_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The library knows most extended result codes by name but not all (SQLITE_CORRUPT_INDEX is 779); their low byte is the primary code. */
const PRIMARY_CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** What a database is to the operator: its file, and what to do when it is damaged. */
export interface DatabaseRole {
  readonly path: string;
  /** What to do about damage, as a sentence. */
  readonly repair: string;
  /** Called when damage shows while the database is in use, which the check at its opening had not seen. */
  readonly onDamage?: () => void;
}

/**
 * Whether the error says that the file is no whole database of ours. A statement of this program that SQLite cannot
 * compile or whose constraints fail is such a sign too: a damaged page may hold the tables' own definitions.
 */
export function isCorruption(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'DATABASE_CORRUPT';
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|ERROR|SCHEMA|CONSTRAINT|MISMATCH|FORMAT)/.test(codeOf(error));
}

/** Damage, said so that the operator can act. `why` continues "is damaged: ". */
export function corruptDatabase(role: DatabaseRole, why: string, cause?: unknown): AppError {
  return new AppError('DATABASE_CORRUPT', `${role.path} is damaged: ${why}. It was not changed. ${role.repair}`, {
    cause,
  });
}

/** An error of SQLite or of the file system as one the operator can act on; anything else comes back as it is. */
export function databaseProblem(error: unknown, role: DatabaseRole): unknown {
  if (isCorruption(error)) role.onDamage?.();
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
  if (typeof code !== 'string') return '';
  const unnamed = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1];
  return unnamed === undefined ? code : (PRIMARY_CODES[Number(unnamed) & 0xff] ?? code);
}
