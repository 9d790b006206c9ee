import { expect, it } from 'vitest';
import { OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';

/**
 * The list in the policy language's public documents: resource, action, activity types, and the types whose parameters
 * can be seen.
 */
const DOCUMENTED = `
ORGANIZATION CREATE: CREATE_SUB_ORGANIZATION_V8
ORGANIZATION DELETE: DELETE_SUB_ORGANIZATION
INVITATION CREATE: CREATE_INVITATIONS
INVITATION DELETE: DELETE_INVITATION
POLICY CREATE: CREATE_POLICY_V3 CREATE_POLICIES
POLICY UPDATE: UPDATE_POLICY_V2
POLICY DELETE: DELETE_POLICY DELETE_POLICIES
SMART_CONTRACT_INTERFACE CREATE: CREATE_SMART_CONTRACT_INTERFACE
SMART_CONTRACT_INTERFACE DELETE: DELETE_SMART_CONTRACT_INTERFACE
WALLET CREATE: CREATE_WALLET CREATE_WALLET_ACCOUNTS
WALLET EXPORT: EXPORT_WALLET(targetPublicKey) EXPORT_WALLET_ACCOUNT(targetPublicKey)
WALLET IMPORT: INIT_IMPORT_WALLET IMPORT_WALLET
WALLET DELETE: DELETE_WALLETS DELETE_WALLET_ACCOUNTS
WALLET UPDATE: UPDATE_WALLET(walletId)
PRIVATE_KEY CREATE: CREATE_PRIVATE_KEYS_V2 CREATE_PRIVATE_KEY_TAG
PRIVATE_KEY UPDATE: UPDATE_PRIVATE_KEY_TAG
PRIVATE_KEY DELETE: DELETE_PRIVATE_KEY_TAGS DELETE_PRIVATE_KEYS
PRIVATE_KEY EXPORT: EXPORT_PRIVATE_KEY(targetPublicKey)
PRIVATE_KEY IMPORT: INIT_IMPORT_PRIVATE_KEY IMPORT_PRIVATE_KEY
PRIVATE_KEY SIGN: SIGN_RAW_PAYLOAD_V2(hashFunction,encoding) SIGN_RAW_PAYLOADS(hashFunction,encoding) SIGN_TRANSACTION_V2(type)
PRIVATE_KEY SIGN: ETH_SEND_TRANSACTION_V2 SOL_SEND_TRANSACTION_V2
USER CREATE: CREATE_USERS_V4 CREATE_USER_TAG CREATE_API_ONLY_USERS
USER UPDATE: UPDATE_USER UPDATE_USER_NAME UPDATE_USER_EMAIL UPDATE_USER_PHONE_NUMBER UPDATE_USER_TAG
USER DELETE: DELETE_USERS(userIds) DELETE_USER_TAGS
CREDENTIAL CREATE: CREATE_API_KEYS_V2(userId) CREATE_AUTHENTICATORS_V2 CREATE_OAUTH_PROVIDERS_V2
CREDENTIAL DELETE: DELETE_API_KEYS(userId,apiKeyIds) DELETE_AUTHENTICATORS DELETE_OAUTH_PROVIDERS
AUTH CREATE: EMAIL_AUTH_V3
RECOVERY CREATE: INIT_USER_EMAIL_RECOVERY_V2
AUTH CREATE: OAUTH_LOGIN(sessionProfileId) OTP_LOGIN_V2(sessionProfileId) STAMP_LOGIN(sessionProfileId)
OTP CREATE: INIT_OTP_V3
OTP VERIFY: VERIFY_OTP_V2
WEBHOOK_ENDPOINT CREATE: CREATE_WEBHOOK_ENDPOINT
WEBHOOK_ENDPOINT UPDATE: UPDATE_WEBHOOK_ENDPOINT(endpointId)
WEBHOOK_ENDPOINT DELETE: DELETE_WEBHOOK_ENDPOINT(endpointId)
TVC_APP CREATE: CREATE_TVC_APP
TVC_APP DELETE: DELETE_TVC_APP_AND_DEPLOYMENTS
TVC_DEPLOYMENT CREATE: CREATE_TVC_DEPLOYMENT
`;

it('policies see activities as the public documents list them', () => {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  const declared = operations.flatMap((operation) => {
    if (operation.kind !== 'activity' || operation.governed.by !== 'policies') return [];
    const { resource, action, shows } = operation.governed;
    const shown = shows.length === 0 ? '' : `(${shows.join()})`;
    return [`${resource} ${action} ${operation.activityType.replace('ACTIVITY_TYPE_', '')}${shown}`];
  });
  const documented = [...DOCUMENTED.matchAll(/^(.+): (.+)$/gm)].flatMap(([, group = '', types = '']) =>
    types.split(' ').map((type) => `${group} ${type}`),
  );
  expect(documented.length).toBeGreaterThan(60);
  expect(declared).toEqual(expect.arrayContaining(documented));
});

it('only the root quorum approves the listed activities and changes of the webhook key', () => {
  const alone = Object.values(OPERATIONS).filter((one) => one.kind === 'activity' && one.governed.by === 'root quorum');
  expect(alone.map(({ name }) => name).sort()).toEqual([
    'remove_ip_allowlist',
    'remove_organization_feature',
    'rotate_webhook_key',
    'set_ip_allowlist',
    'set_organization_feature',
    'update_allowed_origins',
    'update_organization_name',
    'update_root_quorum',
  ]);
});
