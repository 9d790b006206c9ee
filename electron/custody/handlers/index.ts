import type { DiscoveryName, GatewayName, QueryName } from '../../../shared/operations/index.ts';
import { getActivity, getPolicyEvaluations, listActivities } from './activities.ts';
import {
  claimEarnFees,
  earnClaimRewards,
  earnDeployWrapper,
  earnDeposit,
  earnSetWrapperState,
  earnWithdraw,
  getClaimEarnFeesStatus,
  getEarnClaimRewardsStatus,
  getEarnDeployStatus,
  getEarnDepositStatus,
  getEarnWithdrawStatus,
  listEarnEnabledVaults,
  listEarnPositions,
  listEarnRewards,
  listEarnVaults,
} from './chains/earn.ts';
import {
  getWalletAddressBalances,
  listEthTransactionHistory,
  listSolTransactionHistory,
  listSupportedAssets,
} from './chains/history.ts';
import {
  ethSendRawTransaction,
  ethSendTransaction,
  ethUndelegate7702,
  getGasUsage,
  getNonces,
  getSendTransactionStatus,
  solSendTransaction,
} from './chains/transactions.ts';
import { webhookKeys } from './discovery.ts';
import { exportPrivateKey, exportWallet, exportWalletAccount } from './exports.ts';
import { otpLogin as gatewayOtpLogin, otpInit, otpVerify, walletKitConfig } from './gateway.ts';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from './imports.ts';
import { createInvitations, deleteInvitation } from './invitations.ts';
import {
  createMfaPolicy,
  deleteMfaPolicy,
  getMfaPolicies,
  getMfaPolicy,
  getMfaStatus,
  updateMfaPolicy,
} from './mfa-policies.ts';
import { createOauthProviders, deleteOauthProviders, getOauthProviders, oauthLogin } from './oauth/oauth-providers.ts';
import { getOrganization, getOrganizationConfigs, updateRootQuorum, whoami } from './organizations.ts';
import { emailAuth, initOtp, listOutbox, otpLogin, verifyOtp } from './otp/otp-login.ts';
import {
  createPolicies,
  createPolicy,
  deletePolicies,
  deletePolicy,
  getActivePolicies,
  getPolicy,
  listPolicies,
  updatePolicy,
} from './policies.ts';
import { createPrivateKeys, deletePrivateKeys, getPrivateKey, listPrivateKeys } from './private-keys.ts';
import { deleteSecrets, exportSecrets, importSecrets, initImportSecrets, listSecrets } from './secrets.ts';
import { stampLogin } from './sessions/open-session.ts';
import { createSessionProfile, getSessionProfile, getSessionProfiles } from './sessions/session-profiles.ts';
import { signRawPayload, signRawPayloads, signTransaction } from './signing.ts';
import { createSubOrganization, deleteSubOrganization, listSuborgs } from './sub-organizations.ts';
import {
  createPrivateKeyTag,
  createUserTag,
  deletePrivateKeyTags,
  deleteUserTags,
  listPrivateKeyTags,
  listUserTags,
  updatePrivateKeyTag,
  updateUserTag,
} from './tags.ts';
import type { ActivityHandler, DiscoveryHandler, GatewayHandler, HandledName, QueryHandler } from './types.ts';
import { createApiKeys, deleteApiKeys, getApiKey, getApiKeys } from './users/api-keys.ts';
import {
  createAuthenticators,
  deleteAuthenticators,
  getAuthenticator,
  getAuthenticators,
} from './users/authenticators.ts';
import {
  createApiOnlyUsers,
  createUsers,
  deleteUsers,
  getUser,
  listUsers,
  updateUser,
  updateUserEmail,
  updateUserName,
  updateUserPhoneNumber,
} from './users/users.ts';
import {
  createWallet,
  createWalletAccounts,
  deleteWalletAccounts,
  deleteWallets,
  getWallet,
  getWalletAccount,
  listWalletAccounts,
  listWallets,
  updateWallet,
} from './wallets.ts';

