import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../../electron/custody/store/index.ts';
import { readHead } from '../../../../electron/storage/sqlite/head-file.ts';
import { CUSTODY_DATABASE } from '../../../../shared/processes/index.ts';
import { activitiesIn, activity, afterCrash, beginAnswer, makeStore, openSealed, USER } from './sealed-store.ts';

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
  store.close();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
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
    const durable = beginAnswer(store);
    for (const name of ['first', 'second', 'third']) store.share(insert(name));
    expect(activitiesIn(store)).toEqual(['first', 'second', 'third']);
    expect(afterCrash(directory, activitiesIn)).toEqual([]);
    await durable();
    expect(afterCrash(directory, activitiesIn)).toEqual(['first', 'second', 'third']);
  });

  it('share one commit', async () => {
    const durable = beginAnswer(store);
    store.share(insert('first'));
    expect(connection.inTransaction).toBe(true);
    store.share(insert('second'));
    expect(connection.inTransaction).toBe(true);
    await durable();
    expect(connection.inTransaction).toBe(false);
  });

  it('fail alone: nothing of one that fails is stored or believed, and all of the others is', async () => {
    const durable = beginAnswer(store);
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
    const [writer, reader] = [beginAnswer(store), beginAnswer(store)];
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
    const later = beginAnswer(store);
    store.share(insertUser('guest'));
    store.share(insert('first'));
    await later();
    expect(afterCrash(directory, (crashed) => crashed.organizations.findUser('guest')?.userName)).toBe('guest');
    expect(afterCrash(directory, activitiesIn)).toEqual(['first']);
  });
});

/** Opens the store again, with a log whose syncs on another thread end when the test says so. */
function holdSyncs() {
  const begun: (() => void)[] = [];
  const turn = () => new Promise((next) => setImmediate(next));
  const syncs = {
    begun,
    turn,
    outcomes: { aside: null as Error | null, now: null as Error | null },
    /** Called before each sync on this thread. */
    onSyncNow: (): void => undefined,
    /** Ends the oldest sync that runs. */
    async end(): Promise<void> {
      begun.shift()?.();
      await turn();
      await turn();
    },
  };
  store.close();
  vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => void begun.push(() => done(syncs.outcomes.aside)));
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
    syncs.onSyncNow();
    if (syncs.outcomes.now !== null) throw syncs.outcomes.now;
  });
  syncBuiltinESMExports();
  store = openSealed(directory);
  connection = vi.mocked(SqliteDatabase.prototype.pragma).mock.contexts.at(-1) as SqliteDatabase.Database;
  return syncs;
}

/** The number of changes in the head beside the database. */
const headCount = () => readHead(join(directory, `${CUSTODY_DATABASE}.head`))?.count;

/** Reports whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('works of one turn, when the disk is slow', () => {
  it('are answered once they are on it, and those that come meanwhile share the next commit', async () => {
    const syncs = holdSyncs();
    const first = beginAnswer(store)();
    store.share(insert('first'));
    store.share(insert('second'));
    const before = headCount();
    const answered = beginAnswer(store)();
    await syncs.turn();
    expect(syncs.begun).toHaveLength(1);
    store.share(insert('third'));
    await syncs.turn();
    store.share(insert('fourth'));
    const later = beginAnswer(store)();
    await syncs.turn();
    expect(connection.inTransaction).toBe(true);
    expect(await isSettled(answered)).toBe(false);
    // A head that were ahead of the database after a power cut would refuse the next start.
    expect(headCount()).toBe(before);
    await syncs.end();
    await Promise.all([first, answered]);
    expect(headCount()).toBeGreaterThan(before ?? Number.NaN);
    expect(await isSettled(later)).toBe(false);
    await syncs.end();
    await later;
  });

  it('are on it when a transaction of its own returns', async () => {
    const syncs = holdSyncs();
    store.share(insert('first'));
    store.share(insert('second'));
    const answered = beginAnswer(store)();
    await syncs.turn();
    store.transaction(insert('third'));
    await answered;
    expect(afterCrash(directory, activitiesIn)).toEqual(['first', 'second', 'third']);
    await syncs.end();
    await beginAnswer(store)();
  });

  it('leave a transaction of its own to wait for the disk', async () => {
    const syncs = holdSyncs();
    const mode = () => connection.pragma('synchronous', { simple: true });
    const [NORMAL, FULL] = [1, 2];
    store.share(insert('first'));
    store.share(insert('second'));
    expect(mode()).toBe(NORMAL);
    await syncs.turn();
    expect(store.transaction(mode)).toBe(FULL);
  });

  it('are on it before anything is written behind them', async () => {
    const syncs = holdSyncs();
    store.share(insert('first'));
    store.share(insert('second'));
    await syncs.turn();
    store.share(insert('third'));
    const seen: string[][] = [];
    const look = () => {
      syncs.onSyncNow = () => undefined;
      seen.push(afterCrash(directory, activitiesIn));
      syncs.onSyncNow = look;
    };
    syncs.onSyncNow = look;
    store.flush();
    syncs.onSyncNow = () => undefined;
    expect(seen).toEqual([
      ['first', 'second'],
      ['first', 'second', 'third'],
    ]);
  });
});

describe('after a sync that failed', () => {
  const EIO = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  const refusal = 'The disk did not confirm the last changes';

  it.each([
    ['on another thread', ['first', 'second']],
    ['on this thread', ['first']],
  ] as const)('%s, nothing is answered or stored any more', async (_where, names) => {
    const syncs = holdSyncs();
    syncs.outcomes.aside = EIO;
    syncs.outcomes.now = EIO;
    for (const name of names) store.share(insert(name));
    const [answered, meanwhile] = [beginAnswer(store)(), beginAnswer(store)];
    answered.catch(() => undefined);
    await syncs.turn();
    await syncs.end();
    await expect(answered).rejects.toThrow(refusal);
    await expect(meanwhile()).rejects.toThrow(refusal);
    syncs.outcomes.now = null;
    expect(() => store.share(insert('later'))).toThrow(refusal);
    expect(() => store.transaction(insert('later'))).toThrow(refusal);
    await expect(beginAnswer(store)()).rejects.toThrow(refusal);
  });

  it.each([
    ['a sync on this thread', 'now'],
    ['the sync on another thread', 'aside'],
  ] as const)('%s confirms nothing that the other one could not', async (_which, failing) => {
    const syncs = holdSyncs();
    store.share(insert('first'));
    store.share(insert('second'));
    const answered = beginAnswer(store)();
    answered.catch(() => undefined);
    await syncs.turn();
    const before = headCount();
    syncs.outcomes[failing] = EIO;
    if (failing === 'now') expect(() => store.flush()).toThrow(refusal);
    await syncs.end();
    await expect(answered).rejects.toThrow(refusal);
    syncs.outcomes[failing] = null;
    expect(() => store.flush()).toThrow(refusal);
    expect(headCount()).toBe(before);
  });

  it('what was shared meanwhile is rolled back', async () => {
    const syncs = holdSyncs();
    syncs.outcomes.aside = EIO;
    store.share(insert('first'));
    store.share(insert('second'));
    await syncs.turn();
    store.share(insertUser('guest'));
    const answered = beginAnswer(store)();
    answered.catch(() => undefined);
    await syncs.end();
    await expect(answered).rejects.toThrow(refusal);
    expect(store.organizations.findUser('guest')).toBeUndefined();
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
    const durable = beginAnswer(store);
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
