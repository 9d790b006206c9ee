import { cpSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Records } from '../../../../electron/storage/records/index.ts';
import { freshPaths, temporaryFolder } from '../support.ts';
import { archive, fill, OLD_MONTHS, open } from './archived.ts';

const fresh = freshPaths(temporaryFolder());
let plain: string;

async function using<Result>(path: string, use: (records: Records) => Result | Promise<Result>): Promise<Result> {
  const records = open(path);
  try {
    return await use(records);
  } finally {
    records.close();
  }
}

beforeAll(async () => {
  plain = fresh('records.db');
  await using(plain, fill);
});

describe('an entry dated in the future', () => {
  const future = Date.UTC(2031, 0, 1);
  const dated = (sequences: string) => {
    const path = fresh('records.db');
    cpSync(dirname(plain), dirname(path), { recursive: true });
    const database = new SqliteDatabase(path);
    database.exec(`UPDATE audit SET at = ${future} WHERE sequence IN (${sequences})`);
    database.close();
    return path;
  };
  const listed = (path: string) =>
    using(path, (records) => records.archives.list().map(({ month, first, last }) => [month, first, last]));

  it.each([
    ['first', '1'],
    ['in the middle of a month', '3'],
    ['last of a month', '7'],
    ['one of two that follow each other', '7, 8'],
  ])('does not stop the archives: %s', async (_case, sequences) => {
    const path = dated(sequences);
    expect(await using(path, archive)).toEqual(OLD_MONTHS);
    const [first] = await listed(path);
    expect(first?.slice(0, 2)).toEqual(['2026-05', 1]);
    expect((await listed(path)).at(-1)?.[2]).toBe(15);
  });

  it('moves with the month of the next entry', async () => {
    const path = dated('7');
    await using(path, archive);
    expect(await listed(path)).toEqual([
      ['2026-05', 1, 6],
      ['2026-06', 7, 11],
      ['2026-07', 12, 15],
    ]);
  });

  it('stays in the log while the next other one is too young', async () => {
    const path = dated('12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22');
    expect(await using(path, archive)).toEqual(OLD_MONTHS.slice(0, 2));
  });
});
