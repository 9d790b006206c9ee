import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Records } from '../../../../electron/storage/records/index.ts';
import { errorOf, freshPaths, temporaryFolder } from '../support.ts';
import { answers, archive, fill, NOW, name, OLD_MONTHS, open, verified } from './archived.ts';
import { keeper } from './keeper.ts';

const fresh = freshPaths(temporaryFolder());

/** A closed filled log, and one whose old months are archived. */
let plain: string;
let made: string;
let before: ReturnType<typeof answers>;

const copyOf = (path: string): string => {
  const copy = fresh('records.db');
  cpSync(dirname(path), dirname(copy), { recursive: true });
  return copy;
};
const using = async <Result>(path: string, use: (records: Records) => Result | Promise<Result>): Promise<Result> => {
  const records = open(path);
  try {
    return await use(records);
  } finally {
    records.close();
  }
};
const fileOf = (path: string, month = '2026-06') => join(dirname(path), 'archive', `records-${month}.db`);
const change = (path: string, sql: string) => {
  const database = new SqliteDatabase(path);
  database.exec(sql);
  database.close();
};
const count = (path: string, table: string): number => {
  const database = new SqliteDatabase(path, { readonly: true });
  const { rows } = database.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table}`).get() ?? {
    rows: -1,
  };
  database.close();
  return rows;
};

beforeAll(async () => {
  plain = fresh('records.db');
  await using(plain, async (records) => {
    await fill(records);
    before = answers(records);
  });
  made = copyOf(plain);
  await using(made, archive);
});

describe('archives of earlier months', () => {
  it('take every month before the last three whole ones, once', async () => {
    expect(await using(copyOf(plain), archive)).toEqual(OLD_MONTHS);
    expect(await using(copyOf(made), archive)).toEqual([]);
    expect(readdirSync(join(dirname(made), 'archive'))).toEqual(OLD_MONTHS.map((month) => `records-${month}.db`));
  });

  it('leave in the log only later entries, and the newest of each kind that is looked up', () => {
    expect([count(plain, 'audit'), count(plain, 'journal')]).toEqual([23, 20]);
    // Eight later entries, three that name archives, and six that are looked up.
    expect(count(made, 'audit')).toBe(8 + 3 + 6);
    // Eight later requests, and three that the service answered without an activity.
    expect(count(made, 'journal')).toBe(8 + 3);
  });

  it('answer as the log and the journal did', async () => {
    expect(await using(made, answers)).toEqual(before);
  });

  it('are verified with the log, from the first entry on', async () => {
    expect(await using(made, verified)).toBe(26);
    expect(await using(made, (records) => verified(records, headAt(records, 2)))).toBe(26);
    expect(await using(made, (records) => verified(records, headAt(records, 7)))).toBe(26);
    const wrong = await using(made, (records) => verified(records, { ...headAt(records, 2), hash: '11'.repeat(32) }));
    expect(wrong).toContain('Entry 2 is not the signed and counted entry');
  });

  it('go on with later months', async () => {
    const path = copyOf(made);
    const later = Date.UTC(2027, 2, 1);
    expect(await using(path, (records) => archive(records, later))).toEqual(['2026-08', '2026-10', '2026-11']);
    expect(await using(path, verified)).toBe(29);
    expect(await using(path, answers)).toEqual(before);
  });

  it('have one name each when the clock was set back', async () => {
    const path = copyOf(made);
    change(path, `UPDATE audit SET at = ${Date.UTC(2026, 4, 2)} WHERE sequence = 16`);
    const months = await using(path, (records) => archive(records, Date.UTC(2027, 2, 1)));
    expect(months).toEqual(['2026-08', '2026-10', '2026-11']);
  });
});

describe('a crash while a month is archived', () => {
  const untilListed = async (records: Records): Promise<void> => {
    const facts = await records.archiving.build(plan(records.archiving));
    await name(records, facts);
    records.archiving.register(facts);
  };
  const crashes: [string, (records: Records) => Promise<void>][] = [
    ['before the archive has its name', async () => undefined],
    ['before the log names it', async ({ archiving }) => void (await archiving.build(plan(archiving)))],
    ['before it is listed', async (records) => name(records, await records.archiving.build(plan(records.archiving)))],
    ['before its entries are removed', (records) => untilListed(records)],
  ];
  const plan = (archiving: Records['archiving']) => {
    const planned = archiving.plan(NOW);
    if (planned === null) throw new Error('nothing to archive');
    return planned;
  };

  it.each(crashes)('%s loses nothing and counts nothing twice', async (step, crash) => {
    const path = copyOf(plain);
    await using(path, crash);
    if (step === crashes[0]?.[0]) {
      mkdirSync(join(dirname(path), 'archive'));
      writeFileSync(`${fileOf(path, '2026-05')}.draft`, 'half');
    }
    expect(await using(path, answers)).toEqual(before);
    expect(typeof (await using(path, verified))).toBe('number');
    await using(path, archive);
    expect(await using(path, answers)).toEqual(before);
    expect(typeof (await using(path, verified))).toBe('number');
    expect(count(path, 'journal')).toBe(8 + 3);
    expect(readdirSync(join(dirname(path), 'archive'))).toEqual(OLD_MONTHS.map((month) => `records-${month}.db`));
  });

  it('in the middle of the removal is made good by the next run', async () => {
    const path = copyOf(plain);
    await using(path, untilListed);
    change(path, "DELETE FROM audit WHERE sequence < 3; DELETE FROM journal WHERE request_id = '2026-05/1'");
    expect(await using(path, answers)).toEqual(before);
    await using(path, archive);
    expect(await using(path, answers)).toEqual(before);
    expect(typeof (await using(path, verified))).toBe('number');
  });

  it('removes nothing from the log when the archive was changed before', async () => {
    const path = copyOf(plain);
    await using(path, untilListed);
    flip(fileOf(path, '2026-05'), 5000);
    await using(path, ({ archiving }) => archiving.removeMoved());
    expect([count(path, 'audit'), count(path, 'journal')]).toEqual([24, 20]);
  });

  it('and a cancelled run leave no draft', async () => {
    const path = copyOf(plain);
    const ended = AbortSignal.abort();
    // The first pause comes after eight milliseconds, so a short month may end before it.
    await using(path, async ({ archiving }) => archiving.build(plan(archiving), ended).catch(() => undefined));
    expect(existsSync(`${fileOf(path, '2026-05')}.draft`)).toBe(false);
    expect(await using(path, answers)).toEqual(before);
  });
});

describe('an archive', () => {
  it.each<[string, (file: string) => void, string]>([
    ['that is missing', (file) => rmSync(file), 'is missing'],
    ['that was cut', (file) => truncateSync(file, 8192), 'has 8192 bytes instead of'],
    ['that was emptied', (file) => truncateSync(file, 0), 'has 0 bytes instead of'],
    ['with a flipped bit', (file) => flip(file, 9000), 'was changed'],
    ['of another month', (file) => cpSync(file.replace('-06', '-07'), file), 'was changed'],
    ['with an edited request', (file) => change(file, "UPDATE journal SET title = 'Sign ******0'"), 'was changed'],
    ['with an edited entry', (file) => change(file, "UPDATE audit SET profile = 'other'"), 'was changed'],
  ])('%s is refused by its name', async (_, damage, words) => {
    const path = copyOf(made);
    damage(fileOf(path));
    const message = await using(path, verified);
    expect(message).toContain(`Its archive ${fileOf(path)} `);
    expect(message).toContain(words);
  });

  it('that is missing or was cut is named by each look-up that needs it', async () => {
    for (const damage of [rmSync, (file: string) => truncateSync(file, 8192)]) {
      const path = copyOf(made);
      damage(fileOf(path));
      await using(path, ({ journal, audit }) => {
        const lookups = [() => journal.get('2026-06/1'), () => [...audit.export()]];
        for (const lookup of lookups)
          expect(errorOf(lookup)).toMatchObject({
            code: 'DATABASE_CORRUPT',
            message: expect.stringContaining(fileOf(path)),
          });
        expect(journal.get('2026-10/1')?.title).toBe('Sign 2026-10/1');
        // A signature in it is unknown, not absent. One that is found elsewhere is known.
        for (const content of ['content 2026-06/1', 'content never signed'])
          expect(journal.signedBefore('local', content)).toEqual({ unknown: expect.stringContaining(fileOf(path)) });
        expect(journal.signedBefore('local', 'content 2026-10/1')).toMatchObject({ requestId: '2026-10/1' });
      });
    }
  });

  it('that is lost leaves it unknown what it held', async () => {
    const path = copyOf(made);
    change(path, "UPDATE archive SET is_lost = 1 WHERE month = '2026-06'");
    await using(path, ({ journal }) => {
      const unknown = 'The archive of the requests of 2026-06 is lost.';
      expect(journal.signedBefore('local', 'content 2026-06/1')).toEqual({ unknown });
      expect(journal.signedBefore('local', 'content 2026-05/1')).toMatchObject({ requestId: '2026-05/1' });
    });
  });

  it('with a changed request never serves it', async () => {
    const path = copyOf(made);
    await using(path, ({ journal }) => {
      // It is open and was hashed before the change.
      expect(journal.get('2026-06/2')?.title).toBe('Sign 2026-06/2');
      change(fileOf(path), "UPDATE journal SET title = 'Sign ******0' WHERE request_id = '2026-06/1'");
      expect(errorOf(() => journal.get('2026-06/1')).message).toContain('the request 2026-06/1 was changed');
      expect(journal.get('2026-06/2')?.title).toBe('Sign 2026-06/2');
    });
  });

  it('that was edited is refused before its first use', async () => {
    for (const sql of [
      "UPDATE journal SET status = 'FAIL' WHERE request_id = '2026-06/1'",
      "UPDATE journal SET stamp_value = 'c3RhbXB' WHERE request_id = '2026-06/1'",
    ]) {
      const path = copyOf(made);
      change(fileOf(path), sql);
      await using(path, ({ auditReader }) => {
        for (const read of [() => auditReader.states(8, 11), () => auditReader.request(9)])
          expect(errorOf(read).message).toContain(`${fileOf(path)}, is damaged: it was changed`);
      });
    }
  });

  it.each([
    ['is listed with another digest', "UPDATE archive SET sha256 = replace(sha256, '0', '1') WHERE month = '2026-06'"],
    ['is listed with another end', "UPDATE archive SET last = last - 1 WHERE month = '2026-06'"],
    ['is not listed', "DELETE FROM archive WHERE month = '2026-06'"],
    ['is listed as lost', "UPDATE archive SET is_lost = 1 WHERE month = '2026-06'"],
    ['is listed in place of another', "UPDATE archive SET month = '2026-04' WHERE month = '2026-06'"],
  ])('that %s is refused', async (_, sql) => {
    const path = copyOf(made);
    change(path, sql);
    expect(await using(path, verified)).toEqual(expect.stringContaining('The audit log was changed or damaged.'));
  });

  it('that was rewritten, with its new digest in the list, differs from the entry that names it', async () => {
    const path = copyOf(made);
    const file = fileOf(path);
    change(file, "UPDATE journal SET title = 'Sign ******0' WHERE request_id = '2026-06/1'");
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    change(path, `UPDATE archive SET sha256 = '${sha256}' WHERE month = '2026-06'`);
    expect(await using(path, verified)).toContain('describes that of 2026-06 differently from the entry that names it');
  });

  it('that is lost does not stop a new log', async () => {
    const path = copyOf(made);
    rmSync(fileOf(path));
    await using(path, async (records) => {
      const { operation: _, ...entry } = { ...JSON.parse([...lines(records)][0] ?? ''), body: Buffer.from('found') };
      const head = await records.audit.begin(entry, keeper());
      expect(await verified(records, head)).toBe(1);
      expect(records.journal.get('2026-06/1')).toBeNull();
      expect(records.journal.get('2026-05/1')?.title).toBe('Sign 2026-05/1');
    });
  });
});

describe('of 120 single-bit flips and 66 cuts of an archive', () => {
  const places = (length: number, of: number) =>
    Array.from({ length: of }, (_, index) => Math.floor((length * index) / of));

  it('none passes verification, and none serves changed content', async () => {
    const path = copyOf(made);
    const file = fileOf(path);
    const whole = readFileSync(file);
    const damaged = [
      ...places(whole.length, 120).map((at, index) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (index % 8));
        return bytes;
      }),
      ...places(whole.length, 66).map((length) => whole.subarray(0, length)),
    ];
    for (const bytes of damaged) {
      writeFileSync(file, bytes);
      await using(path, async (records) => {
        expect(await verified(records)).toContain(`Its archive ${file} `);
        for (const index of [1, 2, 3]) expect([undefined, `Sign 2026-06/${index}`]).toContain(titleOf(records, index));
      });
    }
  });
});

/** The title of an archived request. Undefined when it is refused or not found. */
function titleOf({ journal }: Records, index: number): string | undefined {
  try {
    const request = journal.get(`2026-06/${index}`);
    if (request !== null) expect(request).toEqual(before.requests[4 + index]);
    return request?.title;
  } catch (error) {
    expect(error).toMatchObject({ code: 'DATABASE_CORRUPT' });
    return undefined;
  }
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function* lines({ audit }: Records): Generator<string> {
  for (const line of audit.export()) {
    yield line;
    return;
  }
}

function headAt({ audit }: Records, sequence: number) {
  const line = [...audit.export()].find((one) => JSON.parse(one).sequence === sequence) ?? '{}';
  return { first: 1, sequence, hash: JSON.parse(line).hash as string };
}
