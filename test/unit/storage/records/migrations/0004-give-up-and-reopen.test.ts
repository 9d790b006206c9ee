import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 4 of the records database', () => {
  it('migrates the journal: open requests can be given up, refused ones can be reopened', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 3)) older.exec(migration);
    older.pragma('user_version = 3');
    const insert =
      older.prepare(`INSERT INTO journal (request_id, profile, credential_id, operation, title, url, body, stamp_name,
      stamp_value, fingerprint, state, created_at, status)
      VALUES (?, 'local', 'credential', 'create_wallet', 'Title', '', x'7b7d', '', '', ?, ?, 1, ?)`);
    insert.run('open', 'a', 'sent', null);
    insert.run('refused', 'b', 'answered', 'REFUSED');
    older.close();

    const { journal, close } = openRecords(path, `${path}.head`);
    journal.giveUp('open', 2, 'The service is gone.');
    expect(journal.get('open')).toMatchObject({ state: 'discarded', reason: 'The service is gone.' });
    expect(journal.reopen('local', 'b')).toBe(true);
    expect(journal.unsettled()).toMatchObject([{ requestId: 'refused', wasClosed: true }]);
    close();
  });
});
