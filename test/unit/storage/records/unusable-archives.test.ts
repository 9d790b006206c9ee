import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Records } from '../../../../electron/storage/records/index.ts';
import { errorOf, freshPaths, temporaryFolder } from '../support.ts';
import { archive, fill, OLD_MONTHS, open, verified } from './archived.ts';
import { keeper } from './keeper.ts';

const fresh = freshPaths(temporaryFolder());

/** A closed log whose old months are archived. */
let made: string;

const copy = (): string => {
  const path = fresh('records.db');
  cpSync(dirname(made), dirname(path), { recursive: true });
  return path;
};
const using = async <Result>(path: string, use: (records: Records) => Result | Promise<Result>): Promise<Result> => {
  const records = open(path);
  try {
    return await use(records);
  } finally {
    records.close();
  }
};
const fileOf = (path: string) => join(dirname(path), 'archive', 'records-2026-06.db');
/** The first entry as the start of a new log. */
const beginning = ({ audit }: Records) => {
  const [line = ''] = audit.export();
  const { operation: _, ...entry } = JSON.parse(line);
  return { ...entry, body: Buffer.from('found') };
};

beforeAll(async () => {
  made = fresh('records.db');
  await using(made, fill);
  await using(made, archive);
});

describe('an archive', () => {
  it('that is missing hides its own entries only', async () => {
    const path = copy();
    const of = (records: Records) =>
      Array.from({ length: 26 }, (_, index) => {
        const shown = records.auditReader.shown(index + 1);
        return shown === null ? null : [shown.entry.link.sequence, shown.entry.follows, shown.request?.title];
      });
    const whole = await using(path, of);
    rmSync(fileOf(path));
    const left = await using(path, of);
    const changed = whole.flatMap((entry, index) =>
      JSON.stringify(entry) === JSON.stringify(left[index]) ? [] : [index + 1],
    );
    // 8 to 11 are June's. The log keeps the newest of a key, without the entry before it.
    expect(changed).toEqual([8, 9, 10, 11]);
    expect([left[7], left[8], left[9], left[10]]).toEqual([null, null, null, [11, false, undefined]]);
    await using(path, ({ auditReader }) => {
      expect(auditReader.entry(26)?.first).toBeNull();
      const { found, isWhole } = auditReader.readableLines(26, 26);
      expect(found.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 26 }, (_, index) => 26 - index).filter((sequence) => ![8, 9, 10, 11].includes(sequence)),
      );
      expect(isWhole).toBe(false);
      expect(auditReader.readableLines(26, 5).isWhole).toBe(true);
      expect(auditReader.entry(2)?.first).toBe(1);
      expect(errorOf(() => auditReader.entry(8))).toMatchObject({ code: 'DATABASE_CORRUPT' });
    });
  });

  it('is lost only together with the first entry of the new log', async () => {
    const path = copy();
    rmSync(fileOf(path));
    await using(path, async (records) => {
      const entry = beginning(records);
      const sign = () => Promise.reject(new Error('the vault was locked'));
      await expect(records.audit.begin(entry, { ...keeper(), sign })).rejects.toThrow('the vault was locked');
      expect(records.archives.list().map(({ month }) => month)).toEqual(OLD_MONTHS);
      await records.audit.begin(entry, keeper());
      expect(records.archives.list().map(({ month }) => month)).toEqual(['2026-05', '2026-07']);
    });
  });

  it('that cannot be read is named by the check, and does not stop a new log', async () => {
    const path = copy();
    const file = fileOf(path);
    rmSync(file);
    symlinkSync(file, file);
    await using(path, async (records) => {
      expect(await verified(records)).toContain(`Its archive ${file} cannot be read (ELOOP)`);
      const entry = beginning(records);
      expect(await verified(records, await records.audit.begin(entry, keeper()))).toBe(1);
    });
  });
});
