import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../../electron/custody/store/index.ts';
import { activitiesIn, activity, afterCrash, makeStore, openSealed, USER } from './sealed-store.ts';

let directory: string;
let store: Store;
let connection: SqliteDatabase.Database;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-commits-'));
  makeStore(directory);
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  store = openSealed(directory);
  connection = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
  rmSync(directory, { recursive: true });
});

const insert = (name: string) => () => store.activities.insert(activity(name));
const insertUser = (userId: string) => () => store.organizations.insertUser({ ...USER, userId, userName: userId });
const fail = (work: () => void) => () => {
  work();
  throw new Error('this one fails');
};
/** A row that only COMMIT refuses. */
const insertOrphan = () => {
  connection.pragma('defer_foreign_keys = ON');
  store.activities.insert(activity('orphan', { organizationId: 'nobody' }));
};

describe('works of one turn', () => {
  it('are lost together in a crash before the turn ends, and there in order once they may be answered', async () => {
    const durable = store.durability();
    for (const name of ['first', 'second', 'third']) store.share(insert(name));
    expect(activitiesIn(store)).toEqual(['first', 'second', 'third']);
    expect(afterCrash(directory, activitiesIn)).toEqual([]);
    await durable();
    expect(afterCrash(directory, activitiesIn)).toEqual(['first', 'second', 'third']);
  });

  it('share one commit', async () => {
    const durable = store.durability();
    store.share(insert('first'));
    expect(connection.inTransaction).toBe(true);
    store.share(insert('second'));
    expect(connection.inTransaction).toBe(true);
    await durable();
    expect(connection.inTransaction).toBe(false);
  });

  it('fail alone: nothing of one that fails is stored or believed, and all of the others is', async () => {
    const durable = store.durability();
    store.share(insert('first'));
    expect(() =>
      store.share(
        fail(() => {
          insert('second')();
          insertUser('intruder')();
        }),
      ),
    ).toThrow('this one fails');
    store.share(insertUser('guest'));
    store.share(insert('third'));
    expect(store.organizations.findUser('intruder')).toBeUndefined();
    await durable();
    const left = afterCrash(directory, (crashed) => ({
      activities: activitiesIn(crashed),
      users: crashed.organizations.usersOf('A').map(({ userId }) => userId),
    }));
    expect(left).toEqual({ activities: ['first', 'third'], users: [USER.userId, 'guest'] });
  });

  it('that cannot be committed fail for all who read or wrote them, and the next ones succeed', async () => {
    const [writer, reader] = [store.durability(), store.durability()];
    const before = store.changes();
    store.share(insertUser('guest'));
    expect(store.organizations.findUser('guest')?.userName).toBe('guest');
    const read = store.changes();
    store.share(insertOrphan);
    await expect(writer()).rejects.toThrow('FOREIGN KEY');
    await expect(reader()).rejects.toThrow('FOREIGN KEY');
    expect(store.organizations.findUser('guest')).toBeUndefined();
    // A decision that was made with the lost rows is made again.
    expect(store.changes()).toBeGreaterThan(Math.max(before, read));
    const later = store.durability();
    store.share(insertUser('guest'));
    store.share(insert('first'));
    await later();
    expect(afterCrash(directory, (crashed) => crashed.organizations.findUser('guest')?.userName)).toBe('guest');
    expect(afterCrash(directory, activitiesIn)).toEqual(['first']);
  });
});

describe('a transaction of its own', () => {
  it('is on disk when it returns, and so is all that was shared before it', () => {
    store.share(insert('first'));
    store.transaction(insert('second'));
    expect(afterCrash(directory, activitiesIn)).toEqual(['first', 'second']);
  });

  it('that fails takes nothing of what was shared before it', () => {
    store.share(insertUser('guest'));
    expect(() => store.transaction(fail(insertUser('intruder')))).toThrow('this one fails');
    const users = afterCrash(directory, ({ organizations }) => organizations.usersOf('A').map(({ userId }) => userId));
    expect(users).toEqual([USER.userId, 'guest']);
  });

  it.each(['share', 'transaction'] as const)('cannot begin inside another work of %s', async (way) => {
    const durable = store.durability();
    expect(() => store[way](() => store.transaction(insert('inner')))).toThrow('inside another one');
    expect(() => store[way](() => store.share(insert('inner')))).toThrow('inside another one');
    store.share(insert('outer'));
    await durable();
    expect(afterCrash(directory, activitiesIn)).toEqual(['outer']);
  });
});

describe('a copy', () => {
  it('has all that was shared before it, and ends while activities go on', async () => {
    store.share(insert('first'));
    const path = join(directory, 'copy.db');
    let isDone = false;
    const copying = store.copyInto(path).finally(() => {
      isDone = true;
    });
    for (let made = 0; !isDone; made += 1) {
      store.share(insert(`during ${made}`));
      await new Promise((next) => setImmediate(next));
    }
    await copying;
    const copy = new SqliteDatabase(path);
    expect(copy.prepare('SELECT activity_id FROM activities ORDER BY sequence LIMIT 1').pluck().get()).toBe('first');
    copy.close();
  });
});

it('closing stores what was shared', () => {
  store.share(insert('first'));
  store.close();
  store = openSealed(directory);
  expect(activitiesIn(store)).toEqual(['first']);
});
