import type { Static } from 'typebox';
import { AppError } from '../errors/index.ts';
import { approveActivity, getActivity, getPolicyEvaluations, listActivities, rejectActivity } from './activities.ts';
import {
  createTvcApp,
  createTvcDeployment,
  deleteTvcAppAndDeployments,
  getTvcApp,
  getTvcDeployment,
  listTvcAppDeployments,
  listTvcApps,
} from './applications.ts';
import {
  claimEarnFees,
  earnClaimRewards,
  earnDeployWrapper,
  earnDeposit,
  earnSetWrapperState,
  earnWithdraw,
} from './chains/earn.ts';
import {
  getClaimEarnFeesStatus,
  getEarnClaimRewardsStatus,
  getEarnDeployStatus,
  getEarnDepositStatus,
  getEarnWithdrawStatus,
  listEarnEnabledVaults,
  listEarnPositions,
  listEarnRewards,
  listEarnVaults,
} from './chains/earn-queries.ts';
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
import type { ActivityOperation, Gateway, Operation, Query } from './define.ts';
import { webhookKeys } from './discovery.ts';
import { removeOrganizationFeature, setOrganizationFeature } from './features.ts';
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
import { createOauthProviders, deleteOauthProviders, getOauthProviders, oauthLogin } from './oauth.ts';
import { getOrganization, getOrganizationConfigs, updateRootQuorum, whoami } from './organizations.ts';
import { emailAuth, initOtp, listOutbox, otpLogin, verifyOtp } from './otp.ts';
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
import {
  createPrivateKeys,
  deletePrivateKeys,
  exportPrivateKey,
  getPrivateKey,
  listPrivateKeys,
} from './private-keys.ts';
import { deleteSecrets, exportSecrets, importSecrets, initImportSecrets, listSecrets } from './secrets.ts';
import { createSessionProfile, getSessionProfile, getSessionProfiles, stampLogin } from './sessions.ts';
import { signRawPayload, signRawPayloads, signTransaction } from './signing.ts';
import {
  createSmartContractInterface,
  deleteSmartContractInterface,
  getSmartContractInterface,
  listSmartContractInterfaces,
} from './smart-contract-interfaces.ts';
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
  exportWallet,
  exportWalletAccount,
  getWallet,
  getWalletAccount,
  listWalletAccounts,
  listWallets,
  updateWallet,
} from './wallets.ts';

import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  replayWebhookDelivery,
  rotateWebhookKey,
  updateWebhookEndpoint,
} from './webhooks.ts';

export type { TvcApp, TvcDeployment, TvcOperatorSet, TvcOperatorSetParams } from './applications.ts';
export { checkValue } from './check.ts';
export type { ActivityOperation, Discovery, Exports, Gateway, Operation, Query, Risk, Signs } from './define.ts';
export { GATEWAY_HEADER } from './define.ts';
export type { Feature } from './features.ts';
export type {
  Activity,
  ApiKey,
  ApiKeyParams,
  Authenticator,
  AuthenticatorParams,
  KeyAddress,
  OauthProvider,
  Policy,
  PrivateKey,
  Tag,
  User,
  Vote,
  Wallet,
  WalletAccount,
  WalletAccountParams,
} from './fields.ts';
export type { Invitation } from './invitations.ts';
export type { MfaPolicy, MfaStatus } from './mfa-policies.ts';

export type { OauthProviderParams } from './oauth.ts';
export { placeIn, type SchemaNode, schemaNode, titleOf } from './schema.ts';
export type { SmartContractInterface } from './smart-contract-interfaces.ts';
export {
  type DeliveryState,
  type WebhookDelivery,
  type WebhookEndpoint,
  WebhookFilters,
  type WebhookSubscription,
} from './webhooks.ts';

