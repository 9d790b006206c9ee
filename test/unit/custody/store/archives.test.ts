import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreCopy, type Store } from '../../../../electron/custody/store/index.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';
import { answers, archive, makeFilled, NOW, nameOf, OLD_MONTHS, ROWS } from './archived.ts';
import { activitiesIn, activity, afterCrash, makeStore, ORGANIZATION, openSealed } from './sealed-store.ts';

/** The number of places that are changed, and cut. */
const PLACES = Number(process.env.CASTELLAN_DAMAGE_PLACES ?? 16);
const root = mkdtempSync(join(tmpdir(), 'castellan-archive-copies-'));
let plain: string;
let made: string;
let before: ReturnType<typeof answers>;
let copies = 0;

const copyOf = (directory: string): string => {
  const copy = join(root, String(copies++));
  cpSync(directory, copy, { recursive: true });
  return copy;
};
const using = async <Result>(directory: string, use: (store: Store) => Result | Promise<Result>): Promise<Result> => {
  const store = openSealed(directory);
  try {
    return await use(store);
  } finally {
    store.close();
  }
};
const fileOf = (directory: string, month = '2026-05') => join(directory, 'archive', `activities-${month}.db`);
const change = (path: string, sql: string) => {
  const database = new SqliteDatabase(path);
  database.exec(sql);
  database.close();
};
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const count = (directory: string, table: string): number => {
  const database = new SqliteDatabase(join(directory, 'custody.db'), { readonly: true });
  const rows = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? -1;
  database.close();
  return rows;
};
/** The activities of the archived months that stay: the one that waits, and the one that ended in September. */
const STAYING = 2 * OLD_MONTHS.length;

beforeAll(async () => {
  plain = makeFilled();
  await using(plain, (store) => {
    before = answers(store);
  });
  made = copyOf(plain);
  await using(made, (store) => archive(store));
});
afterAll(() => {
  for (const folder of [root, plain]) rmSync(folder, { recursive: true });
});

describe('archives of earlier activities', () => {
  it('take every ended activity of the months before the last three whole ones, once', async () => {
    expect(await using(copyOf(plain), (store) => archive(store))).toEqual(OLD_MONTHS);
    expect(await using(copyOf(made), (store) => archive(store))).toEqual([]);
    expect(readdirSync(join(made, 'archive'))).toEqual(OLD_MONTHS.map((month) => `activities-${month}.db`));
    expect(count(plain, 'activities')).toBe(240);
    expect(count(made, 'activities')).toBe(120 + STAYING);
    expect(count(made, 'votes')).toBe(2 * (120 + STAYING));
  });

  it('are served as if their activities were in the store', async () => {
    expect(await using(made, answers)).toEqual(before);
  });

  it('are listed once all their activities have left the store', async () => {
    const rows = await using(made, ({ archiveList }) => archiveList.all());
    expect(rows.map(({ activities, remaining }) => [activities, remaining])).toEqual([
      [38, 0],
      [38, 0],
      [38, 0],
    ]);
  });

  it('extend the chain of the evidence by the listed digest, so that an older list is noticed', async () => {
    const directory = copyOf(plain);
    const left = copyOf(plain);
    await using(directory, (store) => archive(store));
    cpSync(join(directory, 'custody.db.head'), join(left, 'custody.db.head'));
    expect(thrownBy(() => openSealed(left))).toMatchObject({ code: 'DATABASE_CHANGED' });
    const counted = (folder: string) =>
      Math.max(
        ...[...readFileSync(join(folder, 'custody.db.head'), 'latin1').matchAll(/"count":(\d+)/g)].map(([, n]) =>
          Number(n),
        ),
      );
    // One for each listed archive, and two for its removals.
    expect(counted(directory)).toBe(counted(plain) + 9);
  });

  it('are counted in the facts of a copy', () => {
    const facts = (directory: string) => {
      const copy = openStoreCopy(Uint8Array.from(readFileSync(join(directory, 'custody.db'))));
      const { activities, newestActivityAt } = copy.facts();
      copy.close();
      return { activities, newestActivityAt };
    };
    expect(facts(made)).toEqual({ activities: ROWS.length, newestActivityAt: ROWS.at(-1)?.createdAt });
    expect(facts(made)).toEqual(facts(plain));
  });

  it('never take the newest activity, whose number would be given again', async () => {
    const directory = copyOf(plain);
    await using(directory, async (store) => {
      await store.archiving.run({ now: Date.UTC(2030, 0), pause: async () => {}, noteDamage: () => {} });
      store.transaction(() => store.activities.insert(activity('new', { createdAt: NOW })));
      expect(activitiesIn(store).at(-1)).toBe('new');
      expect(store.archiveList.all().at(-1)?.last).toBeLessThan(240);
    });
    expect(count(directory, 'activities')).toBe(8);
  });

  it('leave activities whose transactions were sent', async () => {
    const directory = copyOf(plain);
    change(
      join(directory, 'custody.db'),
      `INSERT INTO sent_transactions (status_id, organization_id, activity_id, chain, sender, nonce, transaction_hash,
         signed_transaction, state, may_be_known, is_settled, looks, due_at, submitted_at)
       VALUES ('s', 'A', '${nameOf('2026-05', 0)}', 'c', 'f', 0, 'h', x'', 'x', 0, 1, 0, 0, 0)`,
    );
    rmSync(join(directory, 'custody.db.head'));
    await using(directory, (store) => archive(store));
    expect(count(directory, 'activities')).toBe(120 + STAYING + 1);
  });

  it('shrink the file of the store when it is closed', async () => {
    const directory = join(root, 'large');
    makeStore(directory);
    const payload = JSON.stringify({ text: 'x'.repeat(200_000) });
    await using(directory, (store) =>
      store.transaction(() => {
        for (let n = 0; n < 100; n += 1)
          store.activities.insert(
            activity(`large ${n}`, { intent: payload, createdAt: Date.UTC(2026, 5), updatedAt: 1 }),
          );
        store.activities.insert(activity('last', { createdAt: NOW }));
      }),
    );
    const size = () => statSync(join(directory, 'custody.db')).size;
    expect(size()).toBeGreaterThan(20e6);
    await using(directory, (store) => archive(store));
    expect(size()).toBeLessThan(1e6);
    expect(await using(directory, ({ activities }) => activities.find(ORGANIZATION, 'large 99')?.intent)).toBe(payload);
  });
});

