import { encryptPrivateKeyToBundle, encryptSecretToBundle, encryptWalletToBundle } from '@turnkey/crypto';
import { EXAMPLE } from '../../../shared/operations/example.ts';
import {
  type Activity,
  type ActivityName,
  type ActivityOperation,
  OPERATIONS,
  type OperationName,
} from '../../../shared/operations/index.ts';
import { type Issuer, startIssuer } from '../authentication/oidc-issuer.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { loginOf } from './login-examples.ts';

let service: StartedService;
let issuer: Issuer;
let walletId: string;
let address: string;
let activityId: string;
let privateKeyId: string;
const robot = newKey();

/** Starts a service that has the objects named in the examples of all operations. */
export async function startExamples(): Promise<{ service: StartedService; stop: () => Promise<unknown> }> {
  issuer = await startIssuer();
  service = await startService({ init: { authProxyConfigId: 'gateway' } });
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Declared',
      accounts: [{ ...EXAMPLE.account, path: "m/0'" }],
    }),
  );
  activityId = activity.id;
  walletId = activity.result.createWalletResult!.walletId;
  address = activity.result.createWalletResult!.addresses[0]!;
  const keys = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        { privateKeyName: 'Declared', curve: 'CURVE_SECP256K1' as const, privateKeyTags: [], addressFormats: [] },
      ],
    }),
  );
  privateKeyId = keys.activity.result.createPrivateKeysResultV2!.privateKeys[0]!.privateKeyId!;
  // The addresses that the examples name are those of the mnemonic that everybody knows.
  await make('import_wallet', {
    ...(await ofThisService('import_wallet')),
    walletName: 'Examples',
    accounts: [
      EXAMPLE.account,
      {
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/501'/0'/0'",
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
      },
    ],
  });
  return { service, stop: () => Promise.all([service.stop(), issuer.close()]) };
}

/** Carries out the example of an activity with some members changed. Returns the first id in its result. */
export async function make(name: ActivityName, changes: Record<string, unknown>): Promise<string> {
  const operation: ActivityOperation = OPERATIONS[name];
  const body = service.envelope(operation.activityType, { ...(operation.example.parameters as object), ...changes });
  const { activity } = await service.client.request<typeof body, { activity: Activity }>(operation.path, body);
  const [id] = Object.values(activity.result?.[operation.resultMember] ?? {}).flat();
  return String(id);
}

const keyWithoutCurve = () => ({ apiKeyName: 'Another', publicKey: newKey().publicKey });
const keyWithCurve = () => ({ ...keyWithoutCurve(), curveType: 'API_KEY_CURVE_P256' });
const newUser = (userName: string) => ({ userName, authenticators: [], userTags: [] });

/** A user of that name, with a public key of their own. */
const makeUser = (userName: string, publicKey = newKey().publicKey) => {
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];
  return make('create_users', {
    users: [{ userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] }],
  });
};

/** The fingerprint of an activity that waits for a second vote. */
async function pending(walletName: string): Promise<string> {
  await makeUser(walletName, robot.publicKey).catch(() => undefined);
  await make('create_policy', { policyName: 'Two votes', condition: '', consensus: 'approvers.count() >= 2' }).catch(
    () => undefined,
  );
  const { activity } = await clientOf(service.ready.baseUrl, robot).createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }),
  );
  return activity.fingerprint;
}

/** The service imports each once. The examples name the addresses of the first. */
const mnemonics = [`${'test '.repeat(11)}junk`, `${'abandon '.repeat(11)}about`];

/** An import bundle of the service for its root user, and the values that the official package needs to check it. */
async function target(name: 'init_import_private_key' | 'init_import_wallet') {
  const { userId, organizationId } = service;
  const operation = OPERATIONS[name];
  const { activity } = await service.client.request<{ userId: string }, { activity: Activity }>(
    operation.path,
    service.envelope(operation.activityType, { userId }) as never,
  );
  const result = activity.result?.[operation.resultMember] as { importBundle: string } | undefined;
  const importBundle = result?.importBundle ?? '';
  return { userId, organizationId, importBundle, dangerouslyOverrideSignerPublicKey: service.ready.keys.signer };
}

