import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openRecords } from '../../../../../electron/storage/records/index.ts';
import { RECORDS_MIGRATIONS } from '../../../../../electron/storage/records/migrations/index.ts';
import { freshPaths, temporaryFolder } from '../../support.ts';

const fresh = freshPaths(temporaryFolder());

describe('version 7 of the records database', () => {
  it('has no document at first, then the written one and its copy', () => {
    const path = fresh('records.db');
    const older = new SqliteDatabase(path);
    older.pragma(`application_id = ${0x43535452}`);
    for (const migration of RECORDS_MIGRATIONS.slice(0, 6)) older.exec(migration);
    older.pragma('user_version = 6');
    older.close();

    const { documents, close } = openRecords(path, `${path}.head`);
    expect(documents.any('addresses')).toBeNull();
    const [one, two] = ['one', 'two'].map((text) => Buffer.from(text));
    const first = documents.write('addresses', one ?? new Uint8Array());
    const second = documents.write('addresses', two ?? new Uint8Array());
    documents.write('interfaces', Buffer.from('other'));
    documents.keepOnly('addresses', second);
    expect(documents.find('addresses', first)).toBeNull();
    expect(documents.find('addresses', second)).toEqual({
      body: Uint8Array.from(two ?? []),
      copy: Uint8Array.from(two ?? []),
    });
    // Another process has written the next one already, and is about to put it in force.
    const third = documents.write('addresses', Buffer.from('three'));
    documents.keepOnly('addresses', second);
    expect(documents.find('addresses', third)).not.toBeNull();
    documents.keepOnly('addresses', third);
    expect(documents.find('addresses', second)).toBeNull();
    documents.keepOnly('addresses', null);
    expect([documents.any('addresses'), documents.any('interfaces')]).toEqual([null, expect.anything()]);
    close();
  });
});
