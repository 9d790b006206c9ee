import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { archiveKind as activityArchive } from '../../../../electron/custody/store/archives/archive-kind.ts';
import { openHistoryFile } from '../../../../electron/storage/cache/history/index.ts';
import { HISTORY_SCHEMA, HISTORY_VERSION } from '../../../../electron/storage/cache/history/schema.ts';
import { openCache } from '../../../../electron/storage/cache/index.ts';
import { CACHE_SCHEMA, CACHE_VERSION } from '../../../../electron/storage/cache/schema.ts';
import { archiveKind } from '../../../../electron/storage/records/archive-file.ts';
import { codeOf, freshPaths, temporaryFolder } from '../support.ts';
import { CACHE_0_1_0 } from './cache-0.1.0.ts';
import { accountRow, replaceAccounts } from './rows.ts';

const fresh = freshPaths(temporaryFolder());
const ALL = { search: '', offset: 0, limit: 10 };

function versionOf(path: string): number {
  const database = new SqliteDatabase(path);
  const version = database.pragma('user_version', { simple: true }) as number;
  database.close();
  return version;
}

/** Writes `cache.db` as Castellan 0.1.0 left it after a crash: its rows are in the write-ahead log. */
function oldCache(): { readonly path: string; close(): void } {
  const path = fresh('cache.db');
  const database = new SqliteDatabase(path);
  database.pragma('application_id = 0x43535443');
  database.exec(CACHE_0_1_0);
  database.pragma('user_version = 1');
  database.pragma('journal_mode = WAL');
  database.exec("INSERT INTO earn VALUES ('local', '{}', 1)");
  return { path, close: () => void database.close() };
}

describe('a copy of an older version', () => {
  it('is deleted without a message, and a new one takes its place', () => {
    const old = oldCache();
    old.close();
    const cache = openCache(old.path);
    expect(cache.recovered).toBeNull();
    expect(readdirSync(dirname(old.path)).filter((name) => name.includes('damaged'))).toEqual([]);
    replaceAccounts(cache, 'local', [], [accountRow(1)], 1);
    cache.close();
    expect(versionOf(old.path)).toBe(CACHE_VERSION);
    const again = openCache(old.path);
    expect(again.recovered).toBeNull();
    expect(again.reader.accounts('local', ALL).total).toBe(1);
    again.close();
  });

  it('is deleted with its write-ahead log', () => {
    const old = oldCache();
    expect(existsSync(`${old.path}-wal`)).toBe(true);
    const cache = openCache(old.path);
    expect(cache.recovered).toBeNull();
    replaceAccounts(cache, 'local', [], [accountRow(1)], 1);
    expect(cache.reader.accounts('local', ALL).total).toBe(1);
    cache.close();
    old.close();
  });

  it('of transaction histories is deleted too', () => {
    const path = fresh('history.db');
    const said: string[] = [];
    const open = () => openHistoryFile(path, (words) => void said.push(words));
    const first = open();
    first.store();
    first.close();
    const database = new SqliteDatabase(path);
    database.exec('DROP TABLE entry');
    database.pragma('user_version = 0');
    database.close();
    const second = open();
    second.store();
    second.close();
    expect(said).toEqual([]);
    expect(versionOf(path)).toBe(HISTORY_VERSION);
  });
});

it('a copy of a newer version is refused and stays', () => {
  const path = fresh('cache.db');
  openCache(path).close();
  const database = new SqliteDatabase(path);
  database.pragma(`user_version = ${CACHE_VERSION + 1}`);
  database.close();
  expect(codeOf(() => openCache(path))).toBe('DATABASE_NEWER');
  expect(versionOf(path)).toBe(CACHE_VERSION + 1);
});

const digestOf = (schema: string | undefined) =>
  createHash('sha256')
    .update(schema ?? '')
    .digest('hex')
    .slice(0, 16);

// A file with other tables counts as damaged. Tables that were released change only together with their number.
it.each([
  ['cache.db', CACHE_VERSION, CACHE_SCHEMA, 2, '8e5a1e32707e6b17'],
  ['history.db', HISTORY_VERSION, HISTORY_SCHEMA, 1, '7e1c5cfe45936b57'],
  [
    'the archive of records',
    archiveKind('').migrations.length,
    archiveKind('').migrations.at(-1),
    1,
    'd5bd8e71996f43df',
  ],
  [
    'the archive of activities',
    activityArchive('').migrations.length,
    activityArchive('').migrations.at(-1),
    1,
    'f06cbfc03486fc12',
  ],
])('the tables of %s have their number', (_name, version, schema, expected, digest) => {
  expect({ version, digest: digestOf(schema) }).toEqual({ version: expected, digest });
});
