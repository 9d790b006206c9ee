import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogLine } from '../../../../shared/model/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const ENTRIES = 100_000;
const noon = (date: number) => new Date(2026, 0, date, 12).getTime();

/** Adds entries to the log, a thousand each day, as if another program had written them. */
function fill(path: string): number {
  const database = new SqliteDatabase(path);
  const newest = database.prepare<[], number>('SELECT max(sequence) FROM audit').pluck().get() ?? 0;
  const columns = 'at, profile, credential_id, public_key, operation, url, body, hash';
  const add = database.prepare(
    `INSERT INTO audit (sequence, ${columns}) VALUES (?, ?, 'local', 'key', '02', 'sign_raw_payload', 'url', x'7b7d', zeroblob(32))`,
  );
  database.transaction(() => {
    for (let sequence = newest + 1; sequence <= ENTRIES; sequence += 1)
      add.run(sequence, noon(1 + Math.floor(sequence / 1000)));
  })();
  database.close();
  return newest;
}

describe('an audit log of 100,000 entries', () => {
  let bench: Bench;
  let before: number;
  beforeAll(async () => {
    bench = await createReadyBench();
    before = fill(bench.engine.paths.records);
  });
  afterAll(() => bench.end());

  const headings = (lines: readonly LogLine[]) => lines.filter((line) => 'group' in line);
  const sequencesIn = (lines: readonly LogLine[]) => lines.flatMap((line) => ('group' in line ? [] : line.sequence));

  it('has a heading for each day, and each entry once, at every place of the list', async () => {
    const first = await bench.engine.log.lines({ search: '', offset: 0, limit: 100 });
    expect(first.found).toBe(ENTRIES);
    expect(headings(first.rows)).toHaveLength(2);
    for (const offset of [0, 40_000, first.total - 100]) {
      const { rows } = await bench.engine.log.lines({ search: '', offset, limit: 100 });
      const numbers = sequencesIn(rows);
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) - index));
      expect(rows).toHaveLength(100);
    }
    const { rows } = await bench.engine.log.lines({ search: '', offset: first.total - 1, limit: 100 });
    expect(sequencesIn(rows)).toEqual([1]);
    const found = await bench.engine.log.lines({ search: 'operation:sign_raw_payload', offset: 0, limit: 100 });
    expect(found.found).toBe(ENTRIES - before);
  });
});
