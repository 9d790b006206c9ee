import type { AddressFormat, Curve } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import { type PageRequest, readPage, type Window } from '../pages.ts';

/** Times in rows are milliseconds since the epoch. */
export interface WalletRow {
  readonly walletId: string;
  readonly organizationId: string;
  readonly walletName: string;
  readonly exported: 0 | 1;
  readonly imported: 0 | 1;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SealedWallet {
  readonly sealedMnemonic: Uint8Array;
  readonly sealedSeed: Uint8Array;
}

export interface AccountRow {
  readonly walletAccountId: string;
  readonly organizationId: string;
  readonly walletId: string;
  readonly name: string | null;
  readonly curve: Curve;
  readonly pathFormat: string;
  readonly path: string;
  readonly addressFormat: AddressFormat;
  readonly address: string;
  readonly publicKey: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The columns of an account that are never listed. */
export interface SealedAccount {
  /** The one spelling that all spellings of the address lead to. */
  readonly normalizedAddress: string;
  readonly sealedPrivateKey: Uint8Array;
}

const WALLET = `wallet_id AS walletId, organization_id AS organizationId, wallet_name AS walletName, exported, imported,
  created_at AS createdAt, updated_at AS updatedAt`;
const ACCOUNT = `wallet_account_id AS walletAccountId, organization_id AS organizationId, wallet_id AS walletId, name, curve, path_format AS pathFormat,
  path, address_format AS addressFormat, address, public_key AS publicKey, created_at AS createdAt, updated_at AS updatedAt`;

/**
 * Wallets and their accounts.
 * Choice (oldest-first): wallets, accounts and private keys are listed in the order of their creation.
 */
export function walletTables(database: Database) {
  const wallet = database.prepare<[string, string], WalletRow>(
    `SELECT ${WALLET} FROM wallets WHERE wallet_id = ? AND organization_id = ?`,
  );
  const wallets = database.prepare<[string], WalletRow>(
    `SELECT ${WALLET} FROM wallets WHERE organization_id = ? ORDER BY rowid`,
  );
  const named = database.prepare<[string, string], { one: 1 }>(
    'SELECT 1 AS one FROM wallets WHERE organization_id = ? AND wallet_name = ?',
  );
  const sealedMnemonic = database.prepare<[string], { sealedMnemonic: Buffer }>(
    'SELECT sealed_mnemonic AS sealedMnemonic FROM wallets WHERE wallet_id = ?',
  );
  const sealedSeed = database.prepare<[string], { sealedSeed: Buffer }>(
    'SELECT sealed_seed AS sealedSeed FROM wallets WHERE wallet_id = ?',
  );
  const insert = database.prepare<[WalletRow & SealedWallet]>(
    `INSERT INTO wallets (wallet_id, organization_id, wallet_name, sealed_mnemonic, sealed_seed, exported, imported, created_at, updated_at)
     VALUES (@walletId, @organizationId, @walletName, @sealedMnemonic, @sealedSeed, @exported, @imported, @createdAt, @updatedAt)`,
  );
  const markExported = database.prepare<[number, string]>(
    'UPDATE wallets SET exported = 1, updated_at = ? WHERE wallet_id = ? AND exported = 0',
  );

  const insertAccount = database.prepare<[AccountRow & SealedAccount]>(
    `INSERT INTO wallet_accounts (wallet_account_id, organization_id, wallet_id, name, curve, path_format, path, address_format, address,
       normalized_address, public_key, sealed_private_key, created_at, updated_at)
     VALUES (@walletAccountId, @organizationId, @walletId, @name, @curve, @pathFormat, @path, @addressFormat, @address,
       @normalizedAddress, @publicKey, @sealedPrivateKey, @createdAt, @updatedAt)`,
  );
  const account = database.prepare<[string, string], AccountRow>(
    `SELECT ${ACCOUNT} FROM wallet_accounts WHERE wallet_account_id = ? AND organization_id = ?`,
  );
  const atPath = database.prepare<[string, string], AccountRow>(
    `SELECT ${ACCOUNT} FROM wallet_accounts WHERE wallet_id = ? AND path = ? ORDER BY sequence LIMIT 1`,
  );
  const removeAccount = database.prepare<[string]>('DELETE FROM wallet_accounts WHERE wallet_account_id = ?');
  const removeAccounts = database.prepare<[string]>('DELETE FROM wallet_accounts WHERE wallet_id = ?');
  const remove = database.prepare<[string]>('DELETE FROM wallets WHERE wallet_id = ?');
  const rename = database.prepare<[string, number, string]>(
    'UPDATE wallets SET wallet_name = ?, updated_at = ? WHERE wallet_id = ?',
  );
  const like = database.prepare<[AccountRow], AccountRow>(
    `SELECT ${ACCOUNT} FROM wallet_accounts
     WHERE wallet_id = @walletId AND path = @path AND curve = @curve AND address_format = @addressFormat`,
  );
  const withName = database.prepare<[string, string], AccountRow>(
    `SELECT ${ACCOUNT} FROM wallet_accounts WHERE organization_id = ? AND name = ?`,
  );
  const byAddress = database.prepare<[string, AddressFormat, string], AccountRow & { sealedPrivateKey: Buffer }>(
    `SELECT ${ACCOUNT}, sealed_private_key AS sealedPrivateKey FROM wallet_accounts
     WHERE organization_id = ? AND address_format = ? AND normalized_address = ? ORDER BY sequence`,
  );
  const organizationsOf = database
    .prepare<[AddressFormat, string], string>(
      'SELECT DISTINCT organization_id FROM wallet_accounts WHERE address_format = ? AND normalized_address = ?',
    )
    .pluck();
  const sequence = database.prepare<[string, string], { sequence: number }>(
    'SELECT sequence FROM wallet_accounts WHERE wallet_account_id = ? AND organization_id = ?',
  );
  const listing = <Scope extends object>(scope: string) => {
    const select = (order: string) =>
      database.prepare<[Scope & Window], AccountRow>(
        `SELECT ${ACCOUNT} FROM wallet_accounts WHERE ${scope} AND sequence > @above AND sequence < @below ORDER BY sequence ${order} LIMIT @limit`,
      );
    return { order: 'rising', rising: select('ASC'), falling: select('DESC') } as const;
  };
  const ofOrganization = listing<{ organizationId: string }>('organization_id = @organizationId');
  const ofWallet = listing<{ walletId: string }>('wallet_id = @walletId');

  return {
    find: (organizationId: string, walletId: string) => wallet.get(walletId, organizationId),
    list: (organizationId: string) => wallets.all(organizationId),
    isNamed: (organizationId: string, walletName: string) => named.get(organizationId, walletName) !== undefined,
    sealedMnemonic: (walletId: string) => sealedMnemonic.get(walletId)?.sealedMnemonic,
    sealedSeed: (walletId: string) => sealedSeed.get(walletId)?.sealedSeed,
    insert: (row: WalletRow & SealedWallet) => void insert.run(row),
    markExported: (walletId: string, now: number) => void markExported.run(now, walletId),
    insertAccount: (row: AccountRow & SealedAccount) => void insertAccount.run(row),
    /** The account of the same wallet, path, curve and format. */
    accountLike: (account: AccountRow) => like.get(account),
    accountNamed: (organizationId: string, name: string) => withName.get(organizationId, name),
    /** Oldest first: the same seed may have been imported more than once. */
    accountsByAddress: (organizationId: string, format: AddressFormat, normalizedAddress: string) =>
      byAddress.all(organizationId, format, normalizedAddress),
    /** All that have an account of the address. */
    organizationsOf: (format: AddressFormat, normalizedAddress: string) =>
      organizationsOf.all(format, normalizedAddress),
    findAccount: (organizationId: string, walletAccountId: string) => account.get(walletAccountId, organizationId),
    /** The oldest account of the wallet at the path. A path can have one for each curve and format. */
    accountAt: (walletId: string, path: string) => atPath.get(walletId, path),
    removeAccount: (walletAccountId: string) => void removeAccount.run(walletAccountId),
    rename: (walletId: string, walletName: string, now: number) => void rename.run(walletName, now, walletId),
    /** Removes a wallet with its accounts. */
    remove(walletId: string): void {
      removeAccounts.run(walletId);
      remove.run(walletId);
    },
    /** One page of the accounts of a wallet, or of the whole organization when `walletId` is undefined. */
    listAccounts(organizationId: string, walletId: string | undefined, page: PageRequest): AccountRow[] {
      const sequenceOf = (id: string) => sequence.get(id, organizationId)?.sequence;
      if (walletId === undefined) return readPage(ofOrganization, { organizationId }, page, sequenceOf);
      return readPage(ofWallet, { walletId }, page, sequenceOf);
    },
  };
}
