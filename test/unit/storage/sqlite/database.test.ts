import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../../../electron/storage/cache/index.ts';
import { openRecords } from '../../../../electron/storage/records/index.ts';
import { createDatabase, type DatabaseKind, openDatabase } from '../../../../electron/storage/sqlite/index.ts';
import { accountRow, replaceAccounts } from '../cache/rows.ts';
import { codeOf, errorOf, freshPaths, temporaryFolder } from '../support.ts';

const fresh = freshPaths(temporaryFolder());
const ALL = { search: '', offset: 0, limit: 10 };

const records = (path: string) => openRecords(path, `${path}.head`);

/** A closed records database with one journaled request. */
function recordsFile(): string {
  const path = fresh('records.db');
  records(path).close();
  return path;
}

function edit(path: string, sql: string): void {
  const database = new SqliteDatabase(path);
  database.exec(sql);
  database.close();
}

describe('a database', () => {
  it.each([
    ['a trigger', 'CREATE TRIGGER foreign_one AFTER INSERT ON first_table BEGIN DELETE FROM first_table; END'],
    ['a view', 'CREATE VIEW foreign_one AS SELECT 1'],
    ['a table', 'CREATE TABLE foreign_one (id INTEGER)'],
    ['a column', 'ALTER TABLE first_table ADD COLUMN foreign_one TEXT'],
    ['no more table', 'DROP TABLE first_table'],
  ])('with %s is refused and left unchanged', (_what, sql) => {
    const path = recordsFile();
    const database = new SqliteDatabase(path);
    const [first] = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")
      .pluck()
      .all();
    database.exec(sql.replaceAll('first_table', String(first)));
    database.close();
    const before = readFileSync(path);
    const error = errorOf(() => records(path));
    expect(error.code).toBe('DATABASE_CORRUPT');
    expect(error.message).toContain('its tables differ from those of this program');
    expect(readFileSync(path)).toEqual(before);
  });
});

