import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { thrown } from '../../../crypto/transactions/bitcoin/drafts.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());
const stated = { outpoint: `${'ab'.repeat(32)}:1`, satoshi: 1000, script: `0014${'11'.repeat(20)}`, isProven: false };

function openOlder() {
  const path = fresh('records.db');
  const older = new SqliteDatabase(path);
  older.pragma(`application_id = ${0x43535452}`);
  for (const migration of RECORDS_MIGRATIONS.slice(0, 10)) older.exec(migration);
  older.pragma('user_version = 10');
  older.close();
  return openRecords(path, `${path}.head`);
}

describe('version 11 of the records database', () => {
  it('refuses a different unproven amount or script of an output', () => {
    const { outpoints, close } = openOlder();
    outpoints.remember([stated]);
    outpoints.remember([stated]);
    expect(thrown(() => outpoints.remember([{ ...stated, satoshi: 2_500_000_000 }]))).toBe(
      `TRANSACTION_INVALID The transaction states 25 BTC for the output ${stated.outpoint}, but an earlier signed request stated 0.00001 BTC. Nothing was signed. Add the previous transaction of that input (non_witness_utxo), which proves the amount of the output.`,
    );
    expect(thrown(() => outpoints.requireSame([{ ...stated, script: '51' }]))).toContain(
      `states the script 51 for the output ${stated.outpoint}, but an earlier signed request stated the script ${stated.script}`,
    );
    close();
  });

  it('lets a proven amount replace an unproven one, never the reverse', () => {
    const { outpoints, close } = openOlder();
    outpoints.remember([stated]);
    const proven = { ...stated, satoshi: 7, isProven: true };
    outpoints.remember([proven]);
    expect(() => outpoints.requireSame([stated])).toThrow('stated 0.00000007 BTC');
    outpoints.remember([{ ...proven, isProven: false }]);
    expect(() => outpoints.requireSame([stated])).toThrow('stated 0.00000007 BTC');
    close();
  });

  it('writes nothing for a refused request', () => {
    const { outpoints, close } = openOlder();
    outpoints.remember([stated]);
    const other = { ...stated, outpoint: `${'cd'.repeat(32)}:0` };
    expect(() => outpoints.remember([other, { ...stated, satoshi: 1 }])).toThrow('Nothing was signed');
    outpoints.requireSame([{ ...other, satoshi: 5 }]);
    close();
  });
});
