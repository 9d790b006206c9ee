import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 5 of the records database', () => {
  it('migrates the journal: earlier signatures have no known contents', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 4)) older.exec(migration);
    older.pragma('user_version = 4');
    older
      .prepare(`INSERT INTO journal (request_id, profile, credential_id, operation, title, url, body, stamp_name,
      stamp_value, fingerprint, state, created_at)
      VALUES ('one', 'local', 'credential', 'sign_raw_payload', 'Title', '', x'7b7d', '', '', 'a', 'sent', 1)`)
      .run();
    older.close();

    const { journal, close } = openRecords(path, `${path}.head`);
    expect(journal.get('one')).toMatchObject({ state: 'sent', content: null });
    expect(journal.signedBefore('local', '')).toBeNull();
    close();
  });
});
