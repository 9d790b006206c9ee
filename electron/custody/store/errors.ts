import { AppError } from '../../../shared/errors/index.ts';

type Words = readonly [code: 'DATABASE_IN_USE' | 'DATABASE_CORRUPT' | 'DISK_FULL' | 'FILE_REFUSED', sentence: string];

const IN_USE: Words = [
  'DATABASE_IN_USE',
  'is already used by another local service, so this one was not started. Use the running one, or end it first.',
];
const CORRUPT: Words = [
  'DATABASE_CORRUPT',
  'is damaged. Nothing was changed. Put a backup of the whole folder back; do not delete the file, its keys may still be recoverable.',
];
const FULL: Words = [
  'DISK_FULL',
  'cannot grow because the disk is full. Nothing was stored. Free some space and do the same again.',
];
const REFUSED: Words = [
  'FILE_REFUSED',
  'cannot be opened for writing. Nothing was stored. Check that the folder exists, belongs to you and is on a disk that can be written.',
];
const FAILING: Words = [
  'FILE_REFUSED',
  'could not be read or written because the disk reported an error. Nothing was stored. Check the disk, then start again.',
];

/** Primary result codes of SQLite and error codes of the file system, by how their names begin. */
const BEGINNINGS: readonly (readonly [string, Words])[] = [
  ['SQLITE_BUSY', IN_USE],
  ['SQLITE_CORRUPT', CORRUPT],
  ['SQLITE_NOTADB', CORRUPT],
  ['SQLITE_FULL', FULL],
  // What a write beyond a quota or a file size limit gives: the disk has room, the file may not use it.
  ['SQLITE_IOERR_WRITE', FULL],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EFBIG', FULL],
  // A write lock on a file that could only be opened for reading.
  ['SQLITE_IOERR_LOCK', REFUSED],
  ['SQLITE_IOERR', FAILING],
  ['EIO', FAILING],
  ['SQLITE_READONLY', REFUSED],
  ['SQLITE_CANTOPEN', REFUSED],
  ['SQLITE_PERM', REFUSED],
  ['EACCES', REFUSED],
  ['EPERM', REFUSED],
  ['EROFS', REFUSED],
  ['ENOTDIR', REFUSED],
  ['EEXIST', REFUSED],
];

/** What a failure of SQLite or the file system means for the operator, as an AppError; anything else as it came. */
export function describeStoreError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words =
    error instanceof AppError ? undefined : BEGINNINGS.find(([beginning]) => code.startsWith(beginning))?.[1];
  if (words === undefined) return error;
  return new AppError(words[0], `The database of the local service, ${file}, ${words[1]}`, { cause: error });
}
