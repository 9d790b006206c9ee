import { statSync } from 'node:fs';
import { AppError, type ErrorCode, sentence } from '../../../shared/errors/index.ts';
import { accessFault, fileFault } from './file-fault.ts';

/** The operator's view of a database. */
export interface DatabaseRole {
  readonly path: string;
  /** Its name, followed by the path in messages. "The database of the local service". */
  readonly name: string;
  /** The advice after damage, in sentences. */
  readonly repair: string;
  /**
   * The cause when SQLite cannot compile a statement of this program, or a constraint fails.
   * Damage: a damaged page may hold the tables' own definitions. Mistake: a defect of this program, whose error is
   * passed on unchanged.
   */
  readonly failedStatement: 'damage' | 'mistake';
  /** Called for damage that the check at opening missed and that shows in use. */
  readonly onDamage?: () => void;
}

/** The meaning of an error of SQLite or the file system for the file. */
type Failure = 'damage' | 'failed statement' | 'full' | 'in use' | 'refused' | 'failing';

/** Codes of SQLite and the file system. The first expression that matches decides. */
const FAILURES: readonly (readonly [codes: RegExp, failure: Failure])[] = [
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/, 'damage'],
  [/^SQLITE_(ERROR|SCHEMA|CONSTRAINT|MISMATCH|FORMAT)/, 'failed statement'],
  // SQLite only knows ENOSPC as FULL. A quota or a limit on file size (EFBIG) comes as a write error.
  [/^(SQLITE_(FULL|IOERR_(WRITE|TRUNCATE|SHMSIZE))|ENOSPC$|EDQUOT$|EFBIG$)/, 'full'],
  [/^SQLITE_(BUSY|LOCKED)/, 'in use'],
  // IOERR_LOCK: a write lock on a file that could only be opened for reading.
  [/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH|IOERR_LOCK)/, 'refused'],
  [/^E(ACCES|PERM|ROFS|EXIST|NOENT|NOTDIR|ISDIR|LOOP|NAMETOOLONG|MFILE|NFILE|BUSY|INVAL)$/, 'refused'],
  [/^(SQLITE_IOERR|EIO$)/, 'failing'],
];

/**
 * The library knows most extended result codes by name but not all (SQLITE_CORRUPT_INDEX is 779).
 * Their low byte is the primary code.
 */
const PRIMARY_CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

type Words = readonly [code: ErrorCode, happened: string, advice: string];

const WORDS: Readonly<Record<'full' | 'in use' | 'refused' | 'failing', Words>> = {
  full: ['DISK_FULL', 'cannot grow because the disk is full', 'Free some space and try again.'],
  'in use': ['DATABASE_IN_USE', 'is in use by another Castellan', 'Use the other Castellan, or stop it and try again.'],
  refused: [
    'FILE_REFUSED',
    'cannot be opened for writing',
    'Check that the file and its folder exist, belong to you and are on a writable disk.',
  ],
  failing: [
    'FILE_REFUSED',
    'could not be read or written because the disk reported an error',
    'Check the disk, then try again.',
  ],
};

/** Returns the meaning of an error for a file. Null for an error of neither SQLite nor the file system. */
export function failureOf(error: unknown): Failure | null {
  const code = codeOf(error);
  return FAILURES.find(([codes]) => codes.test(code))?.[1] ?? null;
}

/** The error for damage, with a next step. `why` continues "is damaged: ". */
export function corruptDatabase(role: DatabaseRole, why: string, cause?: unknown): AppError {
  return new AppError(
    'DATABASE_CORRUPT',
    sentence`${subjectOf(role)} is damaged: ${why}. Nothing was changed. ${role.repair}`,
    { cause },
  );
}

/** The error for a database that another process holds. */
export function databaseInUse(role: DatabaseRole, cause?: unknown): AppError {
  return problemOf(role, 'in use', cause);
}

/** The error for a database with the `version` of a newer program. This one reads up to `newest`. */
export function newerDatabase(role: DatabaseRole, version: number, newest: number): AppError {
  return new AppError(
    'DATABASE_NEWER',
    sentence`${subjectOf(role)} was made by a newer Castellan (version ${version}, this one reads up to ${newest}). Nothing was changed. Use that version, or a newer one.`,
  );
}

/**
 * Converts an error of SQLite or the file system into one that the operator can act on. Returns any other unchanged.
 */
export function databaseProblem(error: unknown, role: DatabaseRole): unknown {
  const failure = error instanceof AppError ? null : failureOf(error);
  if (failure === null || (failure === 'failed statement' && role.failedStatement === 'mistake')) return error;
  if (failure !== 'damage' && failure !== 'failed statement') return problemOf(role, failure, error);
  role.onDamage?.();
  return corruptDatabase(role, 'it is not a whole database', error);
}

/** Runs the work and converts its errors with `databaseProblem`. */
export function guarded<Result>(role: DatabaseRole, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw databaseProblem(error, role);
  }
}

function problemOf(role: DatabaseRole, failure: keyof typeof WORDS, cause: unknown): AppError {
  const [code, happened, usual] = WORDS[failure];
  // SQLite has one code for every reason, so the path is looked at again.
  const fault = failure === 'refused' ? faultOf(cause, role.path) : null;
  const [why, advice] = fault === null ? ['', usual] : [`: ${fault.why}`, `${fault.advice}.`];
  return new AppError(code, sentence`${subjectOf(role)} ${happened}${why}. Nothing was stored. ${advice}`, { cause });
}

function faultOf(cause: unknown, path: string) {
  const fault = fileFault(cause, path, 'written') ?? accessFault(path);
  const isFolder = fault === null && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { why: 'it is a folder', advice: 'Move it away' } : fault;
}

function subjectOf({ name, path }: DatabaseRole): string {
  return `${name}, ${path},`;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return '';
  const unnamed = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1];
  return unnamed === undefined ? code : (PRIMARY_CODES[Number(unnamed) & 0xff] ?? code);
}
