import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { historyLacks } from '../../../../electron/custody/store/chains/history/lacks.ts';
import { MIGRATIONS } from '../../../../electron/custody/store/migrations/index.ts';

const CHAIN = 'eip155:1';
let database: SqliteDatabase.Database;
let lacks: ReturnType<typeof historyLacks>;
beforeEach(() => {
  database = new SqliteDatabase(':memory:');
  for (const migration of MIGRATIONS) database.exec(migration);
  for (const chain of [CHAIN, 'eip155:8453'])
    database.prepare('INSERT INTO history_chains (chain, head, final) VALUES (?, 100, 90)').run(chain);
  lacks = historyLacks(database);
});
afterEach(() => void database.close());

const spans = () =>
  database.prepare('SELECT lowest, highest FROM history_lacks WHERE chain = ? ORDER BY lowest').raw().all(CHAIN);
const untraced = (...blocks: readonly number[]) => {
  for (const block of blocks) lacks.add(CHAIN, 'untraced', block);
};

it('counts each block once, and keeps neighbours as one row', () => {
  untraced(7, 3, 5, 4, 4, 6, 5, 9);
  expect(spans()).toEqual([
    [3, 7],
    [9, 9],
  ]);
  untraced(8, 3, 7, 9);
  expect(spans()).toEqual([[3, 9]]);
  expect(lacks.count(CHAIN)).toEqual({ passedOver: 0, untraced: 7 });
});

it('counts the same as a list of all blocks, in whatever order they come and go', () => {
  const known = new Set<number>();
  let seed = 7;
  for (let step = 0; step < 3000; step += 1) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    const block = (seed >> 8) % 200;
    if (step % 40 === 39) {
      lacks.rewind(CHAIN, block);
      for (const each of known) if (each > block) known.delete(each);
    } else {
      untraced(block);
      known.add(block);
    }
    expect(lacks.count(CHAIN).untraced).toBe(known.size);
  }
  const listed = spans().flatMap((span) => {
    const [lowest, highest] = span as [number, number];
    return Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
  });
  expect(listed).toEqual([...known].sort((one, other) => one - other));
});

it('keeps chains and missing parts apart', () => {
  untraced(1, 2);
  lacks.add(CHAIN, 'passed over', 2);
  lacks.add('eip155:8453', 'passed over', 3);
  lacks.rewind(CHAIN, 1);
  expect(lacks.count(CHAIN)).toEqual({ passedOver: 0, untraced: 1 });
  expect(lacks.count('eip155:8453')).toEqual({ passedOver: 1, untraced: 0 });
  expect(lacks.count('eip155:137')).toEqual({ passedOver: 0, untraced: 0 });
});
