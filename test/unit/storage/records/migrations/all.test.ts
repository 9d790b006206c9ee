import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const listed = (path: string) => readdirSync(fileURLToPath(new URL(path, import.meta.url)));
const fresh = freshPaths(temporaryFolder());

describe('the migrations of the records database', () => {
  const numbered = listed('../../../../../electron/storage/records/migrations/').filter((name) => /^\d/.test(name));

  it('are numbered without a gap, each with a test, and all of them are run', () => {
    expect(numbered.map((name) => Number(name.slice(0, 4)))).toEqual(numbered.map((_, index) => index + 1));
    expect(RECORDS_MIGRATIONS).toHaveLength(numbered.length);
    const tests = listed('.');
    expect(numbered.filter((name) => !tests.includes(name.replace(/\.ts$/, '.test.ts')))).toEqual([]);
  });

  it('leave a new database at the newest version', () => {
    const path = fresh('records.db');
    openRecords(path, `${path}.head`).close();
    const database = new SqliteDatabase(path);
    expect(database.pragma('user_version', { simple: true })).toBe(RECORDS_MIGRATIONS.length);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });
});
