import { closeSync, existsSync, linkSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { copyOlder } from './before-migration.ts';
import { makeFolderOf, syncFolderOf } from './folder.ts';
import { corruptDatabase, type DatabaseRole, databaseProblem, guarded, newerDatabase } from './problem.ts';

export type Database = SqliteDatabase.Database;
/** A prepared statement with named parameters. */
export type Statement<Parameters extends object, Row = unknown> = SqliteDatabase.Statement<[Parameters], Row>;

/** The longest wait for another process's transaction. Milliseconds. */
const LOCK_WAIT = 5_000;
/** The longest wait for an exclusive database. A process that is just ending releases it within this time. */
const EXCLUSIVE_WAIT = 500;
const DRAFT_SUFFIX = '.new';
/** The default page size of SQLite. */
const PAGE_BYTES = 4096;
/** The offset of the journal format in a database's header, and the value for a rollback journal. */
const FORMAT_AT = 18;
const ROLLBACK_FORMAT = 1;

/** Functions by name. Each gives the same result for the same arguments. */
export type SqlFunctions = Readonly<Record<string, (...values: unknown[]) => Uint8Array>>;

export interface DatabaseKind extends DatabaseRole {
  /** Written into the file's header, so that another program's database is never accepted as ours. 0 means no mark. */
  readonly applicationId: number;
  /** Functions that the migrations and statements call. */
  readonly functions?: SqlFunctions;
  /** SQL of each version, the first at index 0. Each runs once, in a transaction of its own. */
  readonly migrations: readonly string[];
  /**
   * FULL: a finished commit survives a power cut. NORMAL: the last commits may be lost, but the file is never damaged.
   */
  readonly synchronous: 'FULL' | 'NORMAL';
  /**
   * One process holds the database alone, from its first read on. The kernel holds the lock, so it ends with the
   * process.
   */
  readonly exclusive: boolean;
  /** Deleted data is overwritten with zeros. */
  readonly secureDelete: boolean;
  /**
   * Skips the check of all pages at opening. For a large copy whose damage is reported when it is met, and for a file
   * whose digest was compared.
   */
  readonly unchecked?: boolean;
  /**
   * Other files that belong to the database. With this list, also an empty one, a copy of the database and of these files
   * is kept before a migration changes it.
   */
  readonly keptWith?: readonly string[];
  /** Also compares the indexes with their tables at opening, since a list would lack a row that its index lacks. */
  readonly checksIndexes?: boolean;
  /**
   * Pages in the write-ahead log before a commit moves them into the file. The default is that of SQLite, 1,000. More
   * pages cost each commit less, and a start after a crash reads more.
   */
  readonly checkpointPages?: number;
}

/** Reports whether the path has a database, or a write-ahead log. */
export function databaseExists(path: string): boolean {
  return existsSync(path) || existsSync(`${path}-wal`);
}

/**
 * Creates the database (0600) with its folder (0700) and the contents from `fill`.
 * Builds it under another name and then renames it. So a crash leaves none or a whole one, and an empty file is damage.
 * Returns false when another process was faster, and leaves its database unchanged.
 * Throws DISK_FULL, FILE_REFUSED and the errors of `fill`.
 */
export function createDatabase(kind: DatabaseKind, fill?: (database: Database) => void): boolean {
  const draft = `${kind.path}.${crypto.randomUUID()}${DRAFT_SUFFIX}`;
  try {
    makeFolderOf(kind.path);
    closeSync(openSync(draft, 'wx', 0o600));
    const database = withFunctions(connect(draft, LOCK_WAIT), kind);
    try {
      // No journal on disk: an interrupted draft is never resumed.
      database.pragma('journal_mode = MEMORY');
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      database.pragma(`application_id = ${kind.applicationId}`);
      migrate(database, kind.migrations);
      if (fill !== undefined) database.transaction(fill)(database);
    } finally {
      database.close();
    }
    moveInto(kind.path, draft, fill === undefined);
  } catch (error) {
    // A faster process also removes the drafts of others, which may then fail in any step.
    if (existsSync(kind.path)) return false;
    throw databaseProblem(error, kind);
  } finally {
    rmSync(draft, { force: true });
  }
  guarded(kind, () => syncFolderOf(kind.path));
  return true;
}

/**
 * Opens the database in WAL mode and at the newest version, after a check of its pages and of its schema.
 * Leaves a refused file unchanged. Keeps a copy before a migration, if the kind asks for one.
 * `examine` reads the database of any earlier version before it is migrated, and refuses it by an error.
 * Throws DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL, FILE_REFUSED or the errors of `examine`, and then
 * holds nothing open.
 */
export function openDatabase(kind: DatabaseKind, examine: (database: Database) => void = () => {}): Database {
  const older = copyOlder(kind);
  let database: Database | undefined;
  try {
    refuseCutOff(kind);
    database = withFunctions(connect(kind.path, kind.exclusive ? EXCLUSIVE_WAIT : LOCK_WAIT), kind);
    if (kind.exclusive) database.pragma('locking_mode = EXCLUSIVE');
    refuseForeign(database, kind);
    const check = kind.checksIndexes === true ? 'integrity_check(1)' : 'quick_check(1)';
    if (kind.unchecked !== true && database.pragma(check, { simple: true }) !== 'ok')
      throw corruptDatabase(kind, 'its pages do not fit together');
    refuseOtherSchema(database, kind);
    examine(database);
    // Nothing above writes to the file, because a refused file must stay unchanged.
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${kind.synchronous}`);
    database.pragma('foreign_keys = ON');
    if (kind.secureDelete) database.pragma('secure_delete = ON');
    if (kind.checkpointPages !== undefined) database.pragma(`wal_autocheckpoint = ${kind.checkpointPages}`);
    migrate(database, kind.migrations, older?.keep);
    // Another process may have migrated it meanwhile.
    older?.discard();
    // A savepoint would open a temporary file, which a confined process cannot.
    database.pragma('temp_store = MEMORY');
    removeDrafts(kind.path);
    return database;
  } catch (error) {
    older?.discard();
    database?.close();
    throw databaseProblem(error, kind);
  }
}

/** Opens the database, and creates a missing one. Throws the errors of both. */
export function openOrCreateDatabase(kind: DatabaseKind): Database {
  if (!databaseExists(kind.path)) createDatabase(kind);
  return openDatabase(kind);
}

/**
 * Opens a new file of `createDatabase` to fill it. Nothing is durable before `syncFile`, and an interrupted file is
 * useless. Throws the errors of opening.
 */
export function openForFilling(kind: DatabaseKind): Database {
  return guarded(kind, () => {
    const database = connect(kind.path, LOCK_WAIT);
    database.pragma('journal_mode = MEMORY');
    database.pragma('synchronous = OFF');
    return database;
  });
}

/** Opens a read-only connection, which SQLite enforces. Throws the errors of opening. */
export function openForReading(kind: DatabaseKind): Database {
  return guarded(kind, () => withFunctions(connect(kind.path, LOCK_WAIT, true), kind));
}

/**
 * Copies an open database into the existing empty file at `path`, by SQLite's online backup.
 * The copy has the state at the end of the copying. Other work runs after each `pages` pages. Throws errors of SQLite.
 */
export async function copyDatabase(database: Database, path: string, pages: number): Promise<void> {
  await database.backup(path, { progress: () => pages });
}

/** Every page, in one step. If another process wrote between two steps, the copying would begin again. */
export const ALL_PAGES = 2 ** 31 - 1;

/**
 * Opens the bytes of a copy as a database in memory, and modifies the bytes.
 * Runs the checks of `openDatabase` and a full one of pages and indexes. Migrates it to the newest version.
 * Throws DATABASE_CORRUPT, DATABASE_NEWER.
 */
export function openCopy(kind: DatabaseKind, bytes: Uint8Array<ArrayBuffer>): Database {
  let database: Database | undefined;
  try {
    // The file format of a write-ahead log, which a database in memory does not have.
    bytes.fill(ROLLBACK_FORMAT, FORMAT_AT, FORMAT_AT + 2);
    database = prepared(new SqliteDatabase(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    withFunctions(database, kind);
    refuseForeign(database, kind);
    if (database.pragma('integrity_check(1)', { simple: true }) !== 'ok')
      throw corruptDatabase(kind, 'its pages do not fit together');
    refuseOtherSchema(database, kind);
    migrate(database, kind.migrations);
    return database;
  } catch (error) {
    database?.close();
    throw databaseProblem(error, kind);
  }
}

/**
 * Takes the lock file at `path`, waiting at most `wait` milliseconds, and returns the function that releases it.
 * The file (0600) is made when missing, stays empty and is never removed.
 * The lock is SQLite's write lock, which the kernel releases with the process. A process must not take it twice.
 * Throws errors of SQLite (SQLITE_BUSY after the wait) and of the file system.
 */
export function takeLock(path: string, wait = LOCK_WAIT): () => void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const database = connect(path, wait);
  try {
    // Keeps SQLite from making a second file.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => void database.close();
}

function connect(path: string, timeout: number, readonly = false): Database {
  return prepared(new SqliteDatabase(path, { timeout, fileMustExist: true, readonly }));
}

/** Sets what every connection of this program needs. */
export function prepared(database: Database): Database {
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
  database.pragma('mmap_size = 0');
  // On macOS a plain fsync leaves the data in the cache of the disk. Other systems ignore this setting.
  database.pragma('fullfsync = ON');
  database.pragma('checkpoint_fullfsync = ON');
  return database;
}

function withFunctions(database: Database, { functions = {} }: Pick<DatabaseKind, 'functions'>): Database {
  for (const [name, work] of Object.entries(functions))
    database.function(name, { deterministic: true, varargs: true }, work);
  return database;
}

/** Renames the draft to its final name. Fails when the name is taken. */
function moveInto(path: string, draft: string, isEmpty: boolean): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    // File systems without hard links, such as FAT.
    // Renaming would replace the database of a faster process, so a filled draft is not renamed.
    if (!isEmpty || existsSync(path)) throw error;
    renameSync(draft, path);
  }
}

/**
 * Refuses a truncated file that SQLite would accept. SQLite takes an empty file for a new database and fills up an
 * incomplete last page.
 * With a journal, an unfinished page is normal: the journal has it.
 */
function refuseCutOff(kind: DatabaseKind): void {
  const state = statSync(kind.path, { throwIfNoEntry: false });
  if (state?.isFile() === false) return;
  const size = state?.size ?? 0;
  if (size === 0) throw corruptDatabase(kind, 'it is empty or missing');
  const hasJournal = ['-wal', '-journal'].some(
    (suffix) => (statSync(kind.path + suffix, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  if (!hasJournal && size % PAGE_BYTES !== 0) throw corruptDatabase(kind, 'its end is missing');
}

/** Refuses a database of another program, and one that is newer than this program. */
function refuseForeign(database: Database, kind: DatabaseKind): void {
  if (database.pragma('application_id', { simple: true }) !== kind.applicationId)
    throw corruptDatabase(kind, 'it is the wrong database');
  const version = versionOf(database);
  if (version > kind.migrations.length) throw newerDatabase(kind, version, kind.migrations.length);
}

/** Refuses any schema that no migration made. A foreign trigger, for one, would write rows in this program's name. */
function refuseOtherSchema(database: Database, { migrations, ...kind }: DatabaseKind): void {
  const made = withFunctions(new SqliteDatabase(':memory:'), kind);
  try {
    for (const migration of migrations.slice(0, versionOf(database))) made.exec(migration);
    const expected = schemaOf(made);
    const found = schemaOf(database);
    const [foreign] = [...found].filter((entry) => !expected.has(entry));
    if (foreign !== undefined || found.size !== expected.size)
      throw corruptDatabase(kind, 'its tables differ from those of this program');
  } finally {
    made.close();
  }
}

/** Returns each table, index, view and trigger, with its SQL. Leaves out SQLite's own statistics. */
function schemaOf(database: Database): ReadonlySet<string> {
  const rows = database
    .prepare<[], object>("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'")
    .all();
  return new Set(rows.map((row) => JSON.stringify(row)));
}

/** Each step is one transaction together with its version number, so an interrupted start leaves none half done. */
/**
 * Brings the database to the newest version in one transaction, so that no other process sees a version between.
 * `keepOlder` is called before its first change.
 */
function migrate(database: Database, migrations: readonly string[], keepOlder = () => {}): void {
  const all = database.transaction(() => {
    // Read again under the lock: another process may have been faster.
    const missing = migrations.slice(versionOf(database));
    if (missing.length === 0) return;
    keepOlder();
    for (const migration of missing) database.exec(migration);
    database.pragma(`user_version = ${migrations.length}`);
  });
  if (versionOf(database) < migrations.length) all.immediate();
}

/** Removes the drafts of interrupted first starts. A process that still builds one finds the finished database. */
function removeDrafts(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(`${basename(path)}.`) && name.includes(DRAFT_SUFFIX))
      rmSync(join(dirname(path), name), { force: true });
  }
}

function versionOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}
