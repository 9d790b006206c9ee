import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArchiver } from '../../../../electron/custody/archiver.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';
import { archive, makeFilled, NOW, nameOf, noted, OLD_MONTHS } from './archived.ts';
import { ORGANIZATION, openSealed } from './sealed-store.ts';

const root = mkdtempSync(join(tmpdir(), 'castellan-archive-damage-'));
let plain: string;
let copies = 0;
beforeAll(() => {
  plain = makeFilled();
});
afterAll(() => {
  for (const folder of [root, plain]) rmSync(folder, { recursive: true });
});

const copied = (): string => {
  const copy = join(root, String(copies++));
  cpSync(plain, copy, { recursive: true });
  return copy;
};
const using = async <Result>(
  directory: string,
  use: (store: ReturnType<typeof openSealed>) => Promise<Result>,
): Promise<Result> => {
  const store = openSealed(directory);
  try {
    return await use(store);
  } finally {
    store.close();
  }
};
const interrupted = async () => {
  throw new Error('interrupted');
};

describe('a damaged activity', () => {
  const [damaged, voted] = [nameOf('2026-04', 2), nameOf('2026-05', 10)];
  const damage = (directory: string) => {
    const database = openToTamper(directory);
    const activities = database.prepare("UPDATE activities SET type = 'SING' WHERE activity_id = ?").run(damaged);
    const votes = database
      .prepare(
        'UPDATE votes SET message = message || 1 WHERE sequence = (SELECT max(sequence) FROM votes WHERE activity_id = ?)',
      )
      .run(voted);
    database.close();
    expect([activities.changes, votes.changes]).toEqual([1, 1]);
  };

  it('stays in the store, is named once, and keeps no other from its archive', async () => {
    const directory = copied();
    damage(directory);
    noted.length = 0;
    await using(directory, async (store) => {
      expect(await archive(store)).toEqual(OLD_MONTHS);
      expect(store.archiveList.all().map(({ activities, remaining }) => [activities, remaining])).toEqual([
        [37, 0],
        [37, 0],
        [38, 0],
      ]);
      expect(noted.map(String)).toEqual([
        expect.stringContaining(`The activity "${damaged}"`),
        expect.stringContaining(`on the activity "${voted}"`),
      ]);
      expect(() => store.activities.find(ORGANIZATION, damaged)).toThrow(`The activity "${damaged}"`);
      expect(store.activities.find(ORGANIZATION, nameOf('2026-04', 1))?.type).not.toBe('SING');
      expect(await archive(store)).toEqual([]);
    });
  });

  it('that was damaged after it was archived stays, and the others are removed', async () => {
    const directory = copied();
    const store = openSealed(directory);
    await expect(archive(store, interrupted)).rejects.toThrow('interrupted');
    store.close();
    const database = openToTamper(directory);
    const left = database
      .prepare<[], string>(
        "SELECT activity_id FROM activities WHERE type <> 'NONE' AND activity_id LIKE '2026-04/%' ORDER BY sequence DESC LIMIT 1 OFFSET 3",
      )
      .pluck()
      .get();
    database.prepare("UPDATE activities SET type = 'SING' WHERE activity_id = ?").run(left);
    database.close();
    await using(directory, async (again) => {
      expect(await archive(again)).toEqual(['2026-05', '2026-07']);
      expect(again.archiveList.all().map(({ remaining }) => remaining)).toEqual([1, 0, 0]);
    });
  });
});

describe('a draft of an interrupted run', () => {
  it('is removed when the service starts, with the files of SQLite, and no archive is', async () => {
    const directory = copied();
    await using(directory, (store) => archive(store));
    const folder = join(directory, 'archive');
    const names = readdirSync(folder);
    for (const name of ['activities-2026-08.db.draft', 'activities-2026-08.db.draft-journal'])
      writeFileSync(join(folder, name), 'half an archive');
    await using(directory, async (store) => {
      const reports: unknown[] = [];
      const report = (_during: string, error: unknown) => String(reports.push(error));
      await createArchiver({ store, now: () => NOW, report, later: () => () => undefined }).close();
      expect(reports).toEqual([]);
    });
    expect(readdirSync(folder)).toEqual(names);
  });
});
