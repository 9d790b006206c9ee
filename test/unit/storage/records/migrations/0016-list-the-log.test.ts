import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 16 of the records database', () => {
  it('finds the entry of each older request by its bytes, and lists the log by an index', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 15)) older.exec(migration);
    older.pragma('user_version = 15');
    const audit = older.prepare(`
      INSERT INTO audit (sequence, at, profile, credential_id, public_key, operation, url, body, hash)
      VALUES (?, ?, 'local', 'key', '', 'create_wallet', '', ?, zeroblob(32))`);
    const journal = older.prepare(`
      INSERT INTO journal (request_id, profile, credential_id, operation, title, url, body, stamp_name, stamp_value, fingerprint, state, created_at)
      VALUES (?, 'local', 'key', 'create_wallet', ?, '', ?, 'X-Stamp', 'value', 'sha256:ab', 'answered', ?)`);
    audit.run(1, 1_000_000, Buffer.from('one'));
    audit.run(2, 1_000_010, Buffer.from('two'));
    audit.run(3, 1_000_020, Buffer.from('one'));
    journal.run('first', 'Create wallet “One”', Buffer.from('one'), 1_000_005);
    journal.run('second', 'Create wallet “Two”', Buffer.from('two'), 1_000_012);
    journal.run('other bytes', 'Create wallet “Three”', Buffer.from('three'), 1_000_012);
    journal.run('long after', 'Create wallet “One”', Buffer.from('one'), 2_000_000);
    older.close();

    const { auditReader, close } = openRecords(path, `${path}.head`);
    expect(auditReader.request(1)).toMatchObject({ title: 'Create wallet “One”', stampValue: 'value' });
    expect(auditReader.request(2)).toMatchObject({ title: 'Create wallet “Two”' });
    expect(auditReader.request(3)).toBeNull();
    expect(auditReader.naming('“two”')).toEqual([2]);
    expect(auditReader.lines(3, 2).map(({ sequence }) => sequence)).toEqual([3, 2]);
    close();
    const database = new SqliteDatabase(path);
    const plan = database
      .prepare<[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT sequence, at, profile, operation FROM audit INDEXED BY audit_list WHERE sequence <= 9 ORDER BY sequence DESC LIMIT 5',
      )
      .all();
    expect(plan.map(({ detail }) => detail).join()).toContain('COVERING INDEX audit_list');
    expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE');
    database.close();
  });
});
