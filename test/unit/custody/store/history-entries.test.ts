import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { historyEntries } from '../../../../electron/custody/store/history/entries.ts';
import { MIGRATIONS } from '../../../../electron/custody/store/migrations/index.ts';

it('looks through nothing that was told as final to find what is to be told so', () => {
  const database = new SqliteDatabase(':memory:');
  for (const migration of MIGRATIONS) database.exec(migration);
  const statements: string[] = [];
  historyEntries(
    new Proxy(database, {
      get: (target, name) =>
        name === 'prepare'
          ? (statement: string) => {
              statements.push(statement);
              return target.prepare(statement);
            }
          : Reflect.get(target, name),
    }),
  );
  const found = statements.filter((statement) => statement.includes("told = 'confirmed'"));
  expect(found).toHaveLength(1);
  const plan = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${found[0]}`).all('eip155:1', 9, 9);
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH history_entries USING INDEX history_entries_to_finalize \(position<\?\)$/),
    expect.stringMatching(/^SEARCH history_addresses /),
  ]);
  database.close();
});
