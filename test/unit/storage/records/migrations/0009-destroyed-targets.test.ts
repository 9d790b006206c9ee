import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 9 of the records database', () => {
  it('has no destroyed key at first, then the time of each', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 8)) older.exec(migration);
    older.pragma('user_version = 8');
    older.close();

    const { destroyedTargets, close } = openRecords(path, `${path}.head`);
    expect(destroyedTargets.at('04aa')).toBeNull();
    destroyedTargets.note('04aa', 5);
    destroyedTargets.note('04aa', 6);
    expect([destroyedTargets.at('04aa'), destroyedTargets.at('04bb')]).toEqual([6, null]);
    close();
  });
});
