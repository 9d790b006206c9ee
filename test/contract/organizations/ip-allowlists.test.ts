import { request as httpRequest } from 'node:http';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, uncompressRawPublicKey as uncompress } from '@turnkey/crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GATEWAY_HEADER } from '../../../shared/operations/index.ts';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeEach(async () => {
  service = await startService({ init: { authProxyConfigId: 'gateway' } });
});
afterEach(() => service.stop());

type Rules = { cidr: string; label?: string }[];
type Wishes = { publicKey?: string; enabled?: boolean; rules?: Rules; onEvaluationError?: string };
const set = (wishes: Wishes) =>
  service.client.setIpAllowlist(service.envelope('ACTIVITY_TYPE_SET_IP_ALLOWLIST', wishes));
const remove = (publicKey?: string) =>
  service.client.removeIpAllowlist(
    service.envelope('ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST', publicKey === undefined ? {} : { publicKey }),
  );
const get = async (publicKey?: string) => {
  const body = { organizationId: service.organizationId, ...(publicKey === undefined ? {} : { publicKey }) };
  return (await service.client.getIpAllowlist(body)).allowlist;
};

/** Sends whoami with the key from an address of this machine. Returns the status and the message. */
async function askFrom(address: string, key: ClientKey = service.key, organizationId = service.organizationId) {
  const body = JSON.stringify({ organizationId });
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
  const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
  return post(
    address,
    `${service.ready.baseUrl}/public/v1/query/whoami`,
    { [stampHeaderName]: stampHeaderValue },
    body,
  );
}

function post(localAddress: string, url: string, headers: Record<string, string>, body: string) {
  const { hostname, port, pathname: path } = new URL(url);
  return new Promise<{ status: number; message: string }>((done, fail) => {
    const asking = httpRequest(
      { hostname, port, path, method: 'POST', localAddress, agent: false, headers },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        done({ status: response.statusCode ?? 0, message: JSON.parse(text).message ?? '' });
      },
    );
    asking.on('error', fail);
    asking.end(body);
  });
}
const statusFrom = async (...asked: Parameters<typeof askFrom>) => (await askFrom(...asked)).status;

async function makeUser(userName: string, key = newKey()) {
  const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  return key;
}