/** The whole interface. Adding an operation is one entry here and one handler in the local service. */
export const OPERATIONS = {
  whoami,
  create_wallet: createWallet,
  create_wallet_accounts: createWalletAccounts,
  get_wallet: getWallet,
  get_wallet_account: getWalletAccount,
  update_wallet: updateWallet,
  delete_wallets: deleteWallets,
  delete_wallet_accounts: deleteWalletAccounts,
  list_wallets: listWallets,
  list_wallet_accounts: listWalletAccounts,
  get_api_key: getApiKey,
  sign_raw_payload: signRawPayload,
  sign_raw_payloads: signRawPayloads,
  sign_transaction: signTransaction,
  export_wallet_account: exportWalletAccount,
  export_wallet: exportWallet,
  create_private_keys: createPrivateKeys,
  get_private_key: getPrivateKey,
  list_private_keys: listPrivateKeys,
  export_private_key: exportPrivateKey,
  delete_private_keys: deletePrivateKeys,
  init_import_private_key: initImportPrivateKey,
  import_private_key: importPrivateKey,
  init_import_wallet: initImportWallet,
  import_wallet: importWallet,
  init_import_secrets: initImportSecrets,
  import_secrets: importSecrets,
  list_secrets: listSecrets,
  export_secrets: exportSecrets,
  delete_secrets: deleteSecrets,
  create_users: createUsers,
  create_api_only_users: createApiOnlyUsers,
  get_user: getUser,
  list_users: listUsers,
  update_user: updateUser,
  update_user_name: updateUserName,
  update_user_email: updateUserEmail,
  update_user_phone_number: updateUserPhoneNumber,
  delete_users: deleteUsers,
  create_invitations: createInvitations,
  delete_invitation: deleteInvitation,
  get_api_keys: getApiKeys,
  create_api_keys: createApiKeys,
  delete_api_keys: deleteApiKeys,
  get_authenticator: getAuthenticator,
  get_authenticators: getAuthenticators,
  create_authenticators: createAuthenticators,
  delete_authenticators: deleteAuthenticators,
  create_user_tag: createUserTag,
  update_user_tag: updateUserTag,
  delete_user_tags: deleteUserTags,
  list_user_tags: listUserTags,
  create_private_key_tag: createPrivateKeyTag,
  update_private_key_tag: updatePrivateKeyTag,
  delete_private_key_tags: deletePrivateKeyTags,
  list_private_key_tags: listPrivateKeyTags,
  get_organization: getOrganization,
  get_organization_configs: getOrganizationConfigs,
  update_root_quorum: updateRootQuorum,
  list_suborgs: listSuborgs,
  create_sub_organization: createSubOrganization,
  delete_sub_organization: deleteSubOrganization,
  create_policy: createPolicy,
  create_policies: createPolicies,
  update_policy: updatePolicy,
  delete_policy: deletePolicy,
  delete_policies: deletePolicies,
  get_policy: getPolicy,
  list_policies: listPolicies,
  get_active_policies: getActivePolicies,
  create_mfa_policy: createMfaPolicy,
  update_mfa_policy: updateMfaPolicy,
  delete_mfa_policy: deleteMfaPolicy,
  get_mfa_policy: getMfaPolicy,
  get_mfa_policies: getMfaPolicies,
  get_mfa_status: getMfaStatus,
  stamp_login: stampLogin,
  create_oauth_providers: createOauthProviders,
  delete_oauth_providers: deleteOauthProviders,
  get_oauth_providers: getOauthProviders,
  oauth_login: oauthLogin,
  init_otp: initOtp,
  verify_otp: verifyOtp,
  otp_login: otpLogin,
  email_auth: emailAuth,
  list_outbox: listOutbox,
  otp_init_v2: otpInit,
  otp_verify_v2: otpVerify,
  otp_login_v2: gatewayOtpLogin,
  wallet_kit_config: walletKitConfig,
  create_session_profile: createSessionProfile,
  get_session_profile: getSessionProfile,
  get_session_profiles: getSessionProfiles,
  approve_activity: approveActivity,
  reject_activity: rejectActivity,
  get_policy_evaluations: getPolicyEvaluations,
  get_activity: getActivity,
  list_activities: listActivities,
  eth_send_transaction: ethSendTransaction,
  eth_send_raw_transaction: ethSendRawTransaction,
  eth_undelegate_7702: ethUndelegate7702,
  sol_send_transaction: solSendTransaction,
  get_send_transaction_status: getSendTransactionStatus,
  get_nonces: getNonces,
  get_gas_usage: getGasUsage,
  list_eth_transaction_history: listEthTransactionHistory,
  list_sol_transaction_history: listSolTransactionHistory,
  get_wallet_address_balances: getWalletAddressBalances,
  list_supported_assets: listSupportedAssets,
  earn_withdraw: earnWithdraw,
  claim_earn_fees: claimEarnFees,
  earn_deposit: earnDeposit,
  earn_deploy_wrapper: earnDeployWrapper,
  earn_set_wrapper_state: earnSetWrapperState,
  earn_claim_rewards: earnClaimRewards,
  get_earn_withdraw_status: getEarnWithdrawStatus,
  get_claim_earn_fees_status: getClaimEarnFeesStatus,
  get_earn_claim_rewards_status: getEarnClaimRewardsStatus,
  get_earn_deploy_status: getEarnDeployStatus,
  get_earn_deposit_status: getEarnDepositStatus,
  list_earn_vaults: listEarnVaults,
  list_earn_enabled_vaults: listEarnEnabledVaults,
  list_earn_positions: listEarnPositions,
  list_earn_rewards: listEarnRewards,
  create_webhook_endpoint: createWebhookEndpoint,
  update_webhook_endpoint: updateWebhookEndpoint,
  delete_webhook_endpoint: deleteWebhookEndpoint,
  list_webhook_endpoints: listWebhookEndpoints,
  list_webhook_deliveries: listWebhookDeliveries,
  replay_webhook_delivery: replayWebhookDelivery,
  rotate_webhook_key: rotateWebhookKey,
  set_organization_feature: setOrganizationFeature,
  remove_organization_feature: removeOrganizationFeature,
  create_tvc_app: createTvcApp,
  create_tvc_deployment: createTvcDeployment,
  delete_tvc_app_and_deployments: deleteTvcAppAndDeployments,
  list_tvc_apps: listTvcApps,
  get_tvc_app: getTvcApp,
  list_tvc_app_deployments: listTvcAppDeployments,
  get_tvc_deployment: getTvcDeployment,
  create_smart_contract_interface: createSmartContractInterface,
  delete_smart_contract_interface: deleteSmartContractInterface,
  get_smart_contract_interface: getSmartContractInterface,
  list_smart_contract_interfaces: listSmartContractInterfaces,
  webhook_keys: webhookKeys,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

type OfKind<Kind extends Operation['kind']> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['kind'] extends Kind ? Name : never;
}[OperationName];
export type QueryName = OfKind<'query'>;
export type ActivityName = OfKind<'activity'>;
export type DiscoveryName = OfKind<'discovery'>;
export type GatewayName = OfKind<'gateway'>;
/** Activities that are votes on others. */
export type VoteName = 'approve_activity' | 'reject_activity';

