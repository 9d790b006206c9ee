import { toTimestamp } from '../../../shared/model/index.ts';
import type { Wallet, WalletAccount } from '../../../shared/operations/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, generateMnemonic } from '../../crypto/index.ts';
import { PLACES } from '../keys/keyring.ts';
import { notFound } from '../public-error.ts';
import type { AccountRow, WalletRow } from '../store/index.ts';
import { addAccounts, deriveAccounts } from './derive-accounts.ts';
import { makeWallet } from './make-wallet.ts';
import type { ActivityHandler, QueryHandler } from './types.ts';

const DEFAULT_WORDS = 12;

export const createWallet: ActivityHandler<'create_wallet'> = async (parameters, context) => {
  const { walletName, accounts, mnemonicLength } = parameters;
  const mnemonic = generateMnemonic(mnemonicLength ?? DEFAULT_WORDS);
  try {
    return await makeWallet(mnemonic, { walletName, accounts, imported: 0 }, context);
  } finally {
    mnemonic.fill(0);
  }
};

export const createWalletAccounts: ActivityHandler<'create_wallet_accounts'> = async (parameters, context) => {
  const { accounts, persist } = parameters;
  const { store, keyring, caller } = context;
  const wallet = store.wallets.find(caller.organization.organizationId, parameters.walletId);
  const sealedSeed = wallet === undefined ? undefined : store.wallets.sealedSeed(wallet.walletId);
  if (wallet === undefined || sealedSeed === undefined) throw notFound('no wallet found with the given ID');
  const { walletId } = wallet;
  const seed = keyring.open(PLACES.seed(walletId), sealedSeed, copySecret);
  try {
    const derived = await deriveAccounts(seed, walletId, accounts, context);
    return () => ({
      addresses: persist === false ? derived.map(({ address }) => address) : addAccounts(derived, store),
    });
  } finally {
    seed.fill(0);
  }
};

export const listWallets: QueryHandler<'list_wallets'> = (_request, { store, caller }) => ({
  wallets: store.wallets.list(caller.organization.organizationId).map(wireWallet),
});

export const listWalletAccounts: QueryHandler<'list_wallet_accounts'> = (request, { store, caller }) => {
  const { organizationId } = caller.organization;
  const { walletId, includeWalletDetails = false, paginationOptions = {} } = request;
  if (walletId !== undefined && store.wallets.find(organizationId, walletId) === undefined)
    throw notFound('no wallet found with the given ID');
  const detailsOf = (row: AccountRow) =>
    includeWalletDetails ? store.wallets.find(organizationId, row.walletId) : undefined;
  const rows = store.wallets.listAccounts(organizationId, walletId, paginationOptions);
  return { accounts: rows.map((row) => wireAccount(row, detailsOf(row))) };
};

export function wireWallet(row: WalletRow): Wallet {
  return {
    walletId: row.walletId,
    walletName: row.walletName,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    exported: row.exported === 1,
    imported: row.imported === 1,
  };
}

function wireAccount(row: AccountRow, wallet: WalletRow | undefined): WalletAccount {
  const { caip2Prefix } = ADDRESS_TABLE[row.addressFormat];
  return {
    walletAccountId: row.walletAccountId,
    organizationId: row.organizationId,
    walletId: row.walletId,
    curve: row.curve,
    pathFormat: row.pathFormat,
    path: row.path,
    addressFormat: row.addressFormat,
    address: row.address,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    publicKey: row.publicKey,
    ...(wallet === undefined ? {} : { walletDetails: wireWallet(wallet) }),
    ...(row.name === null ? {} : { name: row.name }),
    ...(caip2Prefix === null ? {} : { caip2Prefix }),
  };
}
