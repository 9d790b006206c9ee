import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 14 of the records database', () => {
  it('begins with no archive, and finds the answered requests of a month by an index', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 13)) older.exec(migration);
    older.pragma('user_version = 13');
    older.close();
    const { archives, archiving, close } = openRecords(path, `${path}.head`);
    expect([archives.list(), archiving.plan(0)]).toEqual([[], null]);
    close();
    const database = new SqliteDatabase(path);
    const [plan] = database
      .prepare<[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT rowid FROM journal WHERE activity_id IS NOT NULL AND (closed_at, rowid) > (1, 2) AND closed_at < 3 ORDER BY closed_at, rowid LIMIT 1',
      )
      .all();
    expect(plan?.detail).toContain('journal_by_time');
    database.close();
  });
});