export type QueryRequest<Name extends QueryName> =
  (typeof OPERATIONS)[Name] extends Query<string, infer Request, infer _Response> ? Static<Request> : never;
export type QueryResponse<Name extends QueryName> =
  (typeof OPERATIONS)[Name] extends Query<string, infer _Request, infer Response> ? Static<Response> : never;
export type GatewayRequest<Name extends GatewayName> =
  (typeof OPERATIONS)[Name] extends Gateway<string, infer Request, infer _Response> ? Static<Request> : never;
export type GatewayResponse<Name extends GatewayName> =
  (typeof OPERATIONS)[Name] extends Gateway<string, infer _Request, infer Response> ? Static<Response> : never;
export type ActivityParameters<Name extends ActivityName> =
  (typeof OPERATIONS)[Name] extends ActivityOperation<string, infer Parameters, infer _Result>
    ? Static<Parameters>
    : never;
export type ActivityResult<Name extends ActivityName> =
  (typeof OPERATIONS)[Name] extends ActivityOperation<string, infer _Parameters, infer Result> ? Static<Result> : never;

/** The operation of that name, or undefined. */
export function findOperation(name: string): Operation | undefined {
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName] : undefined;
}

/** The declared operation of that name. Throws UNKNOWN_OPERATION. */
export function requireOperation(name: string): Operation {
  const operation = findOperation(name);
  if (operation !== undefined) return operation;
  throw new AppError(
    'UNKNOWN_OPERATION',
    `There is no such operation, so nothing was sent. The operations are: ${Object.keys(OPERATIONS).join(', ')}.`,
  );
}

/** The activity whose `type` value this is, or undefined (a newer server, or an operation not declared here). */
export function findActivityByType(activityType: string): ActivityOperation | undefined {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  return operations.find(
    (operation): operation is ActivityOperation =>
      operation.kind === 'activity' && operation.activityType === activityType,
  );
}
