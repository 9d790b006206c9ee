import { decryptCredentialBundle } from '@turnkey/crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const as = (key: ClientKey) => clientOf(service.ready.baseUrl, key);
const whoami = (key: ClientKey) => as(key).getWhoami({ organizationId: service.organizationId });

type Wishes = { userId?: string; apiKeyName?: string; expirationSeconds?: string; invalidateExisting?: boolean };

/** A read-write session of the user who has `by`, with its key opened by the official package. */
async function open(wishes: Wishes = {}, by = service.key, organizationId = service.organizationId) {
  const target = newKey();
  const parameters = { targetPublicKey: target.publicKey, ...wishes };
  const body = { ...service.envelope('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', parameters), organizationId };
  const { activity } = await as(by).createReadWriteSession(body);
  const result = activity.result.createReadWriteSessionResultV2!;
  return { activity, result, key: await keyOf(result, target) };
}

async function keyOf(
  {
    apiKeyId,
    credentialBundle,
    organizationId,
  }: { apiKeyId: string; credentialBundle: string; organizationId: string },
  target: ClientKey,
) {
  const { apiKey } = await service.client.getApiKey({ organizationId, apiKeyId });
  const privateKey = decryptCredentialBundle(credentialBundle, target.privateKey);
  return { privateKey, publicKey: apiKey.credential.publicKey };
}

async function makeUser(userName: string) {
  const key = newKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  const body = service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users });
  const { activity } = await service.client.createUsers(body);
  return { key, userId: activity.result.createUsersResult!.userIds[0]! };
}

describe('a read-write session', () => {
  it('is the caller’s key for fifteen minutes, which only the target key opens', async () => {
    const { result, key } = await open();
    const { organizationId, userId } = service;
    expect(result).toEqual({
      organizationId,
      organizationName: 'Treasury',
      userId,
      username: 'Operator',
      apiKeyId: expect.any(String),
      credentialBundle: expect.any(String),
    });
    const { apiKey } = await service.client.getApiKey({ organizationId, apiKeyId: result.apiKeyId });
    expect(apiKey).toMatchObject({
      apiKeyName: expect.stringMatching(/^Read Write Session - 2025-11-20T/),
      credential: { type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256', publicKey: key.publicKey },
      expirationSeconds: '900',
    });
    const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'In a session', accounts: [] });
    await expect(as(key).createWallet(body)).resolves.toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    });
    service.clock.now += 901_000;
    await expect(whoami(key)).rejects.toThrow('expired api key');
  });

  it('takes a duration and a name, and ends earlier sessions on request', async () => {
    const first = await open({ apiKeyName: 'Phone', expirationSeconds: '60', userId: service.userId.toUpperCase() });
    const { apiKey } = await service.client.getApiKey({
      organizationId: service.organizationId,
      apiKeyId: first.result.apiKeyId,
    });
    expect(apiKey).toMatchObject({ apiKeyName: 'Phone', expirationSeconds: '60' });
    const second = await open();
    await whoami(first.key);
    const third = await open({ invalidateExisting: true });
    for (const { key } of [first, second]) await expect(whoami(key)).rejects.toThrow('could not find public key');
    await whoami(third.key);
    await whoami(service.key);
  });

  it('can be created by any user, only for that user', async () => {
    const { key, userId } = await makeUser('Other');
    const own = await open({}, key);
    expect(own.result).toMatchObject({ userId, username: 'Other' });
    await expect(whoami(own.key)).resolves.toMatchObject({ userId });
    await expect(open({ userId: service.userId }, key)).rejects.toThrow('only for the user who asks');
    await expect(open({ userId })).rejects.toThrow('Turnkey error 7: request not authorized: a read-write session');
    const { apiKeys } = await service.client.getApiKeys({ organizationId: service.organizationId });
    expect(apiKeys).toHaveLength(3);
  });

  it('is denied by a policy against logins without a session profile', async () => {
    const { key } = await makeUser('Other');
    const policy = {
      policyName: 'Limited sessions',
      effect: 'EFFECT_DENY' as const,
      condition: "activity.resource == 'AUTH' && activity.params.session_profile_id == ''",
      consensus: 'true',
      notes: '',
    };
    await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    await expect(open({}, key)).rejects.toThrow('policy engine denied request explicitly');
  });

  it('belongs to the caller’s sub-organization when the request names its parent', async () => {
    const key = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const rootUsers = [{ userName: 'End user', apiKeys, authenticators: [], oauthProviders: [] }];
    const { activity } = await service.client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: 'Below',
        rootUsers,
        rootQuorumThreshold: 1,
      }),
    );
    const { subOrganizationId } = activity.result.createSubOrganizationResultV8!;
    const { result } = await open({}, key);
    expect(result).toMatchObject({ organizationId: subOrganizationId, username: 'End user' });
    await expect(open({}, service.key, subOrganizationId)).rejects.toThrow('a parent organization can only read');
  });

  it('needs a target key that is a point of P-256', async () => {
    const body = service.envelope('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
      targetPublicKey: `04${'11'.repeat(64)}`,
    });
    await expect(service.client.createReadWriteSession(body)).rejects.toThrow('invalid target public key');
  });

  it('of version 1 names the caller by email', async () => {
    const target = newKey();
    const ask = (email: string) => {
      const parameters = { targetPublicKey: target.publicKey, email };
      const body = service.envelope('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION', parameters);
      return service.client.createReadWriteSession(body as never);
    };
    const { activity } = await ask('Operator@example.com');
    expect(activity.intent).toHaveProperty('createReadWriteSessionIntent');
    const result = activity.result.createReadWriteSessionResult!;
    await expect(whoami(await keyOf(result, target))).resolves.toMatchObject({ userId: service.userId });
    await expect(ask('other@example.com')).rejects.toThrow('only for the user who asks');
  });

  it('counts as a session for MFA policies, not as an API key', async () => {
    const { key, userId } = await makeUser('Other');
    const session = await open({}, key);
    const byKey = { requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' as const }] }] };
    await service.client.createMfaPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_MFA_POLICY', {
        ...byKey,
        userId,
        mfaPolicyName: 'By key',
        condition: 'true',
        order: 0,
      }),
    );
    const { activity } = await open({}, key);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const body = service.envelope('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
      targetPublicKey: newKey().publicKey,
    });
    const waiting = await as(session.key).createReadWriteSession(body);
    expect(waiting.activity.status).toBe('ACTIVITY_STATUS_AUTHENTICATORS_NEEDED');
  });
});
