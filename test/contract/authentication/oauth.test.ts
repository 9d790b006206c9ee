import { createHash } from 'node:crypto';
import { decryptCredentialBundle, verifySessionJwtSignature } from '@turnkey/crypto';
import { generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { AUDIENCE, type Issuer, startIssuer } from './oidc-issuer.ts';

let service: StartedService;
let issuer: Issuer;
beforeEach(async () => {
  [service, issuer] = await Promise.all([startService(), startIssuer()]);
});
afterEach(() => Promise.all([service.stop(), issuer.close()]));

const nonceOf = ({ publicKey }: ClientKey) => createHash('sha256').update(publicKey).digest('hex');
const provider = (identity: object) => ({ providerName: 'Issuer', ...identity });
async function register(...identities: object[]) {
  const parameters = { userId: service.userId, oauthProviders: identities.map(provider) };
  const body = service.envelope('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', parameters);
  const { activity } = await service.client.createOauthProviders(body as never);
  return activity.result.createOauthProvidersResultV2!.providerIds;
}
async function login(oidcToken: string, key: ClientKey, more: object = {}) {
  const body = service.envelope('ACTIVITY_TYPE_OAUTH_LOGIN', { oidcToken, publicKey: key.publicKey, ...more });
  const { activity } = await service.client.oauthLogin(body);
  return activity.result.oauthLoginResult!.session;
}
/** Logs in with a token for a new session key, with these claims changed. */
async function loginWith(claims: object, by: object = {}) {
  const key = newKey();
  return login(await issuer.token(service.clock.now, { nonce: nonceOf(key), ...claims }, by), key);
}
const providers = async () => {
  const { organizationId, userId } = service;
  return (await service.client.getOauthProviders({ organizationId, userId })).oauthProviders;
};
const claims = (aud = AUDIENCE, sub = 'operator') => ({ oidcClaims: { iss: issuer.url, sub, aud } });

describe('a login with an OIDC token', () => {
  it('starts a session for the user of an identity that another token registered', async () => {
    await register({ oidcToken: await issuer.token(service.clock.now) });
    const key = newKey();
    const token = await issuer.token(service.clock.now, { nonce: nonceOf(key) });
    const session = await login(token, key, { expirationSeconds: '60' });
    expect(await verifySessionJwtSignature(session, service.ready.keys.notarizer)).toBe(true);
    const as = clientOf(service.ready.baseUrl, key);
    await expect(as.getWhoami({ organizationId: service.organizationId })).resolves.toMatchObject({
      userId: service.userId,
    });
    await login(await issuer.token(service.clock.now, { tknonce: nonceOf(key) }), key);
    expect(await providers()).toMatchObject([
      { providerName: 'Issuer', issuer: issuer.url, audience: AUDIENCE, subject: 'operator' },
    ]);
  });

  it('is refused for a wrong key, issuer, time or signer', async () => {
    await register(claims());
    const key = newKey();
    await expect(login(await issuer.token(service.clock.now), key)).rejects.toThrow('its nonce is not the SHA-256');
    const decoded = createHash('sha256').update(Buffer.from(key.publicKey, 'hex')).digest('hex');
    const otherNonce = await issuer.token(service.clock.now, { nonce: decoded });
    await expect(login(otherNonce, key)).rejects.toThrow('its nonce is not the SHA-256');
    await expect(loginWith({ exp: service.clock.now / 1000 - 1 })).rejects.toThrow('invalid OIDC token: "exp"');
    const other = await generateKeyPair('ES256');
    await expect(loginWith({}, { key: other.privateKey })).rejects.toThrow('signature verification failed');
    const secret = new TextEncoder().encode('a secret that both sides share, thirty-two');
    await expect(loginWith({}, { key: secret, alg: 'HS256' })).rejects.toThrow('invalid OIDC token');
    await expect(login('no.token', key)).rejects.toThrow('Turnkey error 3: invalid OIDC token: a JWT has three parts');
    await loginWith({});
  });

  it('accepts only registered issuers and its own application', async () => {
    await register(claims());
    for (const changed of [{ sub: 'stranger' }, { aud: 'another' }, { iss: `${issuer.url}/` }])
      await expect(loginWith(changed)).rejects.toThrow('no user of this organization has this identity');
    await expect(loginWith({ aud: [AUDIENCE, 'another'] })).rejects.toThrow('it has several audiences');
    expect(issuer.asked).toEqual([]);
  });

  it('refuses documents of the issuer that are oversized, unreadable or name another issuer', async () => {
    await register(claims());
    const answer = (path: string, body: string, status = 200) => issuer.answers.set(path, { body, status });
    const [document, keys] = ['/.well-known/openid-configuration', '/keys'];
    const whole = issuer.answers.get(keys)!.body;
    answer(keys, JSON.stringify({ keys: Array.from({ length: 101 }, () => ({ kty: 'EC' })) }));
    await expect(loginWith({})).rejects.toThrow('the key set of its issuer has more than 100 keys');
    answer(keys, whole.padEnd(300_000, ' '));
    await expect(loginWith({})).rejects.toThrow('could not be asked: the answer is longer than it may be');
    answer(keys, 'not JSON');
    await expect(loginWith({})).rejects.toThrow('the reply of its issuer is unreadable: it is not JSON');
    answer(keys, whole, 500);
    await expect(loginWith({})).rejects.toThrow('its issuer answered with HTTP 500');
    answer(keys, whole);
    await loginWith({});
    answer(document, JSON.stringify({ issuer: 'https://other.example.com', jwks_uri: `${issuer.url}/keys` }));
    await expect(loginWith({})).rejects.toThrow('the discovery document of its issuer names another issuer');
    answer(document, JSON.stringify({ issuer: issuer.url, jwks_uri: 'https://10.0.0.1/keys' }));
    await expect(loginWith({})).rejects.toThrow('invalid OIDC token');
  });

  it('ends when the identity is removed', async () => {
    const providerIds = await register(claims());
    const { userId } = service;
    await service.client.deleteOauthProviders(
      service.envelope('ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', { userId, providerIds }),
    );
    await expect(loginWith({})).rejects.toThrow('no user of this organization has this identity');
  });
});

describe('a credential for an OIDC token', () => {
  /** Trades a token, whose nonce names the target key, for a sealed key. */
  async function trade(target: ClientKey, claims: object = {}, more: object = {}) {
    const oidcToken = await issuer.token(service.clock.now, { nonce: nonceOf(target), ...claims });
    const parameters = { oidcToken, targetPublicKey: target.publicKey, ...more };
    const { activity } = await service.client.oauth(service.envelope('ACTIVITY_TYPE_OAUTH', parameters));
    return activity.result.oauthResult!;
  }
  const keyOf = async (apiKeyId: string) =>
    (await service.client.getApiKey({ organizationId: service.organizationId, apiKeyId })).apiKey;

  it('is the user’s key, which only the target key opens and which expires', async () => {
    await register(claims());
    const target = newKey();
    const { userId, apiKeyId, credentialBundle } = await trade(target, {}, { expirationSeconds: '60' });
    expect(userId).toBe(service.userId);
    const { credential } = await keyOf(apiKeyId);
    expect(credential.type).toBe('CREDENTIAL_TYPE_OAUTH_KEY_P256');
    const privateKey = decryptCredentialBundle(credentialBundle, target.privateKey);
    const as = clientOf(service.ready.baseUrl, { publicKey: credential.publicKey, privateKey });
    const { organizationId } = service;
    await expect(as.getWhoami({ organizationId })).resolves.toMatchObject({ userId });
    await trade(target, {}, { invalidateExisting: true });
    await expect(as.getWhoami({ organizationId })).rejects.toThrow('could not find public key');
    const last = await trade(target, {}, { expirationSeconds: '60' });
    expect((await keyOf(last.apiKeyId)).expirationSeconds).toBe('60');
  });

  it('needs the target key of the nonce and a registered identity', async () => {
    await register(claims());
    const [target, thief] = [newKey(), newKey()];
    await expect(trade(thief, { nonce: nonceOf(target) })).rejects.toThrow('its nonce is not the SHA-256');
    await expect(trade(target, { nonce: 'none' })).rejects.toThrow('its nonce is not the SHA-256');
    await expect(trade(target, { exp: service.clock.now / 1000 - 1 })).rejects.toThrow('invalid OIDC token: "exp"');
    for (const changed of [{ sub: 'stranger' }, { aud: 'another' }])
      await expect(trade(target, changed)).rejects.toThrow('no user of this organization has this identity');
    await trade(target);
  });

  it('belongs to the identity’s organization only', async () => {
    await register(claims());
    const apiKeys = [{ apiKeyName: 'Key', publicKey: newKey().publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const rootUsers = [{ userName: 'Customer', apiKeys, authenticators: [], oauthProviders: [] }];
    const made = await service.client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: 'Customer',
        rootUsers,
        rootQuorumThreshold: 1,
      }),
    );
    const organizationId = made.activity.result.createSubOrganizationResultV8!.subOrganizationId;
    const target = newKey();
    const oidcToken = await issuer.token(service.clock.now, { nonce: nonceOf(target) });
    const parameters = { oidcToken, targetPublicKey: target.publicKey };
    const asked = service.client.oauth({ ...service.envelope('ACTIVITY_TYPE_OAUTH', parameters), organizationId });
    await expect(asked).rejects.toThrow('no user of this organization has this identity');
  });
});

