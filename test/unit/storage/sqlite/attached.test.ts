import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { attachDatabase, attachNewDatabase, type DatabaseKind } from '../../../../electron/storage/sqlite/index.ts';
import { hotJournal } from '../../../tools/hot-journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-attached-'));
const path = join(folder, 'archive.db');
const other = join(folder, 'other.db');
const kind: DatabaseKind = {
  path,
  name: 'The archive',
  repair: 'Put it back.',
  applicationId: 7,
  synchronous: 'FULL',
  exclusive: false,
  migrations: ['CREATE TABLE archive.t (a)'],
  secureDelete: false,
  failedStatement: 'damage',
};
let whole: Uint8Array;

/** The write-ahead log of another program that removed the row. */
const removingLog = (): Uint8Array => {
  copyFileSync(path, other);
  const writer = new SqliteDatabase(other);
  writer.pragma('journal_mode = WAL');
  writer.exec('DELETE FROM t');
  const log = readFileSync(`${other}-wal`);
  writer.close();
  return log;
};
const removingJournal = (): Uint8Array => {
  copyFileSync(path, other);
  const writer = new SqliteDatabase(other);
  writer.exec('DELETE FROM t');
  writer.close();
  return hotJournal(readFileSync(other));
};
const rows = (use = attachDatabase(path)) => {
  try {
    return use.prepare('SELECT a FROM t').pluck().all();
  } finally {
    use.close();
  }
};
const companions = [
  ['-journal', removingJournal],
  ['-wal', removingLog],
] as const;

beforeEach(() => {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  const made = attachNewDatabase(kind);
  made.exec('INSERT INTO t VALUES (1)');
  made.close();
  whole = readFileSync(path);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('an attached database', () => {
  it('is read, and never written', () => {
    const database = attachDatabase(path);
    expect(() => database.exec('DELETE FROM t')).toThrow('readonly');
    expect(rows(database)).toEqual([1]);
    expect(readFileSync(path)).toEqual(whole);
  });

  it.each(companions)('is refused, and unchanged, with another program’s file %s beside it', (suffix, made) => {
    writeFileSync(path + suffix, made());
    expect(() => rows()).toThrow();
    expect(readFileSync(path)).toEqual(whole);
    rmSync(path + suffix);
    expect(rows()).toEqual([1]);
  });

  it.each(companions)('keeps its rows when a file %s is put beside it later', (suffix, made) => {
    const database = attachDatabase(path);
    writeFileSync(path + suffix, made());
    expect(rows(database)).toEqual([1]);
    expect(existsSync(path + suffix)).toBe(true);
    expect(readFileSync(path)).toEqual(whole);
  });
});

it('A new attached database takes nothing from a journal that is put beside it', () => {
  rmSync(path);
  const draft = attachNewDatabase(kind);
  writeFileSync(`${path}-journal`, hotJournal(whole));
  draft.exec('INSERT INTO t VALUES (2)');
  expect(rows(draft)).toEqual([2]);
});
