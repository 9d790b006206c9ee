import type { DiscoveryName, QueryName } from '../../../shared/operations/index.ts';
import { getActivity, getPolicyEvaluations, listActivities } from './activities.ts';
import { getWalletAddressBalances, listSupportedAssets } from './chains/balances.ts';
import {
  claimEarnFees,
  earnClaimRewards,
  earnDeployWrapper,
  earnDeposit,
  earnSetWrapperState,
  earnWithdraw,
} from './chains/earn.ts';
import { listEarnEnabledVaults, listEarnPositions, listEarnRewards, listEarnVaults } from './chains/earn-lists.ts';
import {
  getClaimEarnFeesStatus,
  getEarnClaimRewardsStatus,
  getEarnDeployStatus,
  getEarnDepositStatus,
  getEarnWithdrawStatus,
} from './chains/earn-wrappers.ts';
import { listEthTransactionHistory, listSolTransactionHistory } from './chains/history.ts';
import { solSendTransaction, solSendTransactionV1 } from './chains/solana.ts';
import {
  ethSendRawTransaction,
  ethSendTransaction,
  ethSendTransactionV1,
  ethUndelegate7702,
  getGasUsage,
  getNonces,
  getSendTransactionStatus,
} from './chains/transactions.ts';
import { webhookKeys } from './discovery.ts';
import { GATEWAY } from './gateway.ts';
import { exportPrivateKey, exportWallet, exportWalletAccount } from './keys/exports.ts';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from './keys/imports.ts';
import { createPrivateKeys, deletePrivateKeys, getPrivateKey, listPrivateKeys } from './keys/private-keys.ts';
import { deleteSecrets, exportSecrets, importSecrets, initImportSecrets, listSecrets } from './keys/secrets.ts';
import { signRawPayload, signRawPayloads, signTransaction } from './keys/signing.ts';
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
} from './keys/wallets.ts';
import {
  createOauthProviders,
  deleteOauthProviders,
  getOauthProviders,
  oauth,
  oauthLogin,
} from './oauth/oauth-providers.ts';
import {
  createTvcApp,
  createTvcDeployment,
  deleteTvcAppAndDeployments,
  getTvcApp,
  getTvcDeployment,
  listTvcAppDeployments,
  listTvcApps,
} from './organizations/applications.ts';
import { removeOrganizationFeature, setOrganizationFeature, updateAllowedOrigins } from './organizations/features.ts';
import { createInvitations, deleteInvitation } from './organizations/invitations.ts';
import { getIpAllowlist, removeIpAllowlist, setIpAllowlist } from './organizations/ip-allowlists.ts';
import {
  createMfaPolicy,
  deleteMfaPolicy,
  getMfaPolicies,
  getMfaPolicy,
  getMfaStatus,
  updateMfaPolicy,
} from './organizations/mfa-policies.ts';
import {
  getOrganization,
  getOrganizationConfigs,
  updateOrganizationName,
  updateRootQuorum,
  whoami,
} from './organizations/organizations.ts';
import {
  createPolicies,
  createPolicy,
  deletePolicies,
  deletePolicy,
  getActivePolicies,
  getPolicy,
  listPolicies,
  updatePolicy,
} from './organizations/policies.ts';
import { PROVIDER_ACTIVITIES, PROVIDER_QUERIES } from './organizations/provider-credentials.ts';
import {
  createSmartContractInterface,
  deleteSmartContractInterface,
  getSmartContractInterface,
  listSmartContractInterfaces,
} from './organizations/smart-contract-interfaces.ts';
import {
  createSubOrganization,
  createSubOrganizationV3,
  deleteSubOrganization,
  listSuborgs,
  listVerifiedSuborgs,
} from './organizations/sub-organizations.ts';
import {
  createPrivateKeyTag,
  createUserTag,
  deletePrivateKeyTags,
  deleteUserTags,
  listPrivateKeyTags,
  listUserTags,
  updatePrivateKeyTag,
  updateUserTag,
} from './organizations/tags.ts';
import {
  createVelocityControl,
  deleteVelocityControl,
  getVelocityControl,
  listVelocityControls,
} from './organizations/velocity-controls.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  replayWebhookDelivery,
  rotateWebhookKey,
  updateWebhookEndpoint,
} from './organizations/webhooks.ts';
import { listEmailEvents } from './otp/email-events.ts';
import { initOtp, listOutbox, otpLogin, verifyOtp, verifyOtpV1 } from './otp/otp-login.ts';
import { emailAuth, initOtpAuth, initUserEmailRecovery, otpAuth, recoverUser } from './otp/sealed-logins.ts';
import { getServiceStatus, health } from './service.ts';
import { stampLogin } from './sessions/open-session.ts';
import { createReadOnlySession } from './sessions/read-only-session.ts';
import { createReadWriteSession, createReadWriteSessionV1 } from './sessions/read-write-session.ts';
import { createSessionProfile, getSessionProfile, getSessionProfiles } from './sessions/session-profiles.ts';
import type { ActivityHandler, DiscoveryHandler, HandledName, QueryHandler } from './types.ts';
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

