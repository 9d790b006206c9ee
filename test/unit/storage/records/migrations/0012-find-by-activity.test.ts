import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 12 of the records database', () => {
  it('finds the requests of an activity by an index, by profile and role', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 11)) older.exec(migration);
    older.pragma('user_version = 11');
    const insert = older.prepare(`
      INSERT INTO journal (request_id, profile, credential_id, operation, title, url, body, stamp_name, stamp_value, fingerprint, state, created_at, activity_id)
      VALUES (?, ?, 'key', 'any', 'Any', '', x'7b7d', 'X-Stamp', '', ?, 'answered', 1, 'activity')`);
    insert.run('asked', 'desk', 'sha256:request');
    insert.run('voted', 'desk', 'sha256:vote');
    insert.run('voted elsewhere', 'other', 'sha256:another vote');
    older.close();

    const { journal, close } = openRecords(path, `${path}.head`);
    const answer = { profile: 'desk', activityId: 'activity', fingerprint: 'sha256:request' };
    expect(journal.answered('asked', answer)?.requestId).toBe('asked');
    expect(journal.answered('voted', answer)?.requestId).toBe('voted');
    expect(journal.answered('asked', { ...answer, profile: 'other' })).toBeNull();
    expect(journal.answered('voted', { ...answer, profile: 'other' })?.requestId).toBe('voted elsewhere');
    expect(journal.answered('asked', { ...answer, activityId: 'none' })).toBeNull();
    close();
    const database = new SqliteDatabase(path);
    const [plan] = database
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT request_id FROM journal WHERE profile = 'desk' AND activity_id = 'activity'`,
      )
      .all();
    expect(plan?.detail).toContain('INDEX journal_answered');
    database.close();
  });
});