const invitation = () => ({
  invitations: [{ ...OPERATIONS.create_invitations.example.parameters.invitations[0], senderUserId: service.userId }],
});
const BY_KEY = { requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' }] }] };
/** An MFA policy of a new user of that name. */
const mfaPolicy = async (name: string) => {
  const userId = await makeUser(name);
  return { userId, mfaPolicyId: await make('create_mfa_policy', { ...BY_KEY, userId }) };
};
const sealedSecret = async () => {
  const { organizationId } = service;
  const sealed = await encryptSecretToBundle({
    plaintext: 'secret',
    ingressTargetBundle: await make('init_import_secrets', {}),
    organizationId,
    dangerouslyOverrideSignerPublicKey: service.ready.keys.signer,
  });
  return { secrets: [{ ...sealed, encryptionSuite: 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1' }] };
};
const makeSecret = async () => make('import_secrets', await sealedSecret());
const deployed = async () => ({
  deploymentId: await make('create_tvc_deployment', { appId: await make('create_tvc_app', {}) }),
});
const identity = (aud: string) => ({
  oauthProviders: [{ providerName: 'Declared', oidcClaims: { iss: issuer.url, sub: 'operator', aud } }],
});

const ON_RAMP = 'create_fiat_on_ramp_credential';
const OF_ROOT =
  /^(init_import_(private_key|wallet)|get_user|update_user(_name|_email|_phone_number)?|get_(mfa_policies|authenticators)|create_oauth_providers)$/;

/** Members of an example that name things which exist in this service only. */
export const ofThisService = async (name: OperationName): Promise<Record<string, unknown>> => {
  const apiKeyId = async () => {
    const { activity } = await service.client.getActivity({ organizationId: service.organizationId, activityId });
    return activity.votes[0]!.user.apiKeys[0]!.apiKeyId;
  };
  const members: Partial<Record<OperationName, () => Promise<Record<string, unknown>> | Record<string, unknown>>> = {
    create_wallet: () => ({ walletName: 'Another' }),
    create_wallet_accounts: () => ({ walletId }),
    list_wallet_accounts: () => ({ walletId }),
    get_api_key: async () => ({ apiKeyId: await apiKeyId() }),
    sign_raw_payload: () => ({ signWith: address }),
    sign_raw_payloads: () => ({ signWith: address }),
    sign_transaction: () => ({ signWith: address }),
    sign_raw_payload_v1: () => ({ privateKeyId }),
    sign_transaction_v1: () => ({ privateKeyId }),
    get_wallet: () => ({ walletId }),
    get_wallet_account: () => ({ walletId, address }),
    update_wallet: () => ({ walletId, walletName: 'Renamed' }),
    delete_wallets: async () => ({ walletIds: [await make('create_wallet', { walletName: 'To delete' })] }),
    delete_wallet_accounts: async () => {
      const id = await make('create_wallet', { walletName: 'With an account' });
      const { accounts } = await service.client.getWalletAccounts({
        organizationId: service.organizationId,
        walletId: id,
      });
      return { walletAccountIds: accounts.map(({ walletAccountId }) => walletAccountId) };
    },
    delete_private_keys: async () => {
      const key = { privateKeyName: 'To delete', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] };
      await make('create_private_keys', { privateKeys: [key] });
      const { privateKeys } = await service.client.getPrivateKeys({ organizationId: service.organizationId });
      return {
        privateKeyIds: privateKeys.filter((one) => one.privateKeyName === 'To delete').map((one) => one.privateKeyId),
      };
    },
    export_wallet: () => ({ walletId }),
    get_private_key: () => ({ privateKeyId }),
    export_private_key: () => ({ privateKeyId }),
    import_private_key: async () => ({
      userId: service.userId,
      encryptedBundle: await encryptPrivateKeyToBundle({
        ...(await target('init_import_private_key')),
        privateKey: '01'.repeat(32),
        keyFormat: 'HEXADECIMAL',
      }),
    }),
    import_wallet: async () => ({
      userId: service.userId,
      encryptedBundle: await encryptWalletToBundle({
        ...(await target('init_import_wallet')),
        mnemonic: mnemonics.shift() ?? `${'zoo '.repeat(11)}wrong`,
      }),
    }),
    export_wallet_account: () => ({ address }),
    get_activity: () => ({ activityId }),
    get_policy_evaluations: () => ({ activityId }),
    approve_activity: async () => ({ fingerprint: await pending('To approve') }),
    reject_activity: async () => ({ fingerprint: await pending('To reject') }),
    create_invitations: () => invitation(),
    delete_invitation: async () => ({ invitationId: await make('create_invitations', invitation()) }),
    import_secrets: sealedSecret,
    export_secrets: async () => ({
      secrets: [{ ...OPERATIONS.export_secrets.example.parameters.secrets[0], secretId: await makeSecret() }],
    }),
    delete_secrets: async () => ({ secretIds: [await makeSecret()] }),
    create_mfa_policy: async () => ({ ...BY_KEY, userId: await makeUser('With MFA') }),
    update_mfa_policy: () => mfaPolicy(name),
    delete_mfa_policy: () => mfaPolicy(name),
    get_mfa_policy: () => mfaPolicy(name),
    get_mfa_status: () => ({ activityId }),
    delete_users: async () => ({ userIds: [await makeUser('To delete')] }),
    create_api_keys: async () => ({
      userId: await makeUser('With keys'),
      apiKeys: [keyWithCurve()],
    }),
    create_users_v1: () => ({
      users: [{ ...newUser('First version'), accessType: 'ACCESS_TYPE_API', apiKeys: [keyWithoutCurve()] }],
    }),
    create_users_v2: () => ({ users: [{ ...newUser('Second version'), apiKeys: [keyWithoutCurve()] }] }),
    create_users_v3: () => ({
      users: [{ ...newUser('Third version'), apiKeys: [keyWithCurve()], oauthProviders: [] }],
    }),
    create_api_keys_v1: async () => ({ userId: await makeUser('With first keys'), apiKeys: [keyWithoutCurve()] }),
    delete_api_keys: async () => {
      const userId = await makeUser('Without keys');
      const { apiKeys } = await service.client.getApiKeys({ organizationId: service.organizationId, userId });
      return { userId, apiKeyIds: apiKeys.map((key) => key.apiKeyId) };
    },
    create_authenticators: () => withoutAuthenticators(),
    create_authenticators_v1: async () => {
      const { userId } = await withoutAuthenticators();
      const { authenticators } = OPERATIONS.create_authenticators_v1.example.parameters;
      return { userId, authenticators: authenticators.map((one) => ({ ...one, userId })) };
    },
    get_authenticator: async () => ({ authenticatorId: await authenticatorId() }),
    delete_authenticators: async () => ({
      userId: service.userId,
      authenticatorIds: [await authenticatorId()],
    }),
    update_root_quorum: () => ({ userIds: [service.userId] }),
    create_policies: () => ({ policies: [{ policyName: 'Several', effect: 'EFFECT_DENY', condition: 'false' }] }),
    create_private_keys_v1: () => ({
      privateKeys: [{ ...OPERATIONS.create_private_keys.example.parameters.privateKeys[0], privateKeyName: 'First' }],
    }),
    update_policy: async () => ({ policyId: await make('create_policy', { policyName: 'To update' }) }),
    update_policy_v1: async () => ({ policyId: await make('create_policy', { policyName: 'To update again' }) }),
    delete_policy: async () => ({ policyId: await make('create_policy', { policyName: 'To delete' }) }),
    delete_policies: async () => ({ policyIds: [await make('create_policy', { policyName: 'To delete too' })] }),
    get_policy: async () => ({ policyId: await make('create_policy', { policyName: 'To see' }) }),
    create_oauth_providers_v1: async () => ({
      userId: service.userId,
      oauthProviders: [
        { providerName: 'Proven', oidcToken: await issuer.token(service.clock.now, { aud: 'first version' }) },
      ],
    }),
    delete_oauth_providers: async () => ({
      userId: service.userId,
      providerIds: [await make('create_oauth_providers', { userId: service.userId, ...identity('To delete') })],
    }),
    get_session_profile: async () => ({ sessionProfileId: await make('create_session_profile', {}) }),
    create_tvc_deployment: async () => ({ appId: await make('create_tvc_app', {}) }),
    delete_tvc_app_and_deployments: async () => ({ appId: await make('create_tvc_app', {}) }),
    set_tvc_app_live_deployment: deployed,
    delete_tvc_deployment: deployed,
    restore_tvc_deployment: deployed,
    get_tvc_app: async () => ({ tvcAppId: await make('create_tvc_app', {}) }),
    list_tvc_app_deployments: async () => {
      const appId = await make('create_tvc_app', {});
      await make('create_tvc_deployment', { appId });
      return { appId };
    },
    get_tvc_deployment: deployed,
    remove_ip_allowlist: async () => {
      await make('set_ip_allowlist', {});
      return {};
    },
    delete_velocity_control: async () => ({
      velocityControlId: await make('create_velocity_control', { identifier: 'to_delete' }),
    }),
    get_velocity_control: async () => ({
      velocityControlId: await make('create_velocity_control', { identifier: 'to_show' }),
    }),
    delete_smart_contract_interface: async () => ({
      smartContractInterfaceId: await make('create_smart_contract_interface', {}),
    }),
    get_smart_contract_interface: async () => ({
      smartContractInterfaceId: await make('create_smart_contract_interface', {}),
    }),
    update_oauth2_credential: async () => ({ oauth2CredentialId: await make('create_oauth2_credential', {}) }),
    delete_oauth2_credential: async () => ({ oauth2CredentialId: await make('create_oauth2_credential', {}) }),
    get_oauth2_credential: async () => ({ oauth2CredentialId: await make('create_oauth2_credential', {}) }),
    update_fiat_on_ramp_credential: async () => ({ fiatOnrampCredentialId: await make(ON_RAMP, {}) }),
    delete_fiat_on_ramp_credential: async () => ({ fiatOnrampCredentialId: await make(ON_RAMP, {}) }),
    update_webhook_endpoint: async () => ({ endpointId: await make('create_webhook_endpoint', {}) }),
    delete_webhook_endpoint: async () => ({ endpointId: await make('create_webhook_endpoint', {}) }),
    list_webhook_deliveries: async () => ({ endpointId: await make('create_webhook_endpoint', {}) }),
    replay_failed_webhook_deliveries: async () => ({ endpointId: await make('create_webhook_endpoint', {}) }),
    send_test_webhook_delivery: async () => ({ endpointId: await make('create_webhook_endpoint', {}) }),
    list_webhook_attempts: async () => ({ deliveryId: await deliveryId() }),
    get_webhook_delivery: async () => ({ deliveryId: await deliveryId() }),
    replay_webhook_delivery: async () => ({ deliveryId: await deliveryId() }),
    create_user_tag: () => ({ userIds: [service.userId] }),
    update_user_tag: async () => ({
      userTagId: await make('create_user_tag', { userTagName: 'To update', userIds: [] }),
      addUserIds: [service.userId],
    }),
    delete_user_tags: async () => ({
      userTagIds: [await make('create_user_tag', { userTagName: 'To delete', userIds: [] })],
    }),
    create_private_key_tag: () => ({ privateKeyIds: [privateKeyId] }),
    update_private_key_tag: async () => ({
      privateKeyTagId: await make('create_private_key_tag', { privateKeyTagName: 'To update', privateKeyIds: [] }),
      addPrivateKeyIds: [privateKeyId],
    }),
    delete_private_key_tags: async () => ({
      privateKeyTagIds: [await make('create_private_key_tag', { privateKeyTagName: 'To delete', privateKeyIds: [] })],
    }),
  };
  const deliveryId = async () => {
    const { path } = OPERATIONS.list_webhook_deliveries;
    const body = { organizationId: service.organizationId, endpointId: await make('create_webhook_endpoint', {}) };
    type Log = { webhookDeliveries: { deliveryId: string }[] };
    return (await service.client.request<typeof body, Log>(path, body)).webhookDeliveries[0]?.deliveryId;
  };
  const authenticatorId = async () => {
    const { organizationId, userId } = service;
    const { authenticators } = await service.client.getAuthenticators({ organizationId, userId });
    return authenticators[0]?.authenticatorId ?? (await make('create_authenticators', { userId }));
  };
  const withoutAuthenticators = async () => {
    const { userId } = service;
    await make('delete_authenticators', { userId, authenticatorIds: [await authenticatorId()] });
    return { userId };
  };
  if (OF_ROOT.test(name)) return { userId: service.userId };
  const register = (aud: string) => make('create_oauth_providers', { userId: service.userId, ...identity(aud) });
  const login = await loginOf(name, { service, issuer, register });
  if (login !== undefined) return login;
  return (await members[name]?.()) ?? {};
};
