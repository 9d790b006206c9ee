import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 13 of the records database', () => {
  it('finds the newest backup, and the newest keys of a profile, by an index each', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 12)) older.exec(migration);
    older.pragma('user_version = 12');
    const columns = older.prepare<[], { name: string; notnull: number }>(`SELECT * FROM pragma_table_info('audit')`);
    expect(columns.all().map(({ name }) => name)).toEqual(expect.arrayContaining(['sequence', 'at', 'operation']));
    const insert = older.prepare(`
      INSERT INTO audit (sequence, at, profile, credential_id, public_key, operation, url, body, hash)
      VALUES (?, ?, ?, 'key', '', ?, '', x'', zeroblob(32))`);
    insert.run(1, 10, 'local', 'create_wallet');
    insert.run(2, 20, '', 'backup create');
    insert.run(3, 30, 'local', 'import_wallet');
    insert.run(4, 40, 'other', 'create_private_keys');
    insert.run(5, 50, 'local', 'sign_raw_payload');
    older.close();

    const { audit, close } = openRecords(path, `${path}.head`);
    expect(audit.lastBackup()).toMatchObject({ at: 20, since: 3, earliest: 30 });
    expect(['local', 'other', 'none'].map((profile) => audit.newestKeysAt(profile))).toEqual([30, 40, null]);
    close();
    const database = new SqliteDatabase(path);
    const plan = (query: string) =>
      database
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
        .all()
        .map(({ detail }) => detail);
    const made = "('create_wallet', 'create_private_keys', 'import_wallet', 'import_private_key')";
    expect(plan(`SELECT max(at) FROM audit WHERE operation IN ${made} AND profile = 'local'`).join()).toContain(
      'audit_new_keys',
    );
    const backups = "SELECT at FROM audit WHERE operation = 'backup create' ORDER BY sequence DESC LIMIT 1";
    expect(plan(backups).join()).toContain('audit_backups');
    database.close();
  });
});