describe('archiving that is interrupted', () => {
  class Interrupted extends Error {}

  it.each(['before it is listed', 'after it was listed', 'between two removals'])('%s loses nothing', async (when) => {
    const directory = copyOf(plain);
    const store = openSealed(directory);
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
      if (when === 'between two removals' && pauses === 2) throw new Interrupted();
    };
    const { insert } = store.archiveList;
    Object.assign(store.archiveList, {
      insert(row: Parameters<typeof insert>[0]) {
        if (when === 'before it is listed') throw new Interrupted();
        insert(row);
      },
    });
    const find = store.archives.changed;
    Object.assign(store.archives, {
      changed() {
        find();
        if (when === 'after it was listed') throw new Interrupted();
      },
    });
    await expect(archive(store, pause)).rejects.toThrow(Interrupted);
    expect(answers(store)).toEqual(before);
    store.close();
    expect(await using(directory, answers)).toEqual(before);
    await using(directory, (again) => archive(again));
    expect(await using(directory, answers)).toEqual(before);
    expect(count(directory, 'activities')).toBe(120 + STAYING);
  });

  it('leaves what the files of a crash can answer', async () => {
    const directory = copyOf(plain);
    await using(directory, async (store) => {
      let crashes = 0;
      await archive(store, async () => {
        crashes += 1;
        const left = afterCrash(directory, (crashed) => answers(crashed));
        expect(left).toEqual(before);
      });
      expect(crashes).toBeGreaterThan(3);
    });
  });
});

