import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { CHAIN_START, linkHash } from '../../../../../electron/storage/records/audit-chain.ts';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, rejectionOf, temporaryFolder } from '../../support.ts';
import { keeper } from '../keeper.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 3 of the records database', () => {
  it('migrates an unsigned log: every entry stays, and a new chain begins after them', async () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 2)) older.exec(migration);
    older.pragma('user_version = 2');
    const texts = { profile: '', credentialId: '', publicKey: '', operation: 'whoami', url: '' };
    const entry = { at: 1, ...texts, body: Uint8Array.of(123, 125) };
    older
      .prepare("INSERT INTO audit VALUES (1, 1, '', '', '', 'whoami', '', x'7b7d', ?)")
      .run(Buffer.from(linkHash(CHAIN_START, 1, entry)));
    older.close();

    const { audit, close } = openRecords(path, `${path}.head`);
    expect((await rejectionOf(audit.verify(keeper()))).message).toContain('Entry 1 is not signed');
    expect((await rejectionOf(audit.append(entry, keeper()))).code).toBe('AUDIT_UNAVAILABLE');
    const begun = await audit.begin(entry, keeper());
    expect(begun).toMatchObject({ first: 2, sequence: 2 });
    expect(await audit.verify(keeper(1, begun))).toEqual({ entries: 1 });
    expect([...audit.export()]).toHaveLength(2);
    close();
  });
});
