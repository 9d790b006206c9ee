import { getActivity, listActivities } from './activities.ts';
import { getApiKey } from './api-keys.ts';
import { webhookKeys } from './discovery.ts';
import { whoami } from './organizations.ts';
import { signRawPayload } from './signing.ts';
import type { Handlers } from './types.ts';
import { exportWalletAccount } from './wallet-exports.ts';
import { createWallet, createWalletAccounts, listWalletAccounts, listWallets } from './wallets.ts';

export const HANDLERS: Handlers = {
  whoami,
  create_wallet: createWallet,
  create_wallet_accounts: createWalletAccounts,
  list_wallets: listWallets,
  list_wallet_accounts: listWalletAccounts,
  get_api_key: getApiKey,
  sign_raw_payload: signRawPayload,
  export_wallet_account: exportWalletAccount,
  get_activity: getActivity,
  list_activities: listActivities,
  webhook_keys: webhookKeys,
};
