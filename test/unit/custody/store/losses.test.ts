import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../../electron/custody/store/index.ts';
import { readHead } from '../../../../electron/storage/sqlite/head-file.ts';
import { CUSTODY_DATABASE } from '../../../../shared/processes/index.ts';
import { activitiesIn, activity, afterCrash, beginAnswer, makeStore, openSealed } from './sealed-store.ts';

let directory: string;
let store: Store;
let connection: SqliteDatabase.Database;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-losses-'));
  makeStore(directory);
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  store = openSealed(directory);
  connection = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  store.close();
  rmSync(directory, { recursive: true });
});

const turn = () => new Promise((next) => setImmediate(next));
const insert = (name: string) => () => store.activities.insert(activity(name));
/** A row that only COMMIT refuses. */
const insertOrphan = () => {
  connection.pragma('defer_foreign_keys = ON');
  store.activities.insert(activity('orphan', { organizationId: 'nobody' }));
};

describe('after a group was lost', () => {
  it('an answer that began before it stores nothing, and is refused', async () => {
    const [slow, lost] = [beginAnswer(store), beginAnswer(store)];
    store.share(insertOrphan);
    await expect(lost()).rejects.toThrow('FOREIGN KEY');
    expect(() => store.share(insert('slow'))).toThrow('FOREIGN KEY');
    expect(() => store.transaction(insert('slow'))).toThrow('FOREIGN KEY');
    await expect(slow()).rejects.toThrow('FOREIGN KEY');
    expect(afterCrash(directory, activitiesIn)).toEqual([]);
  });

  it('all is stored again once the answers that began before it have ended', async () => {
    const slow = beginAnswer(store);
    store.share(insertOrphan);
    await turn();
    await expect(slow()).rejects.toThrow('FOREIGN KEY');
    const next = beginAnswer(store);
    store.share(insert('next'));
    await next();
    expect(afterCrash(directory, activitiesIn)).toEqual(['next']);
  });

  it('one that was on the disk before is answered', async () => {
    const answer = beginAnswer(store);
    store.share(insert('first'));
    store.share(insert('second'));
    const answered = answer();
    await turn();
    expect(connection.inTransaction).toBe(false);
    store.share(insertOrphan);
    expect(() => store.flush()).toThrow('FOREIGN KEY');
    await answered;
    expect(afterCrash(directory, activitiesIn)).toEqual(['first', 'second']);
  });
});

it('a transaction that loses the open group stores nothing itself', async () => {
  const answer = beginAnswer(store);
  store.share(insertOrphan);
  expect(() => store.transaction(insert('alone'))).toThrow('FOREIGN KEY');
  await expect(answer()).rejects.toThrow('FOREIGN KEY');
  expect(afterCrash(directory, activitiesIn)).toEqual([]);
});

describe('a head that cannot be written', () => {
  const headCount = () => readHead(join(directory, `${CUSTODY_DATABASE}.head`))?.count ?? Number.NaN;

  it('takes nothing back, is reported, and is written with the next commit', async () => {
    let isFull = false;
    const { writeSync } = fs;
    vi.spyOn(fs, 'writeSync').mockImplementation(((...given: Parameters<typeof writeSync>) => {
      if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      return writeSync(...given);
    }) as typeof writeSync);
    syncBuiltinESMExports();
    store.close();
    store = openSealed(directory);
    const reported: unknown[] = [];
    store.watchCommits({ committed: () => {}, failed: (error) => void reported.push(error) });
    const before = headCount();
    isFull = true;
    const answer = beginAnswer(store);
    store.share(insert('first'));
    await answer();
    store.transaction(insert('second'));
    isFull = false;
    expect(afterCrash(directory, activitiesIn)).toEqual(['first', 'second']);
    expect(reported).toHaveLength(2);
    expect(headCount()).toBe(before);
    store.transaction(insert('third'));
    expect(headCount()).toBeGreaterThan(before + 2);
  });
});

describe('what follows a change', () => {
  const followed: string[] = [];
  const insertAndFollow = (name: string) => () => {
    store.followUp(() => void followed.push(name));
    insert(name)();
  };
  beforeEach(() => {
    followed.length = 0;
  });

  it('happens once it is on the disk', async () => {
    const answer = beginAnswer(store);
    store.share(insertAndFollow('shared'));
    expect(followed).toEqual([]);
    await answer();
    store.transaction(insertAndFollow('alone'));
    expect(followed).toEqual(['shared', 'alone']);
  });

  it('does not happen when it is undone or lost', async () => {
    const answer = beginAnswer(store);
    const fail = () => {
      insertAndFollow('undone')();
      throw new Error('this one fails');
    };
    expect(() => store.share(fail)).toThrow('this one fails');
    expect(() => store.transaction(fail)).toThrow('this one fails');
    store.share(insertAndFollow('lost'));
    store.share(insertOrphan);
    await expect(answer()).rejects.toThrow('FOREIGN KEY');
    expect(followed).toEqual([]);
  });
});
