import { toTimestamp } from '../../../../shared/model/index.ts';
import type { ActivityParameters, Wallet, WalletAccount } from '../../../../shared/operations/index.ts';
import { copySecret } from '../../../../shared/wire/index.ts';
import { ADDRESS_TABLE, generateMnemonic } from '../../../crypto/index.ts';
import { PLACES } from '../../keys/keyring.ts';
import { found, notFound, requestInvalid } from '../../public-error.ts';
import type { ActingContext, MakingContext } from '../../request-context.ts';
import { findAccount } from '../../signers/find-signer.ts';
import type { AccountRow, WalletRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { addAccounts, deriveAccounts } from './derive-accounts.ts';
import { requireExported } from './exports.ts';
import { makeWallet } from './make-wallet.ts';

const DEFAULT_WORDS = 12;

export const createWallet = async (parameters: ActivityParameters<'create_wallet'>, context: MakingContext) => {
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
  const { store, keyring } = context;
  const wallet = findWallet(parameters.walletId, context);
  const sealedSeed = found(store.wallets.sealedSeed(wallet.walletId), 'wallet');
  const seed = keyring.open(PLACES.seed(wallet), sealedSeed, copySecret);
  try {
    const derived = await deriveAccounts(seed, wallet.walletId, accounts, context);
    return () => {
      // Another request may have deleted the wallet during the derivation.
      findWallet(wallet.walletId, context);
      return { addresses: persist === false ? derived.map(({ address }) => address) : addAccounts(derived, store) };
    };
  } finally {
    seed.fill(0);
  }
};

export const listWallets: QueryHandler<'list_wallets'> = (_request, { store, caller }) => ({
  wallets: store.wallets.list(caller.organization.organizationId).map(wireWallet),
});

export const getWallet: QueryHandler<'get_wallet'> = ({ walletId }, context) => ({
  wallet: wireWallet(findWallet(walletId, context)),
});

export const getWalletAccount: QueryHandler<'get_wallet_account'> = ({ walletId: id, address, path }, context) => {
  const { walletId } = findWallet(id, context);
  if (address === undefined && path === undefined)
    throw requestInvalid('bad request body: /address or /path has to say which account is meant');
  const account =
    address === undefined
      ? context.store.wallets.accountAt(walletId, path ?? '')
      : findAccount(address, context, walletId);
  if (account === undefined || (path !== undefined && account.path !== path))
    throw notFound('no wallet account found with the given address or path');
  return { account: wireAccount(account, undefined) };
};

export const updateWallet: ActivityHandler<'update_wallet'> =
  ({ walletId, walletName }, context) =>
  () => {
    const { store, requestedAt } = context;
    const wallet = findWallet(walletId, context);
    if (walletName !== undefined && walletName !== wallet.walletName) {
      if (store.wallets.isNamed(wallet.organizationId, walletName)) throw requestInvalid('wallet label must be unique');
      store.wallets.rename(wallet.walletId, walletName, requestedAt);
    }
    return { walletId: wallet.walletId };
  };

export const deleteWallets: ActivityHandler<'delete_wallets'> =
  ({ walletIds, deleteWithoutExport }, context) =>
  () => ({
    walletIds: walletIds.map((id) => {
      const wallet = findWallet(id, context);
      requireExported(wallet, deleteWithoutExport, `wallet ${wallet.walletId}`);
      context.store.wallets.remove(wallet.walletId);
      return wallet.walletId;
    }),
  });

export const deleteWalletAccounts: ActivityHandler<'delete_wallet_accounts'> =
  ({ walletAccountIds, deleteWithoutExport }, context) =>
  () => ({
    walletAccountIds: walletAccountIds.map((id) => {
      const { organizationId } = context.caller.organization;
      const account = found(context.store.wallets.findAccount(organizationId, id), 'wallet account');
      const wallet = findWallet(account.walletId, context);
      requireExported(wallet, deleteWithoutExport, `wallet account ${account.walletAccountId}`);
      context.store.wallets.removeAccount(account.walletAccountId);
      return account.walletAccountId;
    }),
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

function findWallet(walletId: string, { store, caller }: ActingContext): WalletRow {
  return found(store.wallets.find(caller.organization.organizationId, walletId), 'wallet');
}

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