describe.each([
  ['records', (path: string) => records(path).close()],
  ['the cache', (path: string) => openCache(path).close()],
] as const)('the database of %s', (_, open) => {
  it('is created with its private folder, and nothing else beside it', () => {
    const path = join(dirname(fresh('x')), 'deep', 'state', 'some.db');
    open(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path)).filter((name) => !name.startsWith('some.db'))).toEqual([]);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('of a newer version is refused and left unchanged', () => {
    const path = fresh('some.db');
    open(path);
    edit(path, 'PRAGMA user_version = 99');
    const before = readFileSync(path);
    const error = errorOf(() => open(path));
    expect(error.code).toBe('DATABASE_NEWER');
    expect(error.message).toContain(path);
    expect(error.message).toContain('version 99');
    expect(readFileSync(path)).toEqual(before);
  });

  it('removes the drafts of interrupted first starts', () => {
    const path = fresh('some.db');
    for (const rest of ['.0000.new', '.0000.new-journal']) writeFileSync(path + rest, 'half');
    open(path);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('refuses a path that is a folder', () => {
    const path = fresh('some.db');
    mkdirSync(path);
    expect(codeOf(() => open(path))).toBe('FILE_REFUSED');
  });
});

it.each(['fullfsync', 'checkpoint_fullfsync'])('asks the disk to store what it caches: %s', (pragma) => {
  const kind = {
    path: fresh('kept.db'),
    name: 'The database',
    repair: 'Repair it.',
    applicationId: 0,
    migrations: [],
    synchronous: 'FULL',
    exclusive: true,
    secureDelete: true,
    failedStatement: 'mistake',
  } satisfies DatabaseKind;
  createDatabase(kind);
  const database = openDatabase(kind);
  expect(database.pragma(pragma, { simple: true })).toBe(1);
  database.close();
});

describe('a damaged database of records', () => {
  it.for([
    ['empty', (path: string) => truncateSync(path, 0)],
    ['not a database', (path: string) => writeFileSync(path, 'hello'.repeat(1000))],
    ['cut short', (path: string) => truncateSync(path, statSync(path).size - 4096)],
    ['cut within its last page', (path: string) => truncateSync(path, statSync(path).size - 100)],
    ['of another program', (path: string) => edit(path, 'PRAGMA application_id = 7')],
  ] as const)('that is %s is refused by name and not changed', ([, damage]) => {
    const path = recordsFile();
    damage(path);
    const before = readFileSync(path);
    const error = errorOf(() => records(path));
    expect(error.code).toBe('DATABASE_CORRUPT');
    expect(error.message).toContain(path);
    expect(error.message).toContain('backup');
    expect(readFileSync(path)).toEqual(before);
  });
});

describe('missing records with an existing write-ahead log', () => {
  it('are not recreated', () => {
    const path = fresh('records.db');
    writeFileSync(`${path}-wal`, 'x');
    expect(codeOf(() => records(path))).toBe('DATABASE_CORRUPT');
    expect(existsSync(path)).toBe(false);
  });
});

describe('creating a database', () => {
  const sample = (path: string): DatabaseKind => ({
    path,
    name: 'The sample',
    repair: 'Put a backup back.',
    applicationId: 7,
    migrations: ['CREATE TABLE sample (id INTEGER PRIMARY KEY) STRICT'],
    synchronous: 'FULL',
    exclusive: false,
    secureDelete: false,
    failedStatement: 'mistake',
  });
  const held = (path: string) => {
    const database = openDatabase(sample(path));
    const ids = database.prepare('SELECT id FROM sample').pluck().all();
    database.close();
    return ids;
  };

  it('leaves a faster process’s database unchanged, and reports that', () => {
    const path = fresh('some.db');
    const faster = () => createDatabase(sample(path), (database) => database.exec('INSERT INTO sample VALUES (1)'));
    const slower = createDatabase(sample(path), (database) => {
      database.exec('INSERT INTO sample VALUES (2)');
      expect(faster()).toBe(true);
    });
    expect(slower).toBe(false);
    expect(held(path)).toEqual([1]);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('makes it complete or not at all', () => {
    const path = fresh('some.db');
    const failed = new TypeError('failed');
    const fail = () =>
      createDatabase(sample(path), () => {
        throw failed;
      });
    expect(fail).toThrow(failed);
    expect(readdirSync(dirname(path))).toEqual([]);
    expect(codeOf(() => openDatabase(sample(path)))).toBe('DATABASE_CORRUPT');
  });
});

describe('a cache', () => {
  it.for([
    ['empty', (path: string) => truncateSync(path, 0)],
    ['not a database', (path: string) => writeFileSync(path, 'hello'.repeat(1000))],
    ['cut short', (path: string) => truncateSync(path, statSync(path).size - 4096)],
    ['cut within its last page', (path: string) => truncateSync(path, statSync(path).size - 100)],
    ['of another program', (path: string) => edit(path, 'PRAGMA application_id = 7')],
    ['of other columns', (path: string) => edit(path, 'ALTER TABLE activity DROP COLUMN summary_kind')],
  ] as const)('that is %s is moved aside and recreated', ([, damage]) => {
    const path = fresh('cache.db');
    const first = openCache(path);
    replaceAccounts(first, 'local', [], [accountRow(1)], 1);
    first.close();
    damage(path);
    const damaged = readFileSync(path);
    const cache = openCache(path);
    expect(cache.recovered).toContain('was damaged, so it was moved to');
    expect(cache.recovered).toContain(`${path}.damaged`);
    expect(readFileSync(`${path}.damaged`)).toEqual(damaged);
    expect(cache.reader.accounts('local', ALL).total).toBe(0);
    replaceAccounts(cache, 'local', [], [accountRow(1)], 1);
    expect(cache.reader.accounts('local', ALL).total).toBe(1);
    cache.close();
    expect(openCache(path).recovered).toBeNull();
  });
});

describe('a cache whose index contradicts its table', () => {
  it('is reported on use, and recreated at the next start', () => {
    const path = fresh('cache.db');
    const first = openCache(path);
    replaceAccounts(first, 'local', [], [accountRow(1), accountRow(2)], 1);
    first.close();
    // Takes the index away, changes the table, and puts the index back as it was.
    const hidden = new SqliteDatabase(path).unsafeMode();
    const index = hidden.prepare("SELECT * FROM sqlite_master WHERE name = 'account_spelling'").get();
    hidden.pragma('writable_schema = ON');
    hidden.exec("DELETE FROM sqlite_master WHERE name = 'account_spelling'");
    hidden.close();
    const changed = new SqliteDatabase(path).unsafeMode();
    changed.exec("UPDATE account SET address = address || 'x'");
    changed.pragma('writable_schema = ON');
    changed.prepare('INSERT INTO sqlite_master VALUES (@type, @name, @tbl_name, @rootpage, @sql)').run(index);
    changed.close();

    const damaged = openCache(path);
    expect(damaged.recovered).toBeNull();
    const error = errorOf(() => replaceAccounts(damaged, 'local', [], [accountRow(3)], 2));
    expect(error.code).toBe('DATABASE_CORRUPT');
    expect(error.message).toContain('start Castellan again');
    damaged.close();
    const anew = openCache(path);
    expect(anew.recovered).not.toBeNull();
    replaceAccounts(anew, 'local', [], [accountRow(3)], 2);
    anew.close();
  });
});

describe('a database that another process holds', () => {
  it('is waited for, then the error names the other process', { timeout: 30_000 }, () => {
    const path = recordsFile();
    edit(path, 'PRAGMA journal_mode = DELETE');
    const other = new SqliteDatabase(path);
    other.exec('BEGIN EXCLUSIVE');
    const error = errorOf(() => records(path));
    other.close();
    expect(error.code).toBe('DATABASE_IN_USE');
    expect(error.message).toContain(path);
    records(path).close();
  });
});

describe('a database that others keep from being written', () => {
  it.skipIf(process.getuid?.() === 0)('is refused with its name', () => {
    const path = recordsFile();
    chmodSync(path, 0o400);
    expect(codeOf(() => records(path))).toBe('FILE_REFUSED');
    expect(existsSync(path)).toBe(true);
  });
});