describe('an identity at an issuer', () => {
  it('belongs to one user, and a user has at most ten', async () => {
    await register(claims());
    await expect(register(claims())).rejects.toMatchObject({
      message: expect.stringContaining('this identity is registered in the organization already'),
      details: [expect.objectContaining({ turnkeyErrorCode: 'OAUTH_PROVIDER_ALREADY_EXISTS' })],
    });
    await register(...Array.from({ length: 9 }, (_, index) => claims(`application ${index}`)));
    await expect(register(claims('one more'))).rejects.toThrow('user has exceeded maximum oauth providers');
    await expect(register({})).rejects.toThrow('give either oidcToken or oidcClaims');
    const oidcToken = await issuer.token(service.clock.now);
    await expect(register({ oidcToken, ...claims() })).rejects.toThrow('give either oidcToken or oidcClaims');
  });

  it('is registered with a new user when a token proves it, with further identities of the same subject', async () => {
    const user = (...oauthProviders: object[]) => ({
      userName: 'Social',
      apiKeys: [],
      authenticators: [],
      userTags: [],
      oauthProviders: oauthProviders.map(provider),
    });
    const create = (...oauthProviders: object[]) =>
      service.client.createUsers(
        service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user(...oauthProviders)] }) as never,
      );
    await expect(create(claims())).rejects.toThrow('oidcClaims need a token of the same issuer and subject');
    const oidcToken = await issuer.token(service.clock.now);
    await expect(create({ oidcToken }, claims('phone', 'somebody else'))).rejects.toThrow('oidcClaims need a token');
    const { activity } = await create({ oidcToken }, claims('phone'));
    const [userId = ''] = activity.result.createUsersResult!.userIds;
    const key = newKey();
    await login(await issuer.token(service.clock.now, { aud: 'phone', nonce: nonceOf(key) }), key);
    const { organizationId } = service;
    const made = await service.client.getUser({ organizationId, userId });
    expect(made.user.oauthProviders.map(({ audience }) => audience)).toEqual([AUDIENCE, 'phone']);
    await service.client.deleteUsers(service.envelope('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] }));
    expect((await service.client.getOauthProviders({ organizationId })).oauthProviders).toEqual([]);
    const forged = await issuer.token(service.clock.now, {}, { key: (await generateKeyPair('ES256')).privateKey });
    await expect(create({ oidcToken: forged })).rejects.toThrow('signature verification failed');
  });
});
