import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 15 of the records database', () => {
  it('has no step of a move at first, then the last request of each', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 14)) older.exec(migration);
    older.pragma('user_version = 14');
    older.close();

    const { moveSteps, close } = openRecords(path, `${path}.head`);
    const move = { source: 'a', target: 'b', object: 'w' };
    expect(moveSteps.find(move, 'export')).toBeNull();
    moveSteps.note(move, 'export', 'first');
    moveSteps.note(move, 'export', 'second');
    moveSteps.note({ ...move, object: 'other' }, 'export', 'third');
    moveSteps.clear({ ...move, object: 'other' });
    expect([moveSteps.find(move, 'export'), moveSteps.find(move, 'import')]).toEqual(['second', null]);
    expect(moveSteps.find({ ...move, object: 'other' }, 'export')).toBeNull();
    close();
  });
});
