import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { historyProgress } from '../../../../electron/custody/store/chains/history/progress.ts';
import { MIGRATIONS } from '../../../../electron/custody/store/migrations/index.ts';

const CHAIN = 'eip155:1';
const HASH = `0x${'ab'.repeat(32)}`;
let database: SqliteDatabase.Database;
beforeEach(() => {
  database = new SqliteDatabase(':memory:');
  for (const migration of MIGRATIONS) database.exec(migration);
  database.pragma('foreign_keys = OFF');
});
afterEach(() => void database.close());

const insert = (id: string, address: string) =>
  database
    .prepare(
      `INSERT INTO wallet_accounts (wallet_account_id, organization_id, wallet_id, curve, path_format, path, address_format, address,
         normalized_address, public_key, sealed_private_key, created_at, updated_at)
       VALUES (?, 'o', 'w', 'c', 'f', ?, 'ADDRESS_FORMAT_ETHEREUM', ?, ?, '02', x'00', 1, 1)`,
    )
    .run(id, id, address, address);

it('looks through the accounts when the newest of them is another, and only then', () => {
  insert('first', '0xa1');
  const history = historyProgress(database);
  const watch = () => {
    expect(history.hasNewAddresses(CHAIN)).toBe(true);
    history.watch(CHAIN, { head: 0, final: 0 });
    expect(history.hasNewAddresses(CHAIN)).toBe(false);
  };
  expect(history.hasNewAddresses(CHAIN)).toBe(true);
  history.begin(CHAIN, { number: 0, hash: HASH });
  watch();
  // A change without a new account is not seen, because no accounts are looked through.
  database.exec("UPDATE wallet_accounts SET normalized_address = '0xa2'");
  expect(history.hasNewAddresses(CHAIN)).toBe(false);
  insert('second', '0xa3');
  watch();
  // Another one in the place of the newest, which was deleted.
  database.exec("DELETE FROM wallet_accounts WHERE wallet_account_id = 'second'");
  insert('third', '0xa4');
  watch();
  // A chain that was forgotten and added again has no known history.
  database.exec(
    'DELETE FROM history_searches; DELETE FROM history_addresses; DELETE FROM history_blocks; DELETE FROM history_chains',
  );
  history.begin(CHAIN, { number: 0, hash: HASH });
  watch();
});
