import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { historyEntries } from '../../../../electron/custody/store/chains/history/entries.ts';
import { MIGRATIONS } from '../../../../electron/custody/store/migrations/index.ts';

let database: SqliteDatabase.Database;
const statements: string[] = [];
beforeEach(() => {
  database = new SqliteDatabase(':memory:');
  for (const migration of MIGRATIONS) database.exec(migration);
  statements.length = 0;
  const prepare = (statement: string) => {
    statements.push(statement);
    return database.prepare(statement);
  };
  historyEntries(
    new Proxy(database, { get: (target, name) => (name === 'prepare' ? prepare : Reflect.get(target, name)) }),
  );
});
afterEach(() => void database.close());

/** The query plan of the one statement with these words. */
function planOf(words: string, ...values: readonly unknown[]): string[] {
  const found = statements.filter((statement) => statement.includes(words));
  expect(found).toHaveLength(1);
  const plan = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${found[0]}`).all(...values);
  return plan.map(({ detail }) => detail).filter((detail) => /SEARCH|SCAN|TEMP/.test(detail));
}

describe('however much was read of a chain', () => {
  it('finds the entries that became final among the others', () => {
    expect(planOf("told = 'confirmed'", 'eip155:1', 9, 9)).toEqual([
      expect.stringMatching(/^SEARCH history_entries USING INDEX history_entries_to_finalize \(position<\?\)$/),
      expect.stringMatching(/^SEARCH history_addresses USING INTEGER PRIMARY KEY/),
    ]);
  });

  it('what is at the place of a new entry, or has its hash, is looked up', () => {
    const given = { addressId: 1, position: 1, transactionHash: '0x' };
    const searches = planOf('UNION', given).filter((detail) => !detail.includes('TEMP'));
    expect(searches).toEqual([
      expect.stringContaining('(address_id=? AND position=?)'),
      expect.stringContaining('(address_id=? AND transaction_hash=?)'),
    ]);
  });
});