describe('an IP allowlist', () => {
  it('refuses requests from other addresses, also after a restart, until it is removed', async () => {
    expect(await statusFrom('127.0.0.9')).toBe(200);
    await set({ enabled: true, rules: [{ cidr: '127.0.0.0/29', label: 'Service' }, { cidr: '2001:db8::/32' }] });
    expect(await get()).toEqual({
      organizationId: service.organizationId,
      enabled: true,
      onEvaluationError: 'DENY',
      rules: [
        { cidr: '127.0.0.0/29', label: 'Service', createdAt: String(service.clock.now) },
        { cidr: '2001:db8::/32', createdAt: String(service.clock.now) },
      ],
    });
    const refused = {
      status: 403,
      message: 'request not authorized: the IP allowlist does not admit requests from 127.0.0.9',
    };
    expect(await askFrom('127.0.0.9')).toEqual(refused);
    expect(await statusFrom('127.0.0.7')).toBe(200);
    await service.restart();
    expect(await askFrom('127.0.0.9')).toEqual(refused);
    await remove();
    expect(await statusFrom('127.0.0.9')).toBe(200);
    expect(await get()).toMatchObject({ enabled: false, rules: [] });
    await expect(remove()).rejects.toThrow('there is none to remove');
  });

  it('also applies to the gateway, which needs no stamp', async () => {
    await set({ rules: [{ cidr: '127.0.0.1/32' }] });
    const url = `${service.ready.authUrl}/v1/otp_init_v2`;
    const start = (address: string) =>
      post(address, url, { [GATEWAY_HEADER]: 'gateway' }, '{"otpType":"OTP_TYPE_EMAIL","contact":"new@example.com"}');
    expect(await start('127.0.0.9')).toMatchObject({ status: 403, message: expect.stringContaining('127.0.0.9') });
    expect(service.posted).toEqual([]);
    expect(await start('127.0.0.1')).toMatchObject({ status: 200 });
  });

  it('is not disclosed to requests without a valid stamp', async () => {
    await set({ rules: [{ cidr: '127.0.0.1/32' }] });
    const { status, message } = await askFrom('127.0.0.9', newKey());
    expect([status, message]).toEqual([401, expect.stringContaining('could not find public key')]);
  });

  it('can be staged, enabled and disabled with the same rules', async () => {
    await set({ enabled: false, rules: [{ cidr: '127.0.0.1/32' }] });
    expect(await statusFrom('127.0.0.9')).toBe(200);
    await set({ enabled: true });
    expect(await statusFrom('127.0.0.9')).toBe(403);
    await set({ rules: [{ cidr: '127.0.0.1/32' }, { cidr: '127.0.0.9/32' }] });
    expect(await statusFrom('127.0.0.9')).toBe(200);
    expect(await statusFrom('127.0.0.8')).toBe(403);
    await set({ enabled: false });
    expect(await statusFrom('127.0.0.8')).toBe(200);
    expect((await get()).rules).toHaveLength(2);
  });

  it('of an API key replaces the organization’s while that one is enabled', async () => {
    const key = await makeUser('Robot');
    const rules = [{ cidr: '127.0.0.1/32' }, { cidr: '127.0.0.9/32' }];
    await set({ publicKey: key.publicKey.toUpperCase(), rules });
    expect(await statusFrom('127.0.0.5', key)).toBe(200);
    await set({ rules: [{ cidr: '127.0.0.0/29' }] });
    expect(await statusFrom('127.0.0.5', key)).toBe(403);
    expect(await statusFrom('127.0.0.9', key)).toBe(200);
    expect(await statusFrom('127.0.0.5')).toBe(200);
    expect(await statusFrom('127.0.0.9')).toBe(403);
    expect(await get(key.publicKey)).toEqual({
      organizationId: service.organizationId,
      publicKey: key.publicKey,
      onEvaluationError: 'DENY',
      rules: rules.map((rule) => ({ ...rule, createdAt: expect.any(String) })),
    });
    await remove(key.publicKey);
    await expect(get(key.publicKey)).rejects.toThrow('no IP allowlist found');
    expect(await statusFrom('127.0.0.5', key)).toBe(200);
    expect(await statusFrom('127.0.0.9', key)).toBe(403);
    await expect(set({ publicKey: newKey().publicKey, rules: [] })).rejects.toThrow('no api key found');
  });

  it('of an API key is found by every spelling of its public key', async () => {
    const key = await makeUser('Robot');
    const uncompressed = Buffer.from(uncompress(Buffer.from(key.publicKey, 'hex'))).toString('hex');
    await set({ rules: [{ cidr: '127.0.0.1/32' }] });
    await set({ publicKey: uncompressed, rules: [{ cidr: '127.0.0.0/29' }] });
    expect(await statusFrom('127.0.0.5', key)).toBe(200);
    for (const spelling of [key.publicKey, key.publicKey.toUpperCase(), uncompressed])
      expect(await get(spelling)).toMatchObject({ publicKey: key.publicKey });
    await remove(uncompressed.toUpperCase());
    expect(await statusFrom('127.0.0.5', key)).toBe(403);
    await expect(get('no key')).rejects.toThrow('no IP allowlist found');
  });

  it('of an API key is deleted with the key', async () => {
    const key = await makeUser('Robot');
    const { organizationId } = service;
    const register = () => makeUser('Robot again', key);
    const endedBy = async (end: () => Promise<unknown>) => {
      await set({ publicKey: key.publicKey, rules: [{ cidr: '127.0.0.0/29' }] });
      expect(await statusFrom('127.0.0.5', key)).toBe(200);
      await end();
      await expect(get(key.publicKey)).rejects.toThrow('no IP allowlist found');
      await register();
      expect(await statusFrom('127.0.0.5', key)).toBe(403);
    };
    const userOfKey = async () => {
      const { users } = await service.client.getUsers({ organizationId });
      return users.find(({ apiKeys }) => apiKeys.some(({ credential }) => credential.publicKey === key.publicKey))!;
    };
    await set({ rules: [{ cidr: '127.0.0.1/32' }] });
    await endedBy(async () => {
      const { userId, apiKeys } = await userOfKey();
      const apiKeyIds = apiKeys.map(({ apiKeyId }) => apiKeyId);
      await service.client.deleteApiKeys(service.envelope('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds }));
    });
    await endedBy(async () => {
      const userIds = [(await userOfKey()).userId];
      await service.client.deleteUsers(service.envelope('ACTIVITY_TYPE_DELETE_USERS', { userIds }));
    });
    await service.restart();
    expect(await statusFrom('127.0.0.5', key)).toBe(403);
  });

  it('of a session’s key applies to its next login, and ends when the key expires', async () => {
    const session = newKey();
    const login = () =>
      service.client.stampLogin(
        service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: session.publicKey, expirationSeconds: '60' }),
      );
    await login();
    await set({ rules: [{ cidr: '127.0.0.0/29' }] });
    await set({ publicKey: session.publicKey, rules: [{ cidr: '127.0.0.1/32' }] });
    await login();
    expect(await statusFrom('127.0.0.5', session)).toBe(403);
    service.clock.now += 60_000;
    await expect(get(session.publicKey)).rejects.toThrow('no IP allowlist found');
    await expect(remove(session.publicKey)).rejects.toThrow('there is none to remove');
  });

  it('of an API key also applies to its sessions and to their sessions', async () => {
    const [key, session, further] = [await makeUser('Robot'), newKey(), newKey()];
    await set({ rules: [{ cidr: '127.0.0.0/29' }] });
    await set({ publicKey: key.publicKey, rules: [{ cidr: '127.0.0.1/32' }] });
    const login = (by: ClientKey, { publicKey }: ClientKey) =>
      clientOf(service.ready.baseUrl, by).stampLogin(service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey }));
    await login(key, session);
    await login(session, further);
    const target = newKey();
    const { activity } = await clientOf(service.ready.baseUrl, key).createReadWriteSession(
      service.envelope('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: target.publicKey }),
    );
    const { apiKeyId, credentialBundle } = activity.result.createReadWriteSessionResultV2!;
    const { organizationId } = service;
    const { credential } = (await service.client.getApiKey({ organizationId, apiKeyId })).apiKey;
    const privateKey = decryptCredentialBundle(credentialBundle, target.privateKey);
    for (const one of [session, further, { publicKey: credential.publicKey, privateKey }]) {
      expect(await statusFrom('127.0.0.1', one)).toBe(200);
      expect(await statusFrom('127.0.0.5', one)).toBe(403);
    }
  });

  it.each([
    ['no block', { rules: [{ cidr: '127.0.0.1' }] }, 'no CIDR block'],
    ['a short form', { rules: [{ cidr: '127.1/8' }] }, 'no CIDR block'],
    ['a prefix that is too long', { rules: [{ cidr: '127.0.0.0/33' }] }, 'no CIDR block'],
    ['no rule while it is enabled', { enabled: true }, 'does not admit 127.0.0.1'],
    ['no address of this machine', { rules: [{ cidr: '203.0.113.0/24' }] }, 'does not admit 127.0.0.1'],
    ['another address of this machine', { rules: [{ cidr: '127.0.0.2/32' }] }, 'does not admit 127.0.0.1'],
    ['IPv4 in IPv6 spelling', { rules: [{ cidr: '::ffff:127.0.0.1/128' }] }, 'no CIDR block'],
    [
      'requests from unknown addresses',
      { rules: [{ cidr: '127.0.0.0/8' }], onEvaluationError: 'ALLOW' },
      'address cannot be read',
    ],
  ])('with %s is refused', async (_what, wishes, says) => {
    await expect(set(wishes)).rejects.toThrow(says);
    expect(await get()).toMatchObject({ enabled: false, rules: [] });
  });

  it('is set only by the root quorum', async () => {
    const key = await makeUser('Robot');
    const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
    const body = JSON.stringify(
      service.envelope('ACTIVITY_TYPE_SET_IP_ALLOWLIST', { rules: [{ cidr: '127.0.0.0/8' }] }),
    );
    const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
    const response = await fetch(`${service.ready.baseUrl}/public/v1/submit/set_ip_allowlist`, {
      method: 'POST',
      headers: { [stampHeaderName]: stampHeaderValue },
      body,
    });
    expect(response.status).toBe(403);
  });

  it('applies to its own users in a sub-organization, but not to that organization’s users', async () => {
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
    await set({ rules: [{ cidr: '127.0.0.1/32' }] });
    expect(await statusFrom('127.0.0.9', key, subOrganizationId)).toBe(200);
    expect(await statusFrom('127.0.0.9', service.key, subOrganizationId)).toBe(403);
    const body = JSON.stringify({
      ...service.envelope('ACTIVITY_TYPE_SET_IP_ALLOWLIST', { rules: [{ cidr: '127.0.0.0/8' }] }),
      organizationId: subOrganizationId,
    });
    const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
    const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
    const response = await fetch(`${service.ready.baseUrl}/public/v1/submit/set_ip_allowlist`, {
      method: 'POST',
      headers: { [stampHeaderName]: stampHeaderValue },
      body,
    });
    expect(await response.json()).toMatchObject({
      code: 3,
      message: expect.stringContaining('a sub-organization has none'),
    });
  });
});
