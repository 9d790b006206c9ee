import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { AppError } from '../../../shared/errors/index.ts';
import { describeStoreError } from './errors.ts';
import { MIGRATIONS } from './migrations/index.ts';

export type Database = SqliteDatabase.Database;
/** A prepared statement with named parameters. */
export type Statement<Parameters extends object, Row = unknown> = SqliteDatabase.Statement<[Parameters], Row>;

export const DATABASE_FILE = 'custody.db';
const DRAFT_SUFFIX = '.new';
/** The page size of SQLite when none is asked for. */
const PAGE_BYTES = 4096;

/** How long to wait for the lock, in milliseconds: a service that is just ending lets go of it within this. */
const LOCK_WAIT = 500;

/** Whether the folder holds a database, or the journal of one. */
export function databaseExists(directory: string): boolean {
  const file = join(directory, DATABASE_FILE);
  return existsSync(file) || existsSync(`${file}-wal`);
}

/**
 * Makes the database, for this user only, with what `fill` puts into it. It is built under the name `draft` and appears under
 * its own when it is complete, so a crash at any point leaves either none or a whole one.
 * Throws DATABASE_IN_USE when another process made one meanwhile, DISK_FULL or FILE_REFUSED.
 */
export function createDatabase(directory: string, draft: string, fill: (database: Database) => void): void {
  const file = join(directory, DATABASE_FILE);
  const draftFile = `${file}.${draft}${DRAFT_SUFFIX}`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    closeSync(openSync(draftFile, 'wx', 0o600));
    const database = new SqliteDatabase(draftFile);
    try {
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      migrate(database, 0, MIGRATIONS);
      database.transaction(fill)(database);
    } finally {
      database.close();
    }
    linkSync(draftFile, file);
    syncFolder(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw inUse(file);
    throw describeStoreError(error, file);
  } finally {
    rmSync(draftFile, { force: true });
  }
}

/**
 * Opens the database for this process alone and brings its tables to the newest version. What was committed survives a
 * crash of this process or of the machine (WAL, synchronous=FULL).
 * Throws DATABASE_IN_USE, DATABASE_CORRUPT, DATABASE_NEWER, DISK_FULL or FILE_REFUSED, and then holds nothing open.
 */
export function openDatabase(directory: string, migrations: readonly string[] = MIGRATIONS): Database {
  const file = join(directory, DATABASE_FILE);
  let database: Database | undefined;
  try {
    refuseCutOff(file);
    database = new SqliteDatabase(file, { timeout: LOCK_WAIT });
    // Exclusive from the first read on. The lock is the kernel's, so it ends with the process, however that ends.
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    database.pragma('mmap_size = 0');
    const version = database.pragma('user_version', { simple: true }) as number;
    if (version > migrations.length) throw newer(file);
    if (database.pragma('quick_check(1)', { simple: true }) !== 'ok')
      throw corrupt(file, 'its pages do not fit together');
    // Whatever writes comes after the checks, so that a refused file is left as it was.
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('secure_delete = ON');
    migrate(database, version, migrations);
    removeDrafts(directory);
    return database;
  } catch (error) {
    database?.close();
    throw describeStoreError(error, file);
  }
}

/**
 * Refuses a file that was cut off where SQLite would not notice: it takes an empty file for a new database and fills up a last
 * page that is not whole. With a journal beside it an unfinished page is normal, the journal has it.
 */
function refuseCutOff(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) throw corrupt(file, 'it is empty or missing');
  if (journal === 0 && size % PAGE_BYTES !== 0) throw corrupt(file, 'its end is missing');
}

/** Each step is one transaction together with its version number: an interrupted start leaves none half done. */
function migrate(database: Database, version: number, migrations: readonly string[]): void {
  migrations.slice(version).forEach((migration, index) => {
    database.transaction(() => {
      database.exec(migration);
      database.pragma(`user_version = ${version + index + 1}`);
    })();
  });
}

/** Removes what interrupted first starts left; whoever still builds one finds the database made and gives up. */
function removeDrafts(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith(`${DATABASE_FILE}.`) && name.includes(DRAFT_SUFFIX))
      rmSync(join(directory, name), { force: true });
  }
}

/** Makes a new name in the folder durable. Windows has no such call for folders. */
function syncFolder(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function inUse(file: string): AppError {
  return new AppError(
    'DATABASE_IN_USE',
    `Another local service has just made ${file}, so this one was not started. Use the running one, or end it first.`,
  );
}

function corrupt(file: string, why: string): AppError {
  return new AppError(
    'DATABASE_CORRUPT',
    `The database of the local service, ${file}, is damaged: ${why}. The service was not started and nothing was changed. Put a backup of the whole folder back; do not delete the file, its keys may still be recoverable.`,
  );
}

function newer(file: string): AppError {
  return new AppError(
    'DATABASE_NEWER',
    `The database of the local service, ${file}, was made by a newer Castellan. The service was not started and nothing was changed. Use that version, or a newer one.`,
  );
}
