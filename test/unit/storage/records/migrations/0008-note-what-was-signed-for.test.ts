import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 8 of the records database', () => {
  it('has no signatures at first, then recipients and amounts for each profile', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 7)) older.exec(migration);
    older.pragma('user_version = 7');
    older.close();

    const { signed, close } = openRecords(path, `${path}.head`);
    expect([signed.for('desk', '0xaa'), signed.largest('desk', 'ETH'), signed.recent('desk', 9)]).toEqual([
      null,
      null,
      [],
    ]);
    const amounts = [{ asset: 'ETH', amount: '2.5' }];
    signed.record({ profile: 'desk', at: 1, addresses: ['0xaa', '0xbb'], amounts });
    signed.record({ profile: 'desk', at: 2, addresses: ['0xaa'], amounts: [] });
    expect(signed.for('desk', '0xaa')).toEqual({ firstAt: 1, lastAt: 2, times: 2 });
    expect(signed.largest('desk', 'ETH')).toBe('2.5');
    expect(signed.recent('desk', 9)).toEqual([{ address: '0xaa' }, { address: '0xbb' }]);
    expect([signed.for('other', '0xaa'), signed.largest('other', 'ETH')]).toEqual([null, null]);
    close();
  });
});
