import type { ActivityName, DiscoveryName, QueryName } from '../../../shared/operations/index.ts';
import { getActivity, listActivities } from './activities.ts';
import { getApiKey } from './api-keys.ts';
import { webhookKeys } from './discovery.ts';
import { exportPrivateKey, exportWallet, exportWalletAccount } from './exports.ts';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from './imports.ts';
import { whoami } from './organizations.ts';
import { createPrivateKeys, getPrivateKey, listPrivateKeys } from './private-keys.ts';
import { signRawPayload, signRawPayloads, signTransaction } from './signing.ts';
import type { ActivityHandler, DiscoveryHandler, QueryHandler } from './types.ts';
import { createWallet, createWalletAccounts, listWalletAccounts, listWallets } from './wallets.ts';

/** One handler for each declared query, activity and discovery document; a missing one does not compile. */
export const QUERIES: { readonly [Name in QueryName]: QueryHandler<Name> } = {
  whoami,
  list_wallets: listWallets,
  list_wallet_accounts: listWalletAccounts,
  get_api_key: getApiKey,
  get_private_key: getPrivateKey,
  list_private_keys: listPrivateKeys,
  get_activity: getActivity,
  list_activities: listActivities,
};

export const ACTIVITIES: { readonly [Name in ActivityName]: ActivityHandler<Name> } = {
  create_wallet: createWallet,
  create_wallet_accounts: createWalletAccounts,
  sign_raw_payload: signRawPayload,
  sign_raw_payloads: signRawPayloads,
  sign_transaction: signTransaction,
  export_wallet_account: exportWalletAccount,
  export_wallet: exportWallet,
  create_private_keys: createPrivateKeys,
  export_private_key: exportPrivateKey,
  init_import_private_key: initImportPrivateKey,
  import_private_key: importPrivateKey,
  init_import_wallet: initImportWallet,
  import_wallet: importWallet,
};

export const DOCUMENTS: { readonly [Name in DiscoveryName]: DiscoveryHandler<Name> } = { webhook_keys: webhookKeys };
