import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { AppError } from '../../../shared/errors/index.ts';
import { corruptDatabase, type DatabaseRole, databaseProblem } from './problem.ts';

export type Database = SqliteDatabase.Database;

/** How long one process waits for another to finish its transaction. Milliseconds. */
const LOCK_WAIT = 5_000;

export interface DatabaseKind extends DatabaseRole {
  /** Written into the file's header, so that another program's database is never taken for ours. */
  readonly applicationId: number;
  /** SQL of each version, the first at index 0. Each runs once, in a transaction of its own. */
  readonly migrations: readonly string[];
  /** FULL: a commit that returned is on disk even after a power cut. NORMAL: the last ones may be lost, never damaged. */
  readonly synchronous: 'FULL' | 'NORMAL';
}

/**
 * Opens the database, made when missing (0600), in WAL mode and at the newest version, after a check of its pages.
 * Throws DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED and then holds nothing open.
 */
export function openDatabase(kind: DatabaseKind): Database {
  let database: Database | undefined;
  try {
    mkdirSync(dirname(kind.path), { recursive: true, mode: 0o700 });
    createWhenMissing(kind);
    database = new SqliteDatabase(kind.path, { timeout: LOCK_WAIT, fileMustExist: true });
    refuseForeign(database, kind);
    database.pragma('journal_mode = WAL');
    setUp(database, kind.synchronous);
    checkPages(database, kind);
    migrate(database, kind);
    return database;
  } catch (error) {
    database?.close();
    throw databaseProblem(error, kind);
  }
}

/** A second connection that SQLite itself keeps from writing. Same errors. */
export function openForReading(kind: DatabaseKind): Database {
  try {
    const database = new SqliteDatabase(kind.path, { timeout: LOCK_WAIT, fileMustExist: true, readonly: true });
    database.pragma('trusted_schema = OFF');
    database.pragma('mmap_size = 0');
    return database;
  } catch (error) {
    throw databaseProblem(error, kind);
  }
}

/**
 * A new database is made aside, with all its tables, and appears under its name whole: so an empty file
 * is always the rest of one that was cut off, and is never silently begun anew.
 */
function createWhenMissing(kind: DatabaseKind): void {
  if (existsSync(kind.path)) {
    if (statSync(kind.path).size === 0) throw corruptDatabase(kind, 'it is empty');
    return;
  }
  if (existsSync(`${kind.path}-wal`)) throw corruptDatabase(kind, 'it is missing, but its write-ahead log is there');
  const draft = `${kind.path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const database = new SqliteDatabase(draft);
    try {
      database.pragma(`application_id = ${kind.applicationId}`);
      setUp(database, 'FULL');
      migrate(database, kind);
    } finally {
      database.close();
    }
    moveInto(draft, kind.path);
  } finally {
    rmSync(draft, { force: true });
    rmSync(`${draft}-journal`, { force: true });
  }
}

/** Gives the draft its name unless another process was faster, whose database is then used. */
function moveInto(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // File systems without hard links, such as FAT.
    renameSync(draft, path);
  }
}

/** Before anything is written: is it ours, and is it not newer than this program? */
function refuseForeign(database: Database, kind: DatabaseKind): void {
  const applicationId = database.pragma('application_id', { simple: true });
  if (applicationId !== kind.applicationId) throw corruptDatabase(kind, 'it is not the database that belongs there');
  const version = versionOf(database);
  if (version <= kind.migrations.length) return;
  throw new AppError(
    'DATABASE_NEWER',
    `${kind.path} was made by a newer Castellan (version ${version}, this one reads up to ${kind.migrations.length}), so it was not used or changed. Install the newer Castellan.`,
  );
}

function setUp(database: Database, synchronous: DatabaseKind['synchronous']): void {
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
  database.pragma('mmap_size = 0');
}

function checkPages(database: Database, kind: DatabaseKind): void {
  const finding = database.pragma('quick_check(1)', { simple: true });
  if (finding !== 'ok') throw corruptDatabase(kind, 'its pages do not fit together');
}

function migrate(database: Database, kind: DatabaseKind): void {
  const step = database.transaction(() => {
    const version = versionOf(database);
    const migration = kind.migrations[version];
    if (migration === undefined) return false;
    database.exec(migration);
    database.pragma(`user_version = ${version + 1}`);
    return true;
  });
  while (versionOf(database) < kind.migrations.length && step.immediate());
}

function versionOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}
