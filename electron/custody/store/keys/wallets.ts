import type { AddressFormat, Curve } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { Sealed } from '../evidence/evidence.ts';
import { columnsOf } from '../evidence/evidence-tables.ts';
import { type PageRequest, readPage, type Window } from '../pages.ts';
import type { RowSeals } from '../seals/row-seals.ts';

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

const WALLET = columnsOf('wallets');
const ACCOUNT = columnsOf('wallet_accounts');

/**
 * Wallets and their accounts.
 * Choice (oldest-first): wallets, accounts and private keys are listed in the order of their creation.
 */
export function walletTables(database: Database, { evidence }: RowSeals) {
  const wallet = database.prepare<[string, string], Sealed<WalletRow>>(
    `SELECT ${WALLET} FROM wallets WHERE wallet_id = ? AND organization_id = ?`,
  );
  const wallets = database.prepare<[string], Sealed<WalletRow>>(
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
  const insert = database.prepare<[Sealed<WalletRow & SealedWallet>]>(
    `INSERT INTO wallets (wallet_id, organization_id, wallet_name, sealed_mnemonic, sealed_seed, exported, imported, created_at, updated_at, seal)
     VALUES (@walletId, @organizationId, @walletName, @sealedMnemonic, @sealedSeed, @exported, @imported, @createdAt, @updatedAt, @seal)`,
  );
  const anywhere = database.prepare<[string], Sealed<WalletRow>>(`SELECT ${WALLET} FROM wallets WHERE wallet_id = ?`);
  const change = database.prepare<[Sealed<WalletRow>]>(
    'UPDATE wallets SET wallet_name = @walletName, exported = @exported, updated_at = @updatedAt, seal = @seal WHERE wallet_id = @walletId',
  );

  const insertAccount = database.prepare<[Sealed<AccountRow & SealedAccount>]>(
    `INSERT INTO wallet_accounts (wallet_account_id, organization_id, wallet_id, name, curve, path_format, path, address_format, address,
       normalized_address, public_key, sealed_private_key, created_at, updated_at, seal)
     VALUES (@walletAccountId, @organizationId, @walletId, @name, @curve, @pathFormat, @path, @addressFormat, @address,
       @normalizedAddress, @publicKey, @sealedPrivateKey, @createdAt, @updatedAt, @seal)`,
  );
  const account = database.prepare<[string, string], Sealed<AccountRow>>(
    `SELECT ${ACCOUNT} FROM wallet_accounts WHERE wallet_account_id = ? AND organization_id = ?`,
  );
  const atPath = database.prepare<[string, string], Sealed<AccountRow>>(
    `SELECT ${ACCOUNT} FROM wallet_accounts WHERE wallet_id = ? AND path = ? ORDER BY sequence LIMIT 1`,
  );
  const removeAccount = database.prepare<[string]>('DELETE FROM wallet_accounts WHERE wallet_account_id = ?');
  const removeAccounts = database.prepare<[string]>('DELETE FROM wallet_accounts WHERE wallet_id = ?');
  const remove = database.prepare<[string]>('DELETE FROM wallets WHERE wallet_id = ?');
  const like = database.prepare<[AccountRow], Sealed<AccountRow>>(
    `SELECT ${ACCOUNT} FROM wallet_accounts
     WHERE wallet_id = @walletId AND path = @path AND curve = @curve AND address_format = @addressFormat`,
  );
  const withName = database.prepare<[string, string], Sealed<AccountRow>>(
    `SELECT ${ACCOUNT} FROM wallet_accounts WHERE organization_id = ? AND name = ?`,
  );
  const byAddress = database.prepare<
    [string, AddressFormat, string],
    Sealed<AccountRow & { sealedPrivateKey: Buffer }>
  >(
    `SELECT ${ACCOUNT}, sealed_private_key AS sealedPrivateKey FROM wallet_accounts
     WHERE organization_id = ? AND address_format = ? AND normalized_address = ? ORDER BY sequence`,
  );
  const organizationsOf = database
    .prepare<[AddressFormat, string], string>(
      'SELECT DISTINCT organization_id FROM wallet_accounts WHERE address_format = ? AND normalized_address = ?',
    )
    .pluck();
  const orphaned = database
    .prepare<[{ organizationId: string }], string>(
      `SELECT DISTINCT wallet_id FROM wallet_accounts WHERE organization_id = @organizationId
         AND wallet_id NOT IN (SELECT wallet_id FROM wallets WHERE organization_id = @organizationId)`,
    )
    .pluck();
  const ofOneWallet = database.prepare<[string], Sealed<AccountRow>>(
    `SELECT ${ACCOUNT} FROM wallet_accounts WHERE wallet_id = ? ORDER BY sequence`,
  );
  const sequence = database.prepare<[string, string], { sequence: number }>(
    'SELECT sequence FROM wallet_accounts WHERE wallet_account_id = ? AND organization_id = ?',
  );
  const listing = <Scope extends object>(scope: string) => {
    const select = (order: string) =>
      database.prepare<[Scope & Window], Sealed<AccountRow>>(
        `SELECT ${ACCOUNT} FROM wallet_accounts WHERE ${scope} AND sequence > @above AND sequence < @below ORDER BY sequence ${order} LIMIT @limit`,
      );
    return { order: 'rising', rising: select('ASC'), falling: select('DESC') } as const;
  };
  const ofOrganization = listing<{ organizationId: string }>('organization_id = @organizationId');
  const ofWallet = listing<{ walletId: string }>('wallet_id = @walletId');

  const walletOf = (row: Sealed<WalletRow> | undefined) => row && evidence.checked('wallets', row);
  const accountOf = <Row extends AccountRow>(row: Sealed<Row>): Row => evidence.checked<Row>('wallet_accounts', row);
  const found = (row: Sealed<AccountRow> | undefined) => row && accountOf(row);
  const update = (walletId: string, changeOf: (row: WalletRow) => Partial<WalletRow>): void => {
    const row = walletOf(anywhere.get(walletId));
    if (row !== undefined) change.run(evidence.sealed('wallets', { ...row, ...changeOf(row) }));
  };

  return {
    find: (organizationId: string, walletId: string) => walletOf(wallet.get(walletId, organizationId)),
    list: (organizationId: string) => wallets.all(organizationId).map((row) => evidence.checked('wallets', row)),
    /** The imported wallets whose rows are as this service wrote them. */
    imported: (organizationId: string) =>
      wallets.all(organizationId).filter((row) => row.imported === 1 && evidence.fits('wallets', row)),
    /**
     * The wallets whose rows were changed outside this service, by their unproven ids and names. A wallet that left the
     * organization, or lost its row, is known by its accounts alone and has no name.
     */
    changed: (organizationId: string): { readonly walletId: string; readonly walletName: string | null }[] => [
      ...wallets.all(organizationId).filter((row) => !evidence.fits('wallets', row)),
      ...orphaned.all({ organizationId }).map((walletId) => ({ walletId, walletName: null })),
    ],
    /** The accounts of a wallet whose rows are as this service wrote them. */
    wholeAccounts: (walletId: string): AccountRow[] =>
      ofOneWallet.all(walletId).filter((row) => evidence.fits('wallet_accounts', row)),
    isNamed: (organizationId: string, walletName: string) => named.get(organizationId, walletName) !== undefined,
    sealedMnemonic: (walletId: string) => sealedMnemonic.get(walletId)?.sealedMnemonic,
    sealedSeed: (walletId: string) => sealedSeed.get(walletId)?.sealedSeed,
    insert: (row: WalletRow & SealedWallet) => void insert.run(evidence.sealed('wallets', row)),
    markExported: (walletId: string, now: number) =>
      update(walletId, ({ exported }) => (exported === 1 ? {} : { exported: 1, updatedAt: now })),
    insertAccount: (row: AccountRow & SealedAccount) => void insertAccount.run(evidence.sealed('wallet_accounts', row)),
    /** The account of the same wallet, path, curve and format. */
    accountLike: (account: AccountRow) => found(like.get(account)),
    accountNamed: (organizationId: string, name: string) => found(withName.get(organizationId, name)),
    /** Oldest first: the same seed may have been imported more than once. */
    accountsByAddress: (organizationId: string, format: AddressFormat, normalizedAddress: string) =>
      byAddress.all(organizationId, format, normalizedAddress).map(accountOf),
    /** All that have an account of the address. */
    organizationsOf: (format: AddressFormat, normalizedAddress: string) =>
      organizationsOf.all(format, normalizedAddress),
    findAccount: (organizationId: string, walletAccountId: string) =>
      found(account.get(walletAccountId, organizationId)),
    /** The oldest account of the wallet at the path. A path can have one for each curve and format. */
    accountAt: (walletId: string, path: string) => found(atPath.get(walletId, path)),
    removeAccount(walletAccountId: string): void {
      removeAccount.run(walletAccountId);
      evidence.removed('wallet_accounts', walletAccountId);
    },
    rename: (walletId: string, walletName: string, now: number) =>
      update(walletId, () => ({ walletName, updatedAt: now })),
    /** Removes a wallet with its accounts. */
    remove(walletId: string): void {
      removeAccounts.run(walletId);
      remove.run(walletId);
      evidence.removed('wallets', walletId);
    },
    /** One page of the accounts of a wallet, or of the whole organization when `walletId` is undefined. */
    listAccounts(organizationId: string, walletId: string | undefined, page: PageRequest): AccountRow[] {
      const sequenceOf = (id: string) => sequence.get(id, organizationId)?.sequence;
      if (walletId === undefined) return readPage(ofOrganization, { organizationId }, page, sequenceOf).map(accountOf);
      return readPage(ofWallet, { walletId }, page, sequenceOf).map(accountOf);
    },
  };
}
