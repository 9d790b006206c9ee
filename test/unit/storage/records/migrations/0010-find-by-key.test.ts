import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 10 of the records database', () => {
  it('finds a key’s last stamp by an index, also for earlier entries', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 9)) older.exec(migration);
    older.pragma('user_version = 9');
    const insert = older.prepare(`
      INSERT INTO audit (sequence, at, profile, credential_id, public_key, operation, url, body, hash)
      VALUES (?, ?, 'desk', ?, '02', 'whoami', '', x'', zeroblob(32))`);
    insert.run(1, 100, 'one');
    insert.run(2, 300, 'one');
    insert.run(3, 200, 'two');
    older.close();

    const { audit, close } = openRecords(path, `${path}.head`);
    expect(['one', 'two', 'three'].map(audit.lastUsedAt)).toEqual([300, 200, null]);
    close();
    const database = new SqliteDatabase(path);
    const [plan] = database
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT max(at) FROM audit WHERE credential_id = 'one'`)
      .all();
    expect(plan?.detail).toContain('COVERING INDEX audit_by_key');
    database.close();
  });
});
