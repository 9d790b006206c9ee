import SqliteDatabase from 'better-sqlite3';
import { type Database, type DatabaseKind, prepared } from './database.ts';
import { createFile } from './folder.ts';

/** The name of an attached database in SQL. Its tables need no name before theirs, except where they are created. */
const ATTACHED = 'archive';

/**
 * Opens a database that `attachNewDatabase` made. SQLite never writes to it, and reads nothing but its file. A journal
 * or a write-ahead log beside it, also a later one, changes nothing. Throws errors of SQLite, and for a write-ahead log.
 *
 * Both attach the file to a database in memory. To open one by its path, the library calls functions of `node:fs`, which
 * the service does not have any more. An attached database is as read-only as the one in memory.
 */
export function attachDatabase(path: string): Database {
  const database = attached(new SqliteDatabase(emptyDatabase(), { readonly: true }), path);
  try {
    // SQLite looks for journals when a transaction begins to read, so one transaction lasts until the end.
    database.exec('BEGIN');
    database.prepare(`SELECT count(*) FROM ${ATTACHED}.sqlite_schema`).get();
    if (database.pragma(`${ATTACHED}.journal_mode`, { simple: true }) === 'wal')
      throw new Error('a write-ahead log lies beside the database');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Creates a database (0600) at a free path and opens it to fill it. Nothing is durable before `syncFile`, and an interrupted
 * file is useless. Throws errors of SQLite and of the file system.
 */
export function attachNewDatabase({ path, applicationId, migrations }: DatabaseKind): Database {
  createFile(path);
  const database = attached(new SqliteDatabase(':memory:'), path);
  try {
    // The first write keeps the lock, under which SQLite looks for no journal any more.
    database.pragma(`${ATTACHED}.locking_mode = EXCLUSIVE`);
    database.pragma(`${ATTACHED}.journal_mode = MEMORY`);
    database.pragma(`${ATTACHED}.synchronous = OFF`);
    database.pragma(`${ATTACHED}.application_id = ${applicationId}`);
    for (const migration of migrations) database.exec(migration);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function attached(database: Database, path: string): Database {
  try {
    prepared(database).prepare(`ATTACH ? AS ${ATTACHED}`).run(path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A database of one empty page (SQLite file format, sections 1.3 and 1.6), because the library opens no memory read-only. */
function emptyDatabase(): Buffer {
  const page = Buffer.alloc(512);
  page.write('SQLite format 3\0', 'latin1');
  page.writeUInt16BE(page.length, 16);
  // Both formats are those of a rollback journal. Then come no reserved bytes, and the fixed payload fractions.
  page.set([1, 1, 0, 64, 32, 32], 18);
  page.writeUInt32BE(4, 44);
  // UTF-8, which an attached database must share.
  page.writeUInt32BE(1, 56);
  // A leaf of the schema's table, without a cell. Its cells would begin at the end of the page.
  page[100] = 13;
  page.writeUInt16BE(page.length, 105);
  return page;
}
