import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';
import { keeper } from '../keeper.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 6 of the records database', () => {
  it('has no confirmed profile at first, and finds later confirmations by an index', async () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 5)) older.exec(migration);
    older.pragma('user_version = 5');
    older.close();

    const { audit, close } = openRecords(path, `${path}.head`);
    expect([audit.profiles(keeper()), audit.unprovenProfiles()]).toEqual([null, null]);
    const texts = { operation: 'profile change' as const, profile: 'desk', credentialId: '', publicKey: '', url: '' };
    await audit.appendProfiles({ at: 1, ...texts }, () => Buffer.from('{}'), keeper());
    expect(audit.unprovenProfiles()).toEqual(Buffer.from('{}'));
    close();

    const database = new SqliteDatabase(path);
    const plan = database
      .prepare(
        "EXPLAIN QUERY PLAN SELECT body FROM audit WHERE operation IN ('profile change', 'document change') ORDER BY sequence DESC LIMIT 1",
      )
      .all() as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join()).toContain('audit_profiles');
    database.close();
  });
});
