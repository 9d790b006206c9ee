import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient as Client1 } from 'turnkey-http-1';
import { TurnkeyClient as Client2 } from 'turnkey-http-2';
import { TurnkeyClient as Client3 } from 'turnkey-http-3';
import { Turnkey as Server4 } from 'turnkey-sdk-server-4';
import { Turnkey as Server5 } from 'turnkey-sdk-server-5';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NOON, newKey, type StartedService, startService } from '../contract/start-service.ts';
import { stampedAt } from './service-client.ts';

/** The first three major versions of the official HTTP client, and two earlier ones of the server package. */
let service = {} as StartedService;
beforeAll(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  service = await startService();
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
});

const keyOf = () => ({ apiKeyName: 'Key', publicKey: newKey().publicKey });
const stamper = () => new ApiKeyStamper({ apiPublicKey: service.key.publicKey, apiPrivateKey: service.key.privateKey });

describe('version 1 of the HTTP client', () => {
  const client = () => new Client1({ baseUrl: service.ready.baseUrl }, stamper());

  it('makes a sub-organization with private keys', async () => {
    const { activity } = await client().createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3', {
        subOrganizationName: 'Customer of version 3',
        rootUsers: [{ userName: 'Customer', apiKeys: [keyOf()], authenticators: [] }],
        rootQuorumThreshold: 1,
        privateKeys: [
          {
            privateKeyName: 'First',
            curve: 'CURVE_SECP256K1',
            privateKeyTags: [],
            addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
          },
        ],
      }),
    );
    const result = activity.result.createSubOrganizationResultV3;
    expect(result).toMatchObject({
      subOrganizationId: expect.any(String),
      privateKeys: [{ privateKeyId: expect.any(String), addresses: [{ address: expect.stringMatching(/^0x/) }] }],
    });
    const organizationId = result?.subOrganizationId ?? '';
    const { privateKeys } = await service.client.getPrivateKeys({ organizationId });
    expect(privateKeys.map(({ privateKeyId }) => privateKeyId)).toEqual([result?.privateKeys[0]?.privateKeyId]);
  });

  it('sets the origins of passkeys, and reads them', async () => {
    const allowedOrigins = ['https://app.example.com', 'https://desk.example.com'];
    await client().updateAllowedOrigins(service.envelope('ACTIVITY_TYPE_UPDATE_ALLOWED_ORIGINS', { allowedOrigins }));
    const { organizationId } = service;
    const { organizationData } = await client().getOrganization({ organizationId });
    expect(organizationData.allowedOrigins).toEqual(allowedOrigins);
  });

  it('makes users, keys and policies, and signs with a private key by its id', async () => {
    const { activity } = await client().createUsers(
      service.envelope('ACTIVITY_TYPE_CREATE_USERS_V2', {
        users: [
          {
            userName: 'Version 2',
            accessType: 'ACCESS_TYPE_ALL',
            apiKeys: [keyOf()],
            authenticators: [],
            userTags: [],
          },
        ],
      }),
    );
    const [userId = ''] = activity.result.createUsersResult?.userIds ?? [];
    const added = await client().createApiKeys(
      service.envelope('ACTIVITY_TYPE_CREATE_API_KEYS', { userId, apiKeys: [{ ...keyOf(), apiKeyName: 'Second' }] }),
    );
    expect(added.activity.result.createApiKeysResult?.apiKeyIds).toHaveLength(1);
    const { user } = await service.client.getUser({ organizationId: service.organizationId, userId });
    expect(user.apiKeys.map(({ credential }) => credential.type)).toEqual([
      'CREDENTIAL_TYPE_API_KEY_P256',
      'CREDENTIAL_TYPE_API_KEY_P256',
    ]);

    const made = await client().createPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: 'Old', effect: 'EFFECT_ALLOW', notes: '' }),
    );
    const policyId = made.activity.result.createPolicyResult?.policyId ?? '';
    const updated = await client().updatePolicy(
      service.envelope('ACTIVITY_TYPE_UPDATE_POLICY', { policyId, policyEffect: 'EFFECT_DENY' }),
    );
    expect(updated.activity.result.updatePolicyResult).toEqual({ policyId });
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));

    const keys = await service.client.createPrivateKeys(
      service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
        privateKeys: [{ privateKeyName: 'Old', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] }],
      }),
    );
    const privateKeyId = keys.activity.result.createPrivateKeysResultV2?.privateKeys[0]?.privateKeyId ?? '';
    const signed = await client().signRawPayload(
      service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD', {
        privateKeyId,
        payload: 'aa'.repeat(32),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    );
    expect(signed.activity.result.signRawPayloadResult?.r).toMatch(/^[0-9a-f]{64}$/);
  });
});