describe('an archive', () => {
  it.each([
    ['missing', (file: string) => rmSync(file), 'it is missing'],
    ['truncated', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 8192)), 'it has 8192 bytes'],
    ['edited', (file: string) => change(file, "UPDATE activities SET type = 'OTHER'"), 'it was changed'],
  ])('that is %s is named, and only its own activities are refused', async (_, damage, words) => {
    const directory = copyOf(made);
    damage(fileOf(directory));
    await using(directory, async (store) => {
      await store.archives.checked();
      expect(store.archives.faults()).toEqual([
        expect.objectContaining({ code: 'DATABASE_CORRUPT', message: expect.stringContaining(fileOf(directory)) }),
      ]);
      const { activities } = store;
      const list = (cursor: object) =>
        activities.list(ORGANIZATION, { statuses: undefined, types: undefined }, { limit: '5', ...cursor });
      const refused = [
        () => activities.find(ORGANIZATION, nameOf('2026-05', 1)),
        () => activities.find(ORGANIZATION, 'never'),
        () => activities.findArchived(ORGANIZATION, 'never'),
        () => list({ after: nameOf('2026-05', 7) }),
      ];
      for (const read of refused)
        expect(thrownBy(read)).toMatchObject({
          status: 503,
          message: expect.stringContaining(`activities-2026-05.db of this service cannot be used: ${words}`),
        });
      for (const name of [nameOf('2026-04', 1), nameOf('2026-07', 1), nameOf('2026-05', 3), nameOf('2026-11', 1)]) {
        expect(activities.find(ORGANIZATION, name)?.activityId).toBe(name);
        expect(activities.votesOn(name)).toHaveLength(2);
      }
      expect(list({})).toHaveLength(5);
      expect(list({ after: nameOf('2026-07', 39) })).toHaveLength(5);
      expect(list({ after: nameOf('2026-04', 20) })).toHaveLength(5);
      store.transaction(() => activities.insert(activity('new', { createdAt: NOW })));
      expect(await archive(store)).toEqual([]);
    });
  });

  it('that is changed in the list is refused at the start', async () => {
    for (const sql of [
      "UPDATE activity_archives SET sha256 = '00' WHERE month = '2026-05'",
      "DELETE FROM activity_archives WHERE month = '2026-05'",
    ]) {
      const directory = copyOf(made);
      openToTamper(directory).exec(sql).close();
      expect(thrownBy(() => openSealed(directory))).toMatchObject({ code: 'DATABASE_CHANGED' });
    }
  });

  it('has rows that are compared with their seals at each read', async () => {
    const directory = copyOf(made);
    await using(directory, async ({ activities, archives }) => {
      const [first, second] = [nameOf('2026-05', 1), nameOf('2026-05', 2)];
      // It is open and was compared before the change.
      await archives.checked();
      const edited = fileOf(copyOf(directory));
      change(edited, `UPDATE activities SET type = 'SING' WHERE activity_id = '${first}'`);
      change(edited, `UPDATE votes SET message = 'm' WHERE activity_id = '${second}'`);
      writeFileSync(fileOf(directory), readFileSync(edited));
      expect(thrownBy(() => activities.find(ORGANIZATION, first))).toMatchObject({ code: 'DATABASE_CHANGED' });
      expect(thrownBy(() => activities.votesOn(second))).toMatchObject({ code: 'DATABASE_CHANGED' });
    });
  });

  it('loses nothing in the store when it was changed before the removal', async () => {
    const directory = copyOf(plain);
    const store = openSealed(directory);
    await expect(
      archive(store, async () => {
        throw new Error('interrupted');
      }),
    ).rejects.toThrow('interrupted');
    store.close();
    const left = count(directory, 'activities');
    writeFileSync(fileOf(directory, '2026-04'), 'changed');
    await using(directory, async (again) => {
      // The next archive takes those that were still in the store.
      expect(await archive(again)).toEqual(['2026-05', '2026-07']);
      expect(again.activities.find(ORGANIZATION, nameOf('2026-04', 39))).toEqual(ROWS[39]);
    });
    expect(count(directory, 'activities')).toBe(left - 13 - 76);
  });

  it('serves no changed content after any one-bit change or cut', async () => {
    const directory = copyOf(made);
    const file = fileOf(directory);
    const whole = readFileSync(file);
    const outcomes = new Set<string>();
    const look = () =>
      using(directory, (store) => {
        try {
          expect(answers(store)).toEqual(before);
          outcomes.add('same');
        } catch (error) {
          const { status, code } = error as { status?: number; code?: string };
          if (status === undefined && code !== 'DATABASE_CHANGED') throw error;
          outcomes.add(String(status ?? code));
        }
      });
    for (let place = 0; place < PLACES; place += 1) {
      const bytes = Uint8Array.from(whole);
      const at = (place * 7919 * 13) % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (place % 8));
      writeFileSync(file, bytes);
      await look();
      writeFileSync(file, whole.subarray(0, (place * 104_729) % whole.length));
      await look();
    }
    expect([...outcomes]).toEqual(['503']);
  });
});
