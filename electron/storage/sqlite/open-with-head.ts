import { existsSync, rmSync, statSync } from 'node:fs';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type ComparedFile, closedFile, HEAD_SUFFIX, isAsClosed, type StartMac } from './closed-file.ts';
import { type Database, type DatabaseKind, databaseExists, openDatabase } from './database.ts';
import { copyFile } from './folder.ts';
import {
  type DatabaseHead,
  type HeadFile,
  IN_USE,
  type KeptHead,
  NO_HEAD,
  openHeadFile,
  readHead,
} from './head-file.ts';
import { corruptDatabase, databaseProblem, guarded } from './problem.ts';
import { isDamagedInside, LOG_SUFFIX } from './write-ahead-log.ts';

const REFUSED_SUFFIX = '.refused';
/** A power cut can lose the heads of this time, in milliseconds. The end of a process loses none. */
const SYNC_MS = 1000;

/** Freed bytes that are worth a rewrite, and the most bytes that are rewritten. They are in memory meanwhile. */
const FREED_BYTES = 16 * 1024 * 1024;
const REWRITTEN_BYTES = 256 * 1024 * 1024;

/**
 * Returns true when the database or the remains of one exist. Throws DATABASE_CHANGED when only its head does, because a
 * new database must not be made in the place of a lost one.
 */
export function headedDatabaseExists({ path, name }: Pick<DatabaseKind, 'path' | 'name'>): boolean {
  if (databaseExists(path)) return true;
  const head = path + HEAD_SUFFIX;
  if (!existsSync(head)) return false;
  throw new AppError(
    'DATABASE_CHANGED',
    sentence`${name}, ${path}, is missing, although ${head} shows that it was in use. Nothing was made in its place. Restore a backup of the whole folder. To begin with an empty one on purpose, move ${head} away first.`,
  );
}

interface HeadParts {
  /** Reads the head of a database of any version. */
  readonly headOf: (database: Database) => DatabaseHead | null;
  readonly startMac: StartMac;
  /** The file as `compareClosed` found it. Absent or null, it is compared while the database is opened. */
  readonly compared?: ComparedFile | null;
}

export interface HeadedDatabase {
  readonly database: Database;
  /** Keeps the head after a commit. It is on the disk at the latest `SYNC_MS` and one sync later. */
  note(head: DatabaseHead): void;
  /** True when the file is as it was when it was closed in order. */
  readonly isAsClosed: boolean;
  /** Closes the database in order, and keeps the digest of its file unless the file must not be trusted. */
  close(options?: { readonly isTrusted: boolean }): void;
}

/**
 * Opens a database whose head is kept in a file beside it. Refuses a write-ahead log that is damaged before its end.
 * Refuses a file that changed since it was closed in order. Refuses a database that lacks changes which the kept head
 * counts, before it migrates it. An unfinished last transaction is normal after a crash. `headOf` reads the head of the
 * database, and `startMac` computes the value of its file. Throws DATABASE_CORRUPT, DATABASE_CHANGED and the errors of `openDatabase`,
 * and then holds nothing open.
 */
export function openWithHead(kind: DatabaseKind, parts: HeadParts): HeadedDatabase {
  const { headOf } = parts;
  if (guarded(kind, () => isDamagedInside(kind.path + LOG_SUFFIX)))
    throw corruptDatabase(kind, 'its write-ahead log is damaged before its end, so confirmed changes are lost');
  const kept = guarded(kind, () => readHead(kind.path + HEAD_SUFFIX));
  const isIntact = kept !== null && isAsClosed(kind, kept, parts);
  // Opening can write to the database, which the digest would not match then.
  if (isIntact) guarded(kind, () => forgetDigest(kind, kept));
  const opened = { ...kind, unchecked: isIntact, checksIndexes: true, keptWith: [kind.path + HEAD_SUFFIX] };
  const database = openDatabase(opened, (found) => {
    const head = headOf(found) ?? NO_HEAD;
    if (kept !== null && isBehind(head, kept)) throw behind(kind, head, kept);
  });
  try {
    const head = headOf(database) ?? NO_HEAD;
    // A killed process may have left commits that the disk does not hold yet. Moving them into the file writes and syncs
    // them, before anything is answered from them.
    database.pragma('wal_checkpoint(TRUNCATE)');
    const file = openHeadFile(kind.path + HEAD_SUFFIX);
    file.write({ ...head, ...IN_USE });
    return headed(kind, database, file, { ...parts, isAsClosed: isIntact });
  } catch (error) {
    database.close();
    throw databaseProblem(error, kind);
  }
}

