import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 18 of the records database', () => {
  it('names the batch and the line of later requests, and older requests have none', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    older.function('request_digest', { varargs: true }, () => null);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 17)) older.exec(migration);
    older.pragma('user_version = 17');
    older.close();

    const { journal, close } = openRecords(path, `${path}.head`);
    expect(journal.ofLine({ batch: 'payroll', line: 2 })).toEqual([]);
    close();
    const opened = new SqliteDatabase(path);
    const insert = (line: number) =>
      opened.prepare("INSERT INTO batch_line VALUES ('one', 'batch', 'payroll', ?)").run(line);
    expect(() => insert(0)).toThrow('CHECK constraint failed');
    insert(2);
    opened.close();
  });
});
