import { rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/**
 * Opens the database of a stopped local service, as an attacker without the master key could. The head beside it would
 * show that the file was changed, so the attacker removes it.
 */
export function openToTamper(directory: string): SqliteDatabase.Database {
  rmSync(join(directory, 'custody.db.head'), { force: true });
  return new SqliteDatabase(join(directory, 'custody.db'));
}