const customer = (userName: string) => ({
  userName,
  apiKeys: [{ ...keyOf(), curveType: 'API_KEY_CURVE_P256' as const }],
  authenticators: [],
  oauthProviders: [],
});

describe.each([
  ['2', Client2],
  ['3', Client3],
] as const)('version %s of the HTTP client', (version, Client) => {
  it('makes a sub-organization with a wallet, and users', async () => {
    const client = new Client({ baseUrl: service.ready.baseUrl }, stamper());
    const { activity } = await client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
        subOrganizationName: `Customer of client ${version}`,
        rootUsers: [{ ...customer('Customer'), userPhoneNumber: '+491701234567' }],
        rootQuorumThreshold: 1,
        wallet: { walletName: 'Savings', accounts: [] },
      }),
    );
    expect(activity).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
      intent: { createSubOrganizationIntentV7: { subOrganizationName: `Customer of client ${version}` } },
      result: { createSubOrganizationResultV7: { wallet: { addresses: [] }, rootUserIds: [expect.any(String)] } },
    });
    const users = await client.createUsers(
      service.envelope('ACTIVITY_TYPE_CREATE_USERS_V3', {
        users: [{ ...customer(`Client ${version}`), userTags: [] }],
      }),
    );
    expect(users.activity.result.createUsersResult?.userIds).toHaveLength(1);
  });
});

it('version 2 of the HTTP client sends a code and trades it for a key', async () => {
  const client = new Client2({ baseUrl: service.ready.baseUrl }, stamper());
  const sent = await client.initOtpAuth(
    service.envelope('ACTIVITY_TYPE_INIT_OTP_AUTH_V2', { otpType: 'OTP_TYPE_EMAIL', contact: 'operator@example.com' }),
  );
  const { otpId } = sent.activity.result.initOtpAuthResultV2!;
  const { activity } = await client.otpAuth(
    service.envelope('ACTIVITY_TYPE_OTP_AUTH', {
      otpId,
      otpCode: service.posted.at(-1)!.code,
      targetPublicKey: newKey().publicKey,
    }),
  );
  expect(activity.result.otpAuthResult).toMatchObject({
    userId: service.userId,
    credentialBundle: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]+$/),
  });
});

describe.each([
  ['4', Server4],
  ['5', Server5],
] as const)('version %s of the server package', (version, Server) => {
  it('makes a sub-organization, whose user logs in with a code', async () => {
    const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = service.key;
    const client = new Server({
      apiBaseUrl: service.ready.baseUrl,
      defaultOrganizationId: service.organizationId,
      apiPublicKey,
      apiPrivateKey,
      activityPoller: { intervalMs: 1, numRetries: 0 },
    }).apiClient();
    const contact = `customer-${version}@example.com`;
    const { subOrganizationId, rootUserIds } = await client.createSubOrganization({
      ...stampedAt(service),
      subOrganizationName: `Customer of server ${version}`,
      rootUsers: [{ ...customer('Customer'), userEmail: contact }],
      rootQuorumThreshold: 1,
    });
    expect(rootUserIds).toHaveLength(1);
    const started = await client.initOtp({
      ...stampedAt(service),
      organizationId: subOrganizationId,
      appName: 'Desk',
      otpType: 'OTP_TYPE_EMAIL',
      contact,
    });
    expect(started.otpId).toMatch(/./);
    expect(service.posted.at(-1)).toMatchObject({ to: contact });
  });
});
