import { join } from 'node:path';
import { activityTables } from './activities.ts';
import { createDatabase, DATABASE_FILE, type Database, openDatabase } from './database.ts';
import { describeStoreError } from './errors.ts';
import { importTargetTable } from './import-targets.ts';
import { keyTables } from './keys.ts';
import { organizationTables } from './organizations.ts';
import { privateKeyTables } from './private-keys.ts';
import { walletTables } from './wallets.ts';

export type { ActivityRow, VoteRow } from './activities.ts';
export { databaseExists } from './database.ts';
export type { ImportPurpose } from './import-targets.ts';
export type { MasterKeyRow } from './keys.ts';
export type { ApiKeyRow, OrganizationRow, UserRow } from './organizations.ts';
export type { KeyAddressRow, NormalizedAddress, PrivateKeyRow, SealedPrivateKey } from './private-keys.ts';
export type { AccountRow, SealedAccount, WalletRow } from './wallets.ts';

/** What the service keeps, table by table. All calls are synchronous; every statement is prepared once. */
export type Tables = ReturnType<typeof tablesOf>;

/** The tables of an open database. */
export type Store = ReturnType<typeof openStore>;

/** Makes the database of a folder with what `fill` puts into it, all or nothing. `draft` is a name nobody else uses. */
export function createStore(directory: string, draft: string, fill: (tables: Tables) => void): void {
  createDatabase(directory, draft, (database) => fill(tablesOf(database)));
}

/** Opens the store of a folder. Throws what `openDatabase` throws. */
export function openStore(directory: string) {
  const database = openDatabase(directory);
  return {
    ...tablesOf(database),
    /** All of `work` or nothing of it is stored; it is on disk when this returns. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
    /** A failure of the database in the operator's words; other errors as they came. */
    describeError: (error: unknown) => describeStoreError(error, join(directory, DATABASE_FILE)),
    /** SQLite moves the journal into the file when its only connection closes. */
    close: () => void database.close(),
  };
}

function tablesOf(database: Database) {
  return {
    organizations: organizationTables(database),
    wallets: walletTables(database),
    privateKeys: privateKeyTables(database),
    importTargets: importTargetTable(database),
    activities: activityTables(database),
    keys: keyTables(database),
  };
}
