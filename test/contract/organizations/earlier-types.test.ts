import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPasskey } from '../authentication/software-passkey.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/** The bodies of earlier public clients, as they send them. */
let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

interface Answer {
  readonly activity: {
    readonly type: string;
    readonly status: string;
    readonly intent: Readonly<Record<string, unknown>>;
    readonly result: Readonly<Record<string, { readonly [member: string]: string | string[] }>>;
  };
}
const send = async (path: string, type: string, parameters: object, client = service.client) =>
  (await client.request<object, Answer>(`/public/v1/submit/${path}`, service.envelope(type, parameters))).activity;

/** Makes an API user as version 1 does. */
const makeUser = async () => {
  const key = newKey();
  const { result } = await send('create_users', 'ACTIVITY_TYPE_CREATE_USERS', {
    users: [
      {
        userName: 'Robot',
        accessType: 'ACCESS_TYPE_API',
        apiKeys: [{ apiKeyName: 'Key', publicKey: key.publicKey }],
        authenticators: [],
        userTags: [],
      },
    ],
  });
  const [userId = ''] = result.createUsersResult?.userIds ?? [];
  return { key, userId };
};
const makeKey = async (privateKeyName: string) => {
  const { result } = await send('create_private_keys', 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS', {
    privateKeys: [
      {
        privateKeyName,
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        privateKeyTags: [],
      },
    ],
  });
  return result.createPrivateKeysResult?.privateKeyIds?.[0] ?? '';
};
const PAYLOAD = {
  payload: '00'.repeat(32),
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
};

describe('the first and second version of create_policy', () => {
  const binding = (userId: string, privateKeyId: string, target: (one: string) => object) => ({
    effect: 'EFFECT_ALLOW',
    policyName: 'Binds a user to a private key',
    notes: 'some note',
    selectors: [
      { subject: 'activity.type', operator: 'OPERATOR_EQUAL', ...target('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD') },
      { subject: 'user.id', operator: 'OPERATOR_EQUAL', ...target(userId) },
      { subject: 'activity.private_key.id', operator: 'OPERATOR_EQUAL', ...target(privateKeyId) },
    ],
  });

  it.each([
    ['ACTIVITY_TYPE_CREATE_POLICY', 'createPolicyIntent', (target: string) => ({ target })],
    ['ACTIVITY_TYPE_CREATE_POLICY_V2', 'createPolicyIntentV2', (target: string) => ({ targets: [target] })],
  ] as const)('%s lets exactly the named user sign with exactly the named key', async (type, intent, target) => {
    const [robot, other] = [await makeUser(), await makeUser()];
    const [own, stranger] = [await makeKey('Own'), await makeKey('Other')];
    const parameters = binding(robot.userId, own, target);
    const activity = await send('create_policy', type, parameters);
    expect(activity).toMatchObject({ type, status: 'ACTIVITY_STATUS_COMPLETED', intent: { [intent]: parameters } });
    const policyId = String(activity.result.createPolicyResult?.policyId);
    const { policy } = await service.client.getPolicy({ organizationId: service.organizationId, policyId });
    expect(policy).toMatchObject({
      condition: `activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD' && private_key.id == '${own}'`,
      consensus: `approvers.any(user, user.id == '${robot.userId}')`,
      notes: 'some note',
    });
    const sign = (key: typeof robot.key, privateKeyId: string) =>
      send(
        'sign_raw_payload',
        'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD',
        { privateKeyId, ...PAYLOAD },
        clientOf(service.ready.baseUrl, key),
      );
    expect((await sign(robot.key, own)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(sign(robot.key, stranger)).rejects.toThrow("You don't have sufficient permissions");
    await expect(sign(other.key, own)).rejects.toThrow("You don't have sufficient permissions");
  });

  it('refuses a selector without one meaning, and makes no policy', async () => {
    const selectors = [{ subject: 'user.tags', operator: 'OPERATOR_CONTAINS_ONE', targets: ['Signers'] }];
    const parameters = { policyName: 'Signers', effect: 'EFFECT_ALLOW', selectors };
    await expect(send('create_policy', 'ACTIVITY_TYPE_CREATE_POLICY_V2', parameters)).rejects.toThrow(
      '/parameters/selectors/0/subject must be activity.type, activity.private_key.id or user.id. ' +
        'Write other selectors as the condition or consensus of ACTIVITY_TYPE_CREATE_POLICY_V3, ' +
        "such as approvers.any(user, user.tags.contains('TAG_ID')) for user.tags",
    );
    const { policies } = await service.client.getPolicies({ organizationId: service.organizationId });
    expect(policies).toEqual([]);
  });
});

describe('the first version of passkeys', () => {
  const credentialOf = (userId: string, passkey = createPasskey()) => {
    const { authenticatorName, challenge, attestation } = passkey.register('Laptop');
    const { credentialId, clientDataJson, attestationObject } = attestation;
    return {
      authenticatorName,
      userId,
      challenge,
      attestation: {
        id: credentialId,
        type: 'public-key',
        rawId: credentialId,
        authenticatorAttachment: null,
        response: { clientDataJson, attestationObject },
        clientExtensionResults: { credProps: { rk: true } },
      },
    };
  };
  const authenticatorsOf = async (userId: string) =>
    (await service.client.getAuthenticators({ organizationId: service.organizationId, userId })).authenticators;

  it('registers with create_authenticators', async () => {
    const passkey = createPasskey();
    const { userId } = service;
    const parameters = { userId, authenticators: [credentialOf(userId, passkey)] };
    const activity = await send('create_authenticators', 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS', parameters);
    const attestation = { id: passkey.credentialId, rawId: passkey.credentialId };
    expect(activity.intent).toMatchObject({
      createAuthenticatorsIntent: { userId, authenticators: [{ attestation }] },
    });
    expect(await authenticatorsOf(userId)).toMatchObject([
      { authenticatorName: 'Laptop', credentialId: passkey.credentialId, transports: [] },
    ]);
  });

  it('registers with create_users, for the new user', async () => {
    const passkey = createPasskey();
    const user = {
      userName: 'Colleague',
      accessType: 'ACCESS_TYPE_WEB',
      apiKeys: [],
      authenticators: [credentialOf(service.userId, passkey)],
      userTags: [],
    };
    const { result } = await send('create_users', 'ACTIVITY_TYPE_CREATE_USERS', { users: [user] });
    const [userId = ''] = result.createUsersResult?.userIds ?? [];
    expect(await authenticatorsOf(userId)).toMatchObject([{ credentialId: passkey.credentialId }]);
    expect(await authenticatorsOf(service.userId)).toEqual([]);
  });

  it('is refused for another user and for another access type', async () => {
    const { userId } = await makeUser();
    const authenticators = [credentialOf(service.userId)];
    await expect(
      send('create_authenticators', 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS', { userId, authenticators }),
    ).rejects.toThrow('must name the same user in userId and in each authenticator');
    const user = { userName: 'Robot', accessType: 'ACCESS_TYPE_API', apiKeys: [], authenticators, userTags: [] };
    await expect(send('create_users', 'ACTIVITY_TYPE_CREATE_USERS', { users: [user] })).rejects.toThrow(
      'must have an empty list of authenticators with ACCESS_TYPE_API',
    );
  });
});
