import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVIDENCE, type EvidenceTable } from '../../../../electron/custody/store/evidence/evidence-tables.ts';
import { hotJournal } from '../../../tools/hot-journal.ts';
import { answers, archive, makeFilled, nameOf, OLD_MONTHS, ROWS } from './archived.ts';
import { ORGANIZATION, openSealed } from './sealed-store.ts';

let plain: string;
let before: ReturnType<typeof answers>;
const folders: string[] = [];
const YOUNG = ROWS.filter(({ activityId }) => activityId.startsWith('2026-11'));

const copyOf = (directory: string): string => {
  const copy = `${directory}-${folders.length}`;
  cpSync(directory, copy, { recursive: true });
  folders.push(copy);
  return copy;
};
const fileOf = (directory: string, month = '2026-04') => join(directory, 'archive', `activities-${month}.db`);
const edit = (path: string, sql: string) => {
  const database = new SqliteDatabase(path);
  database.exec(sql);
  database.close();
};
const count = (directory: string, table: string): number => {
  const database = new SqliteDatabase(join(directory, 'custody.db'), { readonly: true });
  const rows = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? -1;
  database.close();
  return rows;
};

/** Archives, while another program edits the first archive before its digest is taken. Returns the error. */
async function archiveEdited(directory: string, sql: string) {
  const store = openSealed(directory);
  const { insert } = store.archiveList;
  Object.assign(store.archiveList, {
    insert(row: Parameters<typeof insert>[0]) {
      if (row.month !== '2026-04') return insert(row);
      const path = fileOf(directory);
      edit(path, sql);
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
      insert({ ...row, bytes: statSync(path).size, sha256 });
    },
  });
  try {
    return await archive(store).then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    store.close();
  }
}

beforeAll(() => {
  plain = makeFilled();
  folders.push(plain);
  const store = openSealed(plain);
  before = answers(store);
  store.close();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('activities leave the store', () => {
  it('only when they ended in an earlier month, whatever the archive holds', async () => {
    const directory = copyOf(plain);
    const source = join(copyOf(plain), 'custody.db');
    const copied = (table: EvidenceTable) => {
      const columns = ['sequence', ...Object.values(EVIDENCE[table].members), 'seal'].join(', ');
      return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM store.${table}
        WHERE activity_id LIKE '2026-11/%' OR activity_id = '${nameOf('2026-04', 3)}'`;
    };
    const error = await archiveEdited(
      directory,
      `ATTACH '${source}' AS store; ${copied('activities')}; ${copied('votes')}`,
    );
    expect(error).toBeNull();
    const store = openSealed(directory);
    try {
      for (const { activityId, fingerprint } of [...YOUNG, ROWS[3] as (typeof ROWS)[number]])
        expect(store.activities.findByFingerprint(ORGANIZATION, fingerprint)?.activityId).toBe(activityId);
    } finally {
      store.close();
    }
    expect(count(directory, 'activities')).toBe(120 + 2 * OLD_MONTHS.length);
  });

  it.each([
    ['a vote is missing', `DELETE FROM votes WHERE vote_id = '${nameOf('2026-04', 1)} two'`],
    ['a vote differs', `UPDATE votes SET message = 'm' WHERE vote_id = '${nameOf('2026-04', 1)} two'`],
    ['the activity differs', `UPDATE activities SET result = '{}' WHERE activity_id = '${nameOf('2026-04', 1)}'`],
    ['a seal is missing', `UPDATE activities SET seal = NULL WHERE activity_id = '${nameOf('2026-04', 1)}'`],
  ])('never when %s in the archive, which is named', async (_, sql) => {
    const directory = copyOf(plain);
    const file = fileOf(directory);
    expect(await archiveEdited(directory, sql)).toMatchObject({
      code: 'DATABASE_CORRUPT',
      message: expect.stringContaining(`${file}, is damaged: its activity 2026-04/1 differs from the one in the store`),
    });
    expect(count(directory, 'activities')).toBe(ROWS.length);
    expect(count(directory, 'votes')).toBe(2 * ROWS.length);
  });

  it('never when the archive lacks them. The next one takes them', async () => {
    const directory = copyOf(plain);
    const lost = nameOf('2026-04', 1);
    expect(await archiveEdited(directory, `DELETE FROM activities WHERE activity_id = '${lost}'`)).toBeNull();
    const store = openSealed(directory);
    expect(answers(store)).toEqual(before);
    store.close();
  });
});

describe('a journal of another program beside an archive', () => {
  /** Turns the archive into one that holds the activities of this month. */
  const foreign = () => {
    const path = join(copyOf(plain), 'foreign.db');
    cpSync(join(plain, 'custody.db'), path);
    edit(
      path,
      `PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; DELETE FROM activities WHERE activity_id NOT LIKE '2026-11/%'`,
    );
    return hotJournal(readFileSync(path));
  };

  it('is removed before the archive gets its name', async () => {
    const directory = copyOf(plain);
    mkdirSync(join(directory, 'archive'));
    for (const path of [fileOf(directory), `${fileOf(directory)}.draft`]) writeFileSync(`${path}-journal`, foreign());
    const store = openSealed(directory);
    expect(await archive(store)).toEqual(OLD_MONTHS);
    expect(answers(store)).toEqual(before);
    store.close();
    expect(existsSync(`${fileOf(directory)}-journal`)).toBe(false);
  });

  it.each(['-journal', '-wal', '-shm'])('has it named and refused, and unchanged, for %s', async (suffix) => {
    const directory = copyOf(plain);
    const first = openSealed(directory);
    await archive(first);
    first.close();
    const file = fileOf(directory);
    const whole = readFileSync(file);
    writeFileSync(file + suffix, foreign());
    const store = openSealed(directory);
    await store.archives.checked();
    expect(store.archives.faults()).toEqual([
      expect.objectContaining({ message: expect.stringContaining(`activities-2026-04.db${suffix} beside it`) }),
    ]);
    expect(() => store.activities.find(ORGANIZATION, nameOf('2026-04', 1))).toThrow('cannot be used');
    store.close();
    expect(readFileSync(file)).toEqual(whole);
  });
});
