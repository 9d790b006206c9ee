import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 17 of the records database', () => {
  it('gives each older request its digest, so that it is read as before, and a later change is noticed', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 16)) older.exec(migration);
    older.pragma('user_version = 16');
    const insert = older.prepare(`
      INSERT INTO journal (request_id, profile, credential_id, operation, title, url, body, stamp_name, stamp_value, fingerprint, state, created_at)
      VALUES (?, 'local', 'key', 'create_wallet', 'Create wallet “One”', '', ?, 'X-Stamp', 'value', 'sha256:ab', 'sent', 1)`);
    insert.run('first', Buffer.from('one'));
    insert.run('second', Buffer.from('two'));
    older.close();

    const records = openRecords(path, `${path}.head`);
    expect(records.journal.get('first')).toMatchObject({ title: 'Create wallet “One”', state: 'sent' });
    expect(records.journal.unsettled()).toHaveLength(2);
    records.close();
    const edited = new SqliteDatabase(path);
    edited.exec("UPDATE journal SET title = 'Create wallet “Two”' WHERE request_id = 'first'");
    edited.close();

    const { journal, close } = openRecords(path, `${path}.head`);
    expect(() => journal.get('first')).toThrow('the request first was changed in the journal');
    expect(journal.get('second')).toMatchObject({ title: 'Create wallet “One”' });
    close();
  });
});
