import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { journalAndAudit } from '../../../../../electron/storage/records/migrations/0001-journal-and-audit.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 2 of the records database', () => {
  it('migrates version 1: unsettled requests stay unsettled, answered ones stay answered', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    older.exec(journalAndAudit);
    older.pragma('user_version = 1');
    const insert =
      older.prepare(`INSERT INTO in_flight (request_id, profile, credential_id, operation, title, url, body,
      stamp_name, stamp_value, fingerprint, state, created_at)
      VALUES (?, 'local', 'credential', 'whoami', 'Title', '', x'7b7d', '', '', '', ?, ?)`);
    insert.run('one', 'sent', 1);
    insert.run('two', 'answered', 2);
    insert.run('three', 'prepared', 3);
    older.close();

    const { journal, close } = openRecords(path, `${path}.head`);
    expect(journal.unsettled().map(({ requestId, state }) => [requestId, state])).toEqual([
      ['one', 'sent'],
      ['three', 'prepared'],
    ]);
    expect(journal.get('two')).toMatchObject({ state: 'answered', body: Uint8Array.of(123, 125) });
    journal.markAnswered('one', { at: 4, activityId: 'a', status: 'COMPLETED', httpStatus: 200 });
    journal.discard('three', 5);
    expect(journal.unsettled()).toEqual([]);
    close();
  });
});
