import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseOf } from '../../../../electron/custody/store/database.ts';
import { createStore, storeExists } from '../../../../electron/custody/store/index.ts';
import { MIGRATIONS } from '../../../../electron/custody/store/migrations/index.ts';
import { createDatabase, openDatabase } from '../../../../electron/storage/sqlite/index.ts';

const DATABASE_FILE = 'custody.db';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-store-'));
  file = join(directory, DATABASE_FILE);
});
afterEach(() => rmSync(directory, { recursive: true }));

const make = () => createStore(directory, () => undefined);
const open = (migrations = MIGRATIONS) => openDatabase({ ...databaseOf(directory), migrations });
const filled = () => {
  createDatabase(databaseOf(directory), (database) => {
    const insert = database.prepare('INSERT INTO service_keys (name, public_key, sealed_private_key) VALUES (?, ?, ?)');
    for (let index = 0; index < 500; index += 1) insert.run(`key ${index}`, 'x'.repeat(100), Buffer.alloc(100));
  });
};

describe('a new database', () => {
  it('is there only when it is complete, and for this user only', () => {
    expect(storeExists(directory)).toBe(false);
    make();
    expect(storeExists(directory)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual([DATABASE_FILE]);
  });

  it('makes its folder, for this user only', () => {
    const inner = join(directory, 'a', 'b');
    createStore(inner, () => undefined);
    expect(statSync(inner).mode & 0o777).toBe(0o700);
  });

  it('leaves no file when its content cannot be made', () => {
    const attempt = () =>
      createStore(directory, () => {
        throw new Error('no');
      });
    expect(attempt).toThrow('no');
    expect(readdirSync(directory)).toEqual([]);
  });

  it('never replaces one that another process made meanwhile', () => {
    const attempt = () => createStore(directory, () => writeFileSync(file, 'of another'));
    expect(attempt).toThrow(expect.objectContaining({ code: 'DATABASE_IN_USE' }));
    expect(readFileSync(file, 'utf8')).toBe('of another');
    expect(readdirSync(directory)).toEqual([DATABASE_FILE]);
  });

  it('removes what an interrupted first start left', () => {
    make();
    writeFileSync(join(directory, 'custody.db.0000.new'), '');
    writeFileSync(join(directory, 'custody.db.0000.new-journal'), '');
    open().close();
    expect(readdirSync(directory)).toEqual([DATABASE_FILE]);
  });
});

describe('an open database', () => {
  it('is durable, checks references and trusts nothing in the file', () => {
    make();
    const database = open();
    const pragmas = [
      'journal_mode',
      'synchronous',
      'wal_autocheckpoint',
      'foreign_keys',
      'trusted_schema',
      'locking_mode',
      'secure_delete',
      'mmap_size',
    ];
    expect(Object.fromEntries(pragmas.map((name) => [name, database.pragma(name, { simple: true })]))).toEqual({
      journal_mode: 'wal',
      synchronous: 2,
      wal_autocheckpoint: 4000,
      foreign_keys: 1,
      trusted_schema: 0,
      locking_mode: 'exclusive',
      secure_delete: 1,
      mmap_size: 0,
    });
    const insert = () => database.exec("INSERT INTO users VALUES ('u', 'nobody', 'n', NULL, 1, 0, 0, NULL)");
    expect(insert).toThrow('FOREIGN KEY constraint failed');
    database.close();
  });

  it('belongs to one service at a time', () => {
    make();
    const database = open();
    expect(() => open()).toThrow(expect.objectContaining({ code: 'DATABASE_IN_USE' }));
    database.close();
    open().close();
  });

  it('has everything in its file after it was closed', () => {
    make();
    const database = open();
    database.exec("INSERT INTO service_keys VALUES ('n', 'p', x'00', NULL)");
    database.close();
    expect(readdirSync(directory)).toEqual([DATABASE_FILE]);
  });
});

describe('migrations', () => {
  const next = [...MIGRATIONS, 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT'];

  it('bring an older database forward and keep what it holds', () => {
    filled();
    const database = open(next);
    expect(database.pragma('user_version', { simple: true })).toBe(next.length);
    expect(database.prepare('SELECT count(*) AS count FROM service_keys').get()).toEqual({ count: 500 });
    expect(database.prepare('SELECT count(*) AS count FROM later').get()).toEqual({ count: 0 });
    database.close();
  });

  it('bring a database of the first version forward, with every row', () => {
    const [first] = MIGRATIONS;
    const older = new SqliteDatabase(file);
    older.exec(first ?? '');
    older.exec(`
      INSERT INTO organizations VALUES ('o', NULL, 'Treasury', 1, NULL, 0, 0);
      INSERT INTO users VALUES ('u', 'o', 'Operator', NULL, 1, 0, 0);
      INSERT INTO wallets VALUES ('w', 'o', 'Old', x'00', x'00', 0, 0, 0, 0);
      PRAGMA user_version = 1`);
    older.close();
    const database = open();
    expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(database.prepare('SELECT wallet_name FROM wallets').all()).toEqual([{ wallet_name: 'Old' }]);
    expect(database.prepare('SELECT count(*) AS count FROM private_keys').get()).toEqual({ count: 0 });
    database.close();
  });

  it('keep the attempts of webhook deliveries that have no measures', () => {
    const earlier = MIGRATIONS.slice(0, 34);
    const older = new SqliteDatabase(file);
    for (const step of earlier) older.exec(step);
    older.exec(`
      INSERT INTO organizations (organization_id, organization_name, root_quorum_threshold, created_at, updated_at) VALUES ('o', 'Treasury', 1, 0, 0);
      INSERT INTO webhook_endpoints VALUES ('e', 'o', 'https://a.example/', 'a', 0, '[]', 0, 0);
      INSERT INTO webhook_deliveries VALUES (1, 'd', 'e', 'v', 'ACTIVITY_UPDATES', 'o', x'7b7d', x'00', 'WEBHOOK_DELIVERY_STATE_FAILED', 1, 'HTTP 400', 0, 0, 0, NULL, NULL, NULL);
      INSERT INTO webhook_attempts VALUES ('d', 1, 0, 'HTTP 400', 'answer', 'no', 0);
      PRAGMA user_version = 34`);
    older.close();
    const database = open();
    expect(database.prepare('SELECT response, duration, response_bytes, key_id FROM webhook_attempts').all()).toEqual([
      { response: 'no', duration: null, response_bytes: null, key_id: null },
    ]);
    expect(database.prepare('SELECT count(*) AS count FROM webhook_pauses').get()).toEqual({ count: 0 });
    database.close();
  });

  it('leave the database as it was when one fails', () => {
    make();
    const failing = [...next, 'CREATE TABLE half (id INTEGER PRIMARY KEY) STRICT; SELECT * FROM missing_table'];
    expect(() => open(failing)).toThrow('no such table: missing_table');
    const database = open(next);
    expect(database.pragma('user_version', { simple: true })).toBe(next.length);
    expect(database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'half'").get()).toEqual({
      count: 0,
    });
    database.close();
  });

  it('refuse a database of a newer program and do not touch it', () => {
    make();
    open(next).close();
    const before = readFileSync(file);
    expect(() => open()).toThrow(
      expect.objectContaining({
        code: 'DATABASE_NEWER',
        message: expect.stringContaining('Use that version, or a newer one'),
      }),
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('make strict tables only', () => {
    make();
    const database = open();
    const tables = database
      .prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'")
      .all() as { name: string; strict: number }[];
    expect(tables.filter(({ strict }) => strict !== 1)).toEqual([]);
    expect(tables.map(({ name }) => name).sort()).toEqual([
      'activities',
      'activity_archives',
      'api_keys',
      'authenticators',
      'earn_requests',
      'earn_wrappers',
      'evidence_head',
      'evidence_marks',
      'history_addresses',
      'history_blocks',
      'history_chains',
      'history_contracts',
      'history_entries',
      'history_lacks',
      'history_searches',
      'import_targets',
      'invitations',
      'ip_allowlists',
      'master_key',
      'mfa_policies',
      'oauth_providers',
      'organization_features',
      'organizations',
      'otps',
      'policies',
      'private_key_addresses',
      'private_keys',
      'proposals',
      'provider_credentials',
      'row_seals',
      'row_seals_head',
      'secrets',
      'sent_transactions',
      'service_keys',
      'session_profiles',
      'signed_outpoints',
      'smart_contract_interfaces',
      'tag_members',
      'tags',
      'tvc_records',
      'used_tokens',
      'users',
      'velocity_controls',
      'velocity_usage',
      'verified_contacts',
      'votes',
      'wallet_accounts',
      'wallets',
      'webhook_attempts',
      'webhook_deliveries',
      'webhook_endpoints',
      'webhook_pauses',
    ]);
    database.close();
  });

  it('are numbered files in their order, all of them in the list', () => {
    const files = readdirSync(new URL('../../../../electron/custody/store/migrations', import.meta.url)).filter(
      (name) => name !== 'index.ts',
    );
    expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(MIGRATIONS.length);
  });
});

describe('a damaged database', () => {
  const corrupt = expect.objectContaining({
    code: 'DATABASE_CORRUPT',
    message: expect.stringContaining('Restore a backup of the whole folder'),
  });

  it.each([
    ['is empty', () => truncateSync(file, 0)],
    ['was cut off in its first page', () => truncateSync(file, 1000)],
    ['was cut off between pages', () => truncateSync(file, 4096 * 3)],
    ['was cut off within a page', () => truncateSync(file, statSync(file).size - 100)],
    ['is not a database', () => writeFileSync(file, 'x'.repeat(8192))],
    ['has a page of noise', () => writeFileSync(file, readFileSync(file).fill(0xa5, 4096, 8192))],
    [
      'is gone while its journal is there',
      () => {
        writeFileSync(`${file}-wal`, 'x');
        rmSync(file);
      },
    ],
  ])('that %s is refused and left as it is', (_what, damage) => {
    filled();
    damage();
    expect(storeExists(directory)).toBe(true);
    const before = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]);
    expect(() => open()).toThrow(corrupt);
    expect(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))])).toEqual(before);
  });
});
