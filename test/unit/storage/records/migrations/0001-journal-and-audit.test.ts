import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { journalAndAudit } from '../../../../../electron/storage/records/migrations/0001-journal-and-audit.ts';

describe('version 1 of the records database', () => {
  const database = new SqliteDatabase(':memory:');
  database.exec(journalAndAudit);

  it('has the journal and the audit log, both with strict types', () => {
    const tables = database.prepare('SELECT name, strict FROM pragma_table_list WHERE schema = ? AND name NOT LIKE ?');
    expect(tables.all('main', 'sqlite_%')).toEqual(
      expect.arrayContaining([
        { name: 'audit', strict: 1 },
        { name: 'in_flight', strict: 1 },
      ]),
    );
  });

  it('refuses a request in an unknown state', () => {
    const insert =
      database.prepare(`INSERT INTO in_flight (request_id, profile, credential_id, operation, title, url, body,
      stamp_name, stamp_value, fingerprint, state, created_at) VALUES ('a', '', '', '', '', '', x'', '', '', '', ?, 1)`);
    expect(() => insert.run('lost')).toThrow('CHECK');
    expect(insert.run('prepared').changes).toBe(1);
  });

  it('refuses a hash of another length', () => {
    const insert = database.prepare("INSERT INTO audit VALUES (NULL, 1, '', '', '', '', '', x'', ?)");
    expect(() => insert.run(Buffer.alloc(31))).toThrow('CHECK');
    expect(insert.run(Buffer.alloc(32)).changes).toBe(1);
  });
});