/** One handler for each declared query, activity that is no vote, and discovery document; a missing one does not compile. */
export const QUERIES: { readonly [Name in QueryName]: QueryHandler<Name> } = {
  whoami,
  get_wallet: getWallet,
  get_wallet_account: getWalletAccount,
  list_wallets: listWallets,
  list_wallet_accounts: listWalletAccounts,
  get_api_key: getApiKey,
  get_api_keys: getApiKeys,
  get_user: getUser,
  list_users: listUsers,
  get_authenticator: getAuthenticator,
  get_authenticators: getAuthenticators,
  list_user_tags: listUserTags,
  list_private_key_tags: listPrivateKeyTags,
  get_organization: getOrganization,
  get_organization_configs: getOrganizationConfigs,
  list_suborgs: listSuborgs,
  get_policy: getPolicy,
  list_policies: listPolicies,
  get_active_policies: getActivePolicies,
  get_mfa_policy: getMfaPolicy,
  get_mfa_policies: getMfaPolicies,
  get_mfa_status: getMfaStatus,
  get_policy_evaluations: getPolicyEvaluations,
  get_private_key: getPrivateKey,
  list_private_keys: listPrivateKeys,
  list_secrets: listSecrets,
  get_session_profile: getSessionProfile,
  get_session_profiles: getSessionProfiles,
  get_oauth_providers: getOauthProviders,
  list_outbox: listOutbox,
  get_activity: getActivity,
  list_activities: listActivities,
  get_send_transaction_status: getSendTransactionStatus,
  get_nonces: getNonces,
  get_gas_usage: getGasUsage,
  list_eth_transaction_history: listEthTransactionHistory,
  list_sol_transaction_history: listSolTransactionHistory,
  get_wallet_address_balances: getWalletAddressBalances,
  list_supported_assets: listSupportedAssets,
  get_earn_withdraw_status: getEarnWithdrawStatus,
  get_claim_earn_fees_status: getClaimEarnFeesStatus,
  get_earn_claim_rewards_status: getEarnClaimRewardsStatus,
  get_earn_deploy_status: getEarnDeployStatus,
  get_earn_deposit_status: getEarnDepositStatus,
  list_earn_vaults: listEarnVaults,
  list_earn_enabled_vaults: listEarnEnabledVaults,
  list_earn_positions: listEarnPositions,
  list_earn_rewards: listEarnRewards,
};

export const ACTIVITIES: { readonly [Name in HandledName]: ActivityHandler<Name> } = {
  create_wallet: createWallet,
  create_wallet_accounts: createWalletAccounts,
  update_wallet: updateWallet,
  delete_wallets: deleteWallets,
  delete_wallet_accounts: deleteWalletAccounts,
  sign_raw_payload: signRawPayload,
  sign_raw_payloads: signRawPayloads,
  sign_transaction: signTransaction,
  export_wallet_account: exportWalletAccount,
  export_wallet: exportWallet,
  create_private_keys: createPrivateKeys,
  delete_private_keys: deletePrivateKeys,
  export_private_key: exportPrivateKey,
  init_import_private_key: initImportPrivateKey,
  import_private_key: importPrivateKey,
  init_import_wallet: initImportWallet,
  import_wallet: importWallet,
  init_import_secrets: initImportSecrets,
  import_secrets: importSecrets,
  export_secrets: exportSecrets,
  delete_secrets: deleteSecrets,
  create_users: createUsers,
  create_api_only_users: createApiOnlyUsers,
  update_user: updateUser,
  update_user_name: updateUserName,
  update_user_email: updateUserEmail,
  update_user_phone_number: updateUserPhoneNumber,
  create_invitations: createInvitations,
  delete_invitation: deleteInvitation,
  delete_users: deleteUsers,
  create_api_keys: createApiKeys,
  delete_api_keys: deleteApiKeys,
  create_authenticators: createAuthenticators,
  delete_authenticators: deleteAuthenticators,
  create_user_tag: createUserTag,
  update_user_tag: updateUserTag,
  delete_user_tags: deleteUserTags,
  create_private_key_tag: createPrivateKeyTag,
  update_private_key_tag: updatePrivateKeyTag,
  delete_private_key_tags: deletePrivateKeyTags,
  update_root_quorum: updateRootQuorum,
  create_sub_organization: createSubOrganization,
  delete_sub_organization: deleteSubOrganization,
  create_policy: createPolicy,
  create_policies: createPolicies,
  update_policy: updatePolicy,
  delete_policy: deletePolicy,
  delete_policies: deletePolicies,
  eth_send_transaction: ethSendTransaction,
  eth_send_raw_transaction: ethSendRawTransaction,
  eth_undelegate_7702: ethUndelegate7702,
  sol_send_transaction: solSendTransaction,
  earn_withdraw: earnWithdraw,
  claim_earn_fees: claimEarnFees,
  earn_deposit: earnDeposit,
  earn_deploy_wrapper: earnDeployWrapper,
  earn_set_wrapper_state: earnSetWrapperState,
  earn_claim_rewards: earnClaimRewards,
  create_mfa_policy: createMfaPolicy,
  update_mfa_policy: updateMfaPolicy,
  delete_mfa_policy: deleteMfaPolicy,
  stamp_login: stampLogin,
  create_session_profile: createSessionProfile,
  create_oauth_providers: createOauthProviders,
  delete_oauth_providers: deleteOauthProviders,
  oauth_login: oauthLogin,
  init_otp: initOtp,
  verify_otp: verifyOtp,
  otp_login: otpLogin,
  email_auth: emailAuth,
};

export const DOCUMENTS: { readonly [Name in DiscoveryName]: DiscoveryHandler<Name> } = { webhook_keys: webhookKeys };

export const GATEWAY: { readonly [Name in GatewayName]: GatewayHandler<Name> } = {
  otp_init_v2: otpInit,
  otp_verify_v2: otpVerify,
  otp_login_v2: gatewayOtpLogin,
  wallet_kit_config: walletKitConfig,
};
