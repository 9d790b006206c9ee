import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** Changes the audit log of a closed state folder behind the vault's back. */
export function edit(root: string, change: (database: SqliteDatabase.Database) => void): void {
  const database = new SqliteDatabase(join(root, 'records.db'));
  change(database);
  const tip = database.prepare('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1').get() as
    | { sequence: number; hash: Buffer }
    | undefined;
  database.close();
  // The head is rewritten as well: it needs no key.
  const head = { sequence: tip?.sequence, hash: tip?.hash.toString('hex') };
  if (tip === undefined) rmSync(join(root, 'audit.head'));
  else
    writeFileSync(
      join(root, 'audit.head'),
      `${JSON.stringify({ format: 'castellan-audit-head', version: 1, ...head })}\n`,
    );
}

/** Changes a state file as anybody can who may write it. */
export function editJson(path: string, change: (content: Record<string, never>) => void): void {
  const content = JSON.parse(readFileSync(path, 'utf8'));
  change(content);
  writeFileSync(path, JSON.stringify(content));
}
