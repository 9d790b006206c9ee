import { createHmac } from 'node:crypto';
import fs, { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RECORDS_MIGRATIONS } from '../../../../electron/storage/records/migrations/index.ts';
import { openRecords } from '../../../../electron/storage/records/open.ts';
import { openHeadFile } from '../../../../electron/storage/sqlite/head-file.ts';
import {
  createDatabase,
  type DatabaseKind,
  openDatabase,
  openWithHead,
} from '../../../../electron/storage/sqlite/index.ts';

let folder: string;
const MADE = 'CREATE TABLE names (name TEXT NOT NULL) STRICT;';
const CHANGED = 'ALTER TABLE names ADD COLUMN note TEXT;';

const kindOf = (migrations: readonly string[], keptWith: readonly string[] = []): DatabaseKind => ({
  path: join(folder, 'records.db'),
  name: 'The records',
  repair: 'Restore it.',
  applicationId: 7,
  migrations,
  synchronous: 'FULL',
  exclusive: false,
  secureDelete: false,
  failedStatement: 'damage',
  keptWith,
});
const kept = () => join(folder, 'before-migration');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-before-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

function makeOlder(): void {
  createDatabase(kindOf([MADE]), (database) => void database.exec("INSERT INTO names VALUES ('one')"));
}

const namesIn = (kind: DatabaseKind) => {
  const database = openDatabase(kind);
  const rows = database.prepare('SELECT * FROM names').all();
  database.close();
  return rows;
};

it('keeps a private copy that the older program opens, before a migration', () => {
  makeOlder();
  copyFileSync(join(folder, 'records.db'), join(folder, 'audit.head'));
  expect(namesIn(kindOf([MADE, CHANGED], [join(folder, 'audit.head'), join(folder, 'absent')]))).toEqual([
    { name: 'one', note: null },
  ]);
  expect(readdirSync(kept()).toSorted()).toEqual(['audit.head', 'records.db']);
  expect(statSync(kept()).mode & 0o777).toBe(0o700);
  expect(statSync(join(kept(), 'records.db')).mode & 0o777).toBe(0o600);
  expect(namesIn({ ...kindOf([MADE]), path: join(kept(), 'records.db') })).toEqual([{ name: 'one' }]);
  expect(() => openDatabase(kindOf([MADE]))).toThrow(/newer Castellan/);
});

it('keeps the changes of a write-ahead log that a crash left', () => {
  makeOlder();
  const database = openDatabase(kindOf([MADE]));
  database.exec("INSERT INTO names VALUES ('two')");
  const crashed = mkdtempSync(join(tmpdir(), 'castellan-before-'));
  for (const name of ['records.db', 'records.db-wal']) copyFileSync(join(folder, name), join(crashed, name));
  database.close();
  rmSync(folder, { recursive: true });
  folder = crashed;
  openDatabase(kindOf([MADE, CHANGED])).close();
  expect(namesIn({ ...kindOf([MADE]), path: join(kept(), 'records.db') })).toEqual([{ name: 'one' }, { name: 'two' }]);
});

it('makes no copy of a migrated database, also while the migration is only in its write-ahead log', () => {
  makeOlder();
  const first = openDatabase(kindOf([MADE, CHANGED]));
  rmSync(kept(), { recursive: true });
  openDatabase(kindOf([MADE, CHANGED])).close();
  expect(existsSync(kept())).toBe(false);
  first.close();
  openDatabase(kindOf([MADE, CHANGED])).close();
  expect(readdirSync(folder)).toEqual(['records.db']);
});

it('keeps one copy, that of the newest migration', () => {
  makeOlder();
  openDatabase(kindOf([MADE, CHANGED])).close();
  openDatabase(kindOf([MADE, CHANGED, 'CREATE TABLE more (one TEXT) STRICT;'])).close();
  expect(readdirSync(folder).toSorted()).toEqual(['before-migration', 'records.db']);
  expect(namesIn({ ...kindOf([MADE, CHANGED]), path: join(kept(), 'records.db') })).toHaveLength(1);
});

it('migrates nothing on a full disk', () => {
  makeOlder();
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 100, bsize: 1 } as never);
  syncBuiltinESMExports();
  expect(() => openDatabase(kindOf([MADE, CHANGED]))).toThrow(
    /was not migrated to this version, because the disk has no room for a copy of it\. Nothing was changed/,
  );
  expect(readdirSync(folder)).toEqual(['records.db']);
  expect(namesIn(kindOf([MADE]))).toEqual([{ name: 'one' }]);
});

it('leaves the earlier copy when a damaged database is refused', () => {
  makeOlder();
  openDatabase(kindOf([MADE, CHANGED])).close();
  const foreign = [MADE, CHANGED, 'CREATE TABLE more (one TEXT) STRICT;'];
  expect(() => openDatabase({ ...kindOf(foreign), applicationId: 8 })).toThrow(/wrong database/);
  expect(readdirSync(folder).toSorted()).toEqual(['before-migration', 'records.db']);
  expect(namesIn({ ...kindOf([MADE]), path: join(kept(), 'records.db') })).toHaveLength(1);
});

it('keeps the records and their head of a state folder from an older version', () => {
  const path = join(folder, 'records.db');
  openRecords(path, join(folder, 'audit.head')).close();
  expect(existsSync(kept())).toBe(false);
  rmSync(path);
  rmSync(join(folder, 'audit.head'), { force: true });
  const migrations = RECORDS_MIGRATIONS.slice(0, 1);
  createDatabase({ ...kindOf(migrations), applicationId: 0x43535452 });
  openRecords(path, join(folder, 'audit.head')).close();
  openDatabase({ ...kindOf(migrations), applicationId: 0x43535452, path: join(kept(), 'records.db') }).close();
});

it('keeps a headed database with its head', () => {
  const parts = { headOf: () => ({ count: 1, chain: 'aa' }), startMac: () => createHmac('sha256', 'x') };
  const close = (kind: DatabaseKind) => openWithHead(kind, parts).close();
  makeOlder();
  close(kindOf([MADE]));
  close(kindOf([MADE, CHANGED]));
  expect(readdirSync(kept()).toSorted()).toEqual(['records.db', 'records.db.head']);
  close({ ...kindOf([MADE]), path: join(kept(), 'records.db') });
});

it('refuses a database behind its head before a migration, and leaves it to the earlier program', () => {
  const parts = { headOf: () => ({ count: 1, chain: 'aa' }), startMac: () => createHmac('sha256', 'x') };
  makeOlder();
  const head = openHeadFile(join(folder, 'records.db.head'));
  head.write({ count: 5, chain: 'bb', closed: null, whole: null });
  head.close();
  expect(() => openWithHead(kindOf([MADE, CHANGED]), parts)).toThrow(/lacks its last 4 confirmed changes/);
  expect(existsSync(kept())).toBe(false);
  expect(namesIn(kindOf([MADE]))).toEqual([{ name: 'one' }]);
});
