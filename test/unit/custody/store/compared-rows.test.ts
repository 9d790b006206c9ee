import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Store } from '../../../../electron/custody/store/index.ts';
import { makeStore, openSealed, USER } from './sealed-store.ts';

let directory: string;
let store: Store;
let connection: SqliteDatabase.Database;
let now: number;
beforeEach(() => {
  now = 0;
  directory = mkdtempSync(join(tmpdir(), 'castellan-compared-'));
  makeStore(directory);
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  store = openSealed(directory, () => now);
  connection = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
  rmSync(directory, { recursive: true });
});

const nextTurn = () => new Promise((next) => setImmediate(next));
const nameOfUser = () => store.organizations.findUser(USER.userId)?.userName;

/** Changes the bytes of the open file, as a program does that ignores SQLite's lock. */
function overwrite(from: string, to: string): void {
  const path = join(directory, 'custody.db');
  const at = readFileSync(path).indexOf(from);
  expect(at).toBeGreaterThan(0);
  const file = openSync(path, 'r+');
  writeSync(file, to, at);
  closeSync(file);
}

it('a row that is changed in the open file is not used, and is refused a second after it was compared', async () => {
  expect(nameOfUser()).toBe(USER.userName);
  overwrite(USER.userName, 'Another root user');
  await nextTurn();
  now = 999;
  expect(nameOfUser()).toBe(USER.userName);
  await nextTurn();
  now = 1000;
  expect(nameOfUser).toThrow(/^The user "root" of the organization "A" was changed outside this service/);
});

it('a row that another writer of the connection changed is refused in the next turn', async () => {
  expect(nameOfUser()).toBe(USER.userName);
  connection.exec(`UPDATE users SET user_name = 'Another root user'`);
  await nextTurn();
  expect(nameOfUser).toThrow(/was changed outside this service/);
});

it('a row that another writer changed is refused inside a work that writes', () => {
  expect(nameOfUser()).toBe(USER.userName);
  connection.exec(`UPDATE users SET user_name = 'Another root user'`);
  expect(() => store.share(nameOfUser)).toThrow(/was changed outside this service/);
});

it('a row that this service writes is read as it was written, and after a failure as it was before', () => {
  const rename = (userName: string) => store.organizations.updateUser({ ...USER, userName });
  expect(nameOfUser()).toBe(USER.userName);
  store.share(() => rename('Renamed'));
  expect(nameOfUser()).toBe('Renamed');
  expect(() =>
    store.share(() => {
      rename('Renamed again');
      expect(nameOfUser()).toBe('Renamed again');
      throw new Error('this one fails');
    }),
  ).toThrow('this one fails');
  expect(nameOfUser()).toBe('Renamed');
});

it('a row that is handed out cannot be changed by one who got it', () => {
  const user = store.organizations.findUser(USER.userId);
  expect(() => Object.assign(user ?? {}, { inRootQuorum: 0 })).toThrow(TypeError);
});

it('a user who is added is found where there was none before', () => {
  expect(store.organizations.findUser('guest')).toBeUndefined();
  store.share(() => store.organizations.insertUser({ ...USER, userId: 'guest' }));
  expect(store.organizations.findUser('GUEST')?.userId).toBe('guest');
});