/**
 * One handler for each declared query, non-vote activity and discovery document. A missing handler does not compile.
 */
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
  get_ip_allowlist: getIpAllowlist,
  get_velocity_control: getVelocityControl,
  list_velocity_controls: listVelocityControls,
  get_organization: getOrganization,
  get_organization_configs: getOrganizationConfigs,
  list_suborgs: listSuborgs,
  list_verified_suborgs: listVerifiedSuborgs,
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
  get_service_status: getServiceStatus,
  list_email_events: listEmailEvents,
  get_activity: getActivity,
  list_activities: listActivities,
  list_webhook_endpoints: listWebhookEndpoints,
  list_webhook_deliveries: listWebhookDeliveries,
  list_tvc_apps: listTvcApps,
  get_tvc_app: getTvcApp,
  list_tvc_app_deployments: listTvcAppDeployments,
  get_tvc_deployment: getTvcDeployment,
  get_smart_contract_interface: getSmartContractInterface,
  list_smart_contract_interfaces: listSmartContractInterfaces,
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
  ...PROVIDER_QUERIES,
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
  update_organization_name: updateOrganizationName,
  create_sub_organization: createSubOrganization,
  create_sub_organization_v3: createSubOrganizationV3,
  delete_sub_organization: deleteSubOrganization,
  create_policy: createPolicy,
  create_policies: createPolicies,
  update_policy: updatePolicy,
  delete_policy: deletePolicy,
  delete_policies: deletePolicies,
  create_webhook_endpoint: createWebhookEndpoint,
  update_webhook_endpoint: updateWebhookEndpoint,
  delete_webhook_endpoint: deleteWebhookEndpoint,
  replay_webhook_delivery: replayWebhookDelivery,
  rotate_webhook_key: rotateWebhookKey,
  set_organization_feature: setOrganizationFeature,
  remove_organization_feature: removeOrganizationFeature,
  update_allowed_origins: updateAllowedOrigins,
  set_ip_allowlist: setIpAllowlist,
  remove_ip_allowlist: removeIpAllowlist,
  create_velocity_control: createVelocityControl,
  delete_velocity_control: deleteVelocityControl,
  create_tvc_app: createTvcApp,
  create_tvc_deployment: createTvcDeployment,
  delete_tvc_app_and_deployments: deleteTvcAppAndDeployments,
  create_smart_contract_interface: createSmartContractInterface,
  delete_smart_contract_interface: deleteSmartContractInterface,
  eth_send_transaction: ethSendTransaction,
  eth_send_transaction_v1: ethSendTransactionV1,
  eth_send_raw_transaction: ethSendRawTransaction,
  eth_undelegate_7702: ethUndelegate7702,
  sol_send_transaction: solSendTransaction,
  sol_send_transaction_v1: solSendTransactionV1,
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
  create_read_only_session: createReadOnlySession,
  create_read_write_session: createReadWriteSession,
  create_read_write_session_v1: createReadWriteSessionV1,
  create_session_profile: createSessionProfile,
  create_oauth_providers: createOauthProviders,
  delete_oauth_providers: deleteOauthProviders,
  oauth_login: oauthLogin,
  init_otp: initOtp,
  verify_otp: verifyOtp,
  verify_otp_v1: verifyOtpV1,
  otp_login: otpLogin,
  otp_login_v1: otpLogin,
  email_auth: emailAuth,
  init_otp_auth: initOtpAuth,
  otp_auth: otpAuth,
  oauth,
  init_user_email_recovery: initUserEmailRecovery,
  recover_user: recoverUser,
  ...PROVIDER_ACTIVITIES,
};

export const DOCUMENTS: { readonly [Name in DiscoveryName]: DiscoveryHandler<Name> } = {
  webhook_keys: webhookKeys,
  health,
};

export { GATEWAY };
