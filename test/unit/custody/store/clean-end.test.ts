import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activity, makeStore, openSealed } from './sealed-store.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-ends-'));
  file = join(directory, 'custody.db');
  makeStore(directory);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

/** Opens a store and closes it again. Returns true when all of its pages were checked. */
function isChecked(folder = directory): boolean {
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  try {
    openSealed(folder).close();
    return pragma.mock.calls.some(([source]) => source.startsWith('quick_check'));
  } finally {
    pragma.mockRestore();
  }
}

/** Changes bytes of the file and puts its times back, as far as a program can. */
function damage(): void {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, 8192, 12_288));
  utimesSync(file, atime, mtime);
}

it('pages are checked at the first start, and not again after a clean end', () => {
  expect([isChecked(), isChecked(), isChecked()]).toEqual([true, false, false]);
});

it('pages are checked after an end that was none, and the note of an earlier end is gone while the store is open', () => {
  isChecked();
  const store = openSealed(directory);
  const crashed = mkdtempSync(join(tmpdir(), 'castellan-ends-'));
  try {
    store.transaction(() => store.activities.insert(activity('first')));
    expect(existsSync(`${file}-clean`)).toBe(false);
    for (const name of ['custody.db', 'custody.db-wal']) copyFileSync(join(directory, name), join(crashed, name));
    expect(isChecked(crashed)).toBe(true);
  } finally {
    store.close();
    rmSync(crashed, { recursive: true });
  }
});

it('pages are checked in a copy of the folder', () => {
  isChecked();
  const copy = mkdtempSync(join(tmpdir(), 'castellan-ends-'));
  try {
    for (const name of ['custody.db', 'custody.db-clean']) copyFileSync(join(directory, name), join(copy, name));
    expect(isChecked(copy)).toBe(true);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

it('pages are checked after another program wrote to the file', () => {
  isChecked();
  const database = new SqliteDatabase(file);
  database.exec('VACUUM');
  database.close();
  expect(isChecked()).toBe(true);
});

it('damage after a clean end is refused, also when the file has its earlier time', () => {
  isChecked();
  damage();
  expect(() => openSealed(directory)).toThrow(expect.objectContaining({ code: 'DATABASE_CORRUPT' }));
});

it('an end is clean or not whatever stands in place of the note', () => {
  isChecked();
  writeFileSync(`${file}-clean`, 'of something else');
  expect([isChecked(), isChecked()]).toEqual([true, false]);
});