function headed(
  { path }: DatabaseKind,
  database: Database,
  file: HeadFile,
  { headOf, startMac, isAsClosed }: HeadParts & Pick<HeadedDatabase, 'isAsClosed'>,
): HeadedDatabase {
  // Taken now, because the service removes the functions of `node:fs` from their module later.
  const lengthOf = statSync;
  let timer: NodeJS.Timeout | undefined;
  return {
    database,
    isAsClosed,
    note(head) {
      file.write({ ...head, ...IN_USE });
      timer ??= setTimeout(() => {
        timer = undefined;
        file.sync();
      }, SYNC_MS).unref();
    },
    close({ isTrusted } = { isTrusted: true }) {
      clearTimeout(timer);
      const head = headOf(database) ?? NO_HEAD;
      // A start reads the whole file. Without space for the rewrite, the file stays as it is.
      readable(() => shrinkDatabase(database));
      database.close();
      // After an error of the disk SQLite may leave its log, with changes that nobody confirmed.
      const isWhole = (lengthOf(path + LOG_SUFFIX, { throwIfNoEntry: false })?.size ?? 0) === 0;
      // Read only now: closing a file ends the locks that this process has on it.
      const whole = isWhole && isTrusted ? readable(() => closedFile(path, startMac)) : null;
      // Another process may have opened the database since.
      if (isWhole && file.isNewest()) file.write({ ...head, closed: null, whole });
      file.syncNow();
      file.close();
    },
  };
}

/**
 * Rewrites the file without the pages that deletions freed, if they are a quarter of it. A crash in between leaves it as
 * it was. Throws errors of SQLite.
 */
function shrinkDatabase(database: Database): void {
  const pageBytes = database.pragma('page_size', { simple: true }) as number;
  const pages = database.pragma('page_count', { simple: true }) as number;
  const free = database.pragma('freelist_count', { simple: true }) as number;
  const isWorth = free * pageBytes >= FREED_BYTES && free >= pages / 4;
  if (isWorth && (pages - free) * pageBytes <= REWRITTEN_BYTES) database.exec('VACUUM');
}

/** Returns the result of `read`, or null when it failed. Without a digest, the next start checks every page. */
function readable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function forgetDigest({ path }: DatabaseKind, head: KeptHead): void {
  const file = openHeadFile(path + HEAD_SUFFIX);
  try {
    file.write({ ...head, ...IN_USE });
    file.syncNow();
  } finally {
    file.close();
  }
}

function replaceFile(from: string, to: string): void {
  rmSync(to, { force: true });
  copyFile(from, to);
}

const isBehind = (head: DatabaseHead, kept: DatabaseHead): boolean =>
  head.count < kept.count || (head.count === kept.count && head.chain !== kept.chain);

/** The error for a database that lacks answered changes. Copies its write-ahead log, which SQLite removes at its end. */
function behind({ path, name, repair }: DatabaseKind, head: DatabaseHead, kept: DatabaseHead): AppError {
  const log = path + LOG_SUFFIX;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) replaceFile(log, log + REFUSED_SUFFIX);
  const missing = kept.count - head.count;
  const lacks = missing > 0 ? `lacks its last ${missing} confirmed changes` : 'has another history';
  return new AppError(
    'DATABASE_CHANGED',
    sentence`${name}, ${path}, ${lacks}: an older copy was restored, or the end of its write-ahead log was lost. It was not opened for requests. ${repair} If you restored an older copy on purpose, move ${path}${HEAD_SUFFIX} away first.`,
  );
}
