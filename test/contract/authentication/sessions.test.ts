import { verifySessionJwtSignature } from '@turnkey/crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

type Limits = { expirationSeconds?: string; invalidateExisting?: boolean; sessionProfileId?: string };
const as = (key: ClientKey) => clientOf(service.ready.baseUrl, key);

/** Logs the root user in. Returns the session's key and token. */
async function login(limits: Limits = {}, key = newKey(), by = service.key) {
  const body = service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: key.publicKey, ...limits });
  const { activity } = await as(by).stampLogin(body);
  return { key, session: activity.result.stampLoginResult!.session };
}
const makeProfile = async (scope: string, expirationSeconds?: string) => {
  const parameters = { sessionProfileName: 'Narrow', scope, ...(expirationSeconds ? { expirationSeconds } : {}) };
  const body = service.envelope('ACTIVITY_TYPE_CREATE_SESSION_PROFILE', parameters);
  const { activity } = await service.client.createSessionProfile(body);
  return activity.result.createSessionProfileResult!.sessionProfileId;
};
const claimsOf = (session: string) => JSON.parse(Buffer.from(session.split('.')[1]!, 'base64url').toString());
const whoami = (key: ClientKey) => as(key).getWhoami({ organizationId: service.organizationId });
const loginKeys = async () => {
  const { organizationId, userId } = service;
  const { apiKeys } = await service.client.getApiKeys({ organizationId, userId });
  return apiKeys.filter(({ credential }) => credential.type === 'CREDENTIAL_TYPE_LOGIN');
};
const createWallet = (key: ClientKey, walletName: string) =>
  as(key).createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }));

describe('a session', () => {
  it('has a token that the official package verifies and a key that works for fifteen minutes', async () => {
    const { key, session } = await login();
    expect(await verifySessionJwtSignature(session, service.ready.keys.notarizer)).toBe(true);
    expect(await verifySessionJwtSignature(session, service.ready.keys.fetcher)).toBe(false);
    expect(JSON.parse(Buffer.from(session.split('.')[0]!, 'base64url').toString())).toEqual({
      alg: 'ES256',
      typ: 'JWT',
    });
    expect(Object.entries(claimsOf(session))).toEqual([
      ['exp', Math.floor(service.clock.now / 1000) + 900],
      ['public_key', key.publicKey],
      ['session_type', 'SESSION_TYPE_READ_WRITE'],
      ['user_id', service.userId],
      ['organization_id', service.organizationId],
    ]);
    await expect(whoami(key)).resolves.toMatchObject({ userId: service.userId });
    await expect(createWallet(key, 'In a session')).resolves.toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED', votes: [{ publicKey: key.publicKey }] },
    });
    service.clock.now += 899_000;
    await whoami(key);
    service.clock.now += 1000;
    await expect(whoami(key)).rejects.toThrow(
      'Turnkey error 16: expired api key: rpc error: code = Unauthenticated desc = expired api key publicKey',
    );
  });

  it('is listed as a login key that expires', async () => {
    const { key } = await login({ expirationSeconds: '60' });
    const [{ apiKeyId } = { apiKeyId: '' }] = await loginKeys();
    const { apiKey } = await service.client.getApiKey({ organizationId: service.organizationId, apiKeyId });
    expect(apiKey).toMatchObject({
      credential: { publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_LOGIN' },
      expirationSeconds: '60',
    });
    expect(apiKey.credential).not.toHaveProperty('sessionProfileId');
  });

  it('can start the next session, ends the others on request, and ends with its key', async () => {
    const first = await login();
    const second = await login({}, newKey(), first.key);
    await whoami(first.key);
    const third = await login({ invalidateExisting: true }, newKey(), second.key);
    for (const { key } of [first, second])
      await expect(whoami(key)).rejects.toThrow(
        'Turnkey error 16: could not find public key in organization or its parent organization',
      );
    await whoami(service.key);
    const [{ apiKeyId } = { apiKeyId: '' }] = await loginKeys();
    const { userId } = service;
    await service.client.deleteApiKeys(
      service.envelope('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds: [apiKeyId] }),
    );
    await expect(whoami(third.key)).rejects.toThrow('could not find public key');
  });

  it('starts again with the same key, which must have no other purpose', async () => {
    const { key } = await login();
    service.clock.now += 600_000;
    await login({}, key);
    service.clock.now += 600_000;
    await whoami(key);
    expect(await loginKeys()).toHaveLength(1);
    await expect(login({}, service.key)).rejects.toThrow('this public key is registered in the organization already');
    await expect(login({}, { privateKey: '', publicKey: `02${'ff'.repeat(32)}` })).rejects.toThrow(
      'Turnkey error 3: invalid public key: the key of a session is a point of P-256',
    );
  });

  it('is one of ten, and an eleventh replaces an expired one or else the oldest', async () => {
    const sessions = [await login(), await login({ expirationSeconds: '1' })];
    for (let count = 2; count < 10; count += 1) sessions.push(await login());
    service.clock.now += 1000;
    const eleventh = await login();
    await whoami(sessions[0]!.key);
    await expect(whoami(sessions[1]!.key)).rejects.toThrow('could not find public key');
    await login();
    await expect(whoami(sessions[0]!.key)).rejects.toThrow('could not find public key');
    await whoami(eleventh.key);
    expect(await loginKeys()).toHaveLength(10);
  });

  it('belongs to the user who stamps, whatever policies say', async () => {
    const robot = newKey();
    const user = {
      userName: 'Robot',
      apiKeys: [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    };
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }));
    const { key } = await login({}, newKey(), robot);
    await expect(whoami(key)).resolves.toMatchObject({ username: 'Robot' });
    await expect(createWallet(key, 'Not allowed')).rejects.toThrow("You don't have sufficient permissions");
    // A policy may refer to the profile, which is an empty text when none is named.
    const condition = "activity.params.session_profile_id == ''";
    const policy = { policyName: 'With a profile', effect: 'EFFECT_DENY' as const, condition, notes: '' };
    await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    await expect(login({}, newKey(), robot)).rejects.toThrow('policy engine denied request explicitly');
    await login({ sessionProfileId: await makeProfile('true') }, newKey(), robot);
  });
});

describe('a session profile', () => {
  it('is named by token and key, and can only shorten a session', async () => {
    const sessionProfileId = await makeProfile("activity.kind == 'CREATE_WALLET'", '60');
    const { key, session } = await login({ sessionProfileId, expirationSeconds: '3600' });
    expect(claimsOf(session)).toMatchObject({
      exp: Math.floor(service.clock.now / 1000) + 60,
      session_type: 'Narrow',
      session_profile_id: sessionProfileId,
      scope: "activity.kind == 'CREATE_WALLET'",
    });
    expect(await loginKeys()).toMatchObject([{ expirationSeconds: '60', credential: { sessionProfileId } }]);
    await whoami(key);
    service.clock.now += 60_000;
    await expect(whoami(key)).rejects.toThrow('expired api key');
    const shorter = await login({ sessionProfileId, expirationSeconds: '5' });
    expect(claimsOf(shorter.session).exp).toBe(Math.floor(service.clock.now / 1000) + 5);
    const unsaid = await login({ sessionProfileId });
    expect(claimsOf(unsaid.session).exp).toBe(Math.floor(service.clock.now / 1000) + 60);
  });

  it('limits what the session may do, even of a root user', async () => {
    const { key } = await login({ sessionProfileId: await makeProfile("activity.kind == 'CREATE_WALLET'") });
    await createWallet(key, 'In scope');
    const tag = service.envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'Out of scope', userIds: [] });
    await expect(as(key).createUserTag(tag)).rejects.toThrow('the scope of this session does not cover it');
    await expect(login({}, newKey(), key)).rejects.toThrow('the scope of this session does not cover it');
    const { key: nearlyAll } = await login({ sessionProfileId: await makeProfile("activity.kind != 'CREATE_WALLET'") });
    const name = 'FEATURE_NAME_SMS_AUTH' as const;
    const removal = service.envelope('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name });
    // A scope cannot refer to activities that only the root quorum approves, so no scope with a condition covers this
    // one.
    await expect(as(nearlyAll).removeOrganizationFeature(removal)).rejects.toThrow('the scope of this session');
    const failing = await login({ sessionProfileId: await makeProfile('eth.tx.value == 1') });
    await expect(createWallet(failing.key, 'Failing')).rejects.toThrow('the scope of this session does not cover it');
  });

  it('lets its session create no credential, whatever its scope', async () => {
    const { key } = await login({ sessionProfileId: await makeProfile("activity.resource != 'WALLET'") });
    const { userId } = service;
    const asked = (path: string, type: string, parameters: object) =>
      as(key).request(`/public/v1/submit/${path}`, service.envelope(`ACTIVITY_TYPE_${type}`, parameters));
    const { publicKey } = newKey();
    const apiKey = { apiKeyName: 'Wider', publicKey, curveType: 'API_KEY_CURVE_P256' };
    const user = { userName: 'Wider', apiKeys: [apiKey], authenticators: [], oauthProviders: [], userTags: [] };
    const apiOnlyUser = { userName: 'Wider', apiKeys: [{ apiKeyName: 'Wider', publicKey }], userTags: [] };
    const oidcClaims = { iss: 'https://issuer.example.com', sub: '1', aud: 'app' };
    const identity = { providerName: 'Wider', oidcClaims };
    const targetPublicKey = newKey().publicKey;
    for (const [path, type, parameters] of [
      ['stamp_login', 'STAMP_LOGIN', { publicKey }],
      ['create_read_write_session', 'CREATE_READ_WRITE_SESSION_V2', { targetPublicKey }],
      ['create_read_write_session', 'CREATE_READ_WRITE_SESSION', { targetPublicKey, email: 'a@example.com' }],
      ['create_api_keys', 'CREATE_API_KEYS_V2', { userId, apiKeys: [apiKey] }],
      ['create_api_keys', 'CREATE_API_KEYS', { userId, apiKeys: [{ apiKeyName: 'Wider', publicKey }] }],
      ['create_oauth_providers', 'CREATE_OAUTH_PROVIDERS_V2', { userId, oauthProviders: [identity] }],
      ['create_users', 'CREATE_USERS_V4', { users: [user] }],
      ['create_api_only_users', 'CREATE_API_ONLY_USERS', { apiOnlyUsers: [apiOnlyUser] }],
      ['update_user', 'UPDATE_USER', { userId, userEmail: 'a@example.com' }],
      ['update_user_email', 'UPDATE_USER_EMAIL', { userId, userEmail: 'a@example.com' }],
      ['update_user_phone_number', 'UPDATE_USER_PHONE_NUMBER', { userId, userPhoneNumber: '+15555550100' }],
    ] as const)
      await expect(asked(path, type, parameters), type).rejects.toThrow('the scope of this session does not cover it');
    await asked('update_user', 'UPDATE_USER', { userId, userName: 'Renamed' });
    const { apiKeys } = await service.client.getApiKeys({ organizationId: service.organizationId, userId });
    expect(apiKeys).toHaveLength(2);
  });

  it('lets its session approve no new credential', async () => {
    const colleague = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: colleague.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Colleague', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const userIds = [service.userId, ...made.activity.result.createUsersResult!.userIds];
    const narrow = await login({ sessionProfileId: await makeProfile('true') });
    await service.client.updateRootQuorum(
      service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds }),
    );
    const wider = { apiKeyName: 'Wider', publicKey: newKey().publicKey, curveType: 'API_KEY_CURVE_P256' as const };
    const { activity } = await as(colleague).createApiKeys(
      service.envelope('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId: service.userId, apiKeys: [wider] }),
    );
    const approval = service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: activity.fingerprint });
    await expect(as(narrow.key).approveActivity(approval)).rejects.toThrow('this activity does not ask for your vote');
  });

  it('limits the votes of the session', async () => {
    const colleague = newKey();
    const user = {
      userName: 'Colleague',
      apiKeys: [{ apiKeyName: 'Key', publicKey: colleague.publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    };
    const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }));
    const userIds = [service.userId, ...made.activity.result.createUsersResult!.userIds];
    const narrow = await login({ sessionProfileId: await makeProfile("activity.kind == 'CREATE_POLICY'") });
    const wide = await login({ sessionProfileId: await makeProfile("activity.kind == 'CREATE_WALLET'") });
    await service.client.updateRootQuorum(
      service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds }),
    );
    const { activity } = await createWallet(colleague, 'Two votes');
    const approval = () => service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: activity.fingerprint });
    await expect(as(narrow.key).approveActivity(approval())).rejects.toThrow(
      'this activity does not ask for your vote',
    );
    await expect(as(wide.key).approveActivity(approval())).resolves.toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    });
  });

  it('is returned as it was created', async () => {
    const sessionProfileId = await makeProfile('true', '60');
    const { organizationId } = service;
    const { sessionProfile } = await service.client.getSessionProfile({ organizationId, sessionProfileId });
    expect(sessionProfile).toMatchObject({
      sessionProfileId,
      sessionProfileName: 'Narrow',
      scope: 'true',
      expirationSeconds: '60',
      notes: '',
    });
    expect((await service.client.getSessionProfiles({ organizationId })).sessionProfiles).toEqual([sessionProfile]);
  });

  it('is refused with an invalid scope, and found by its id only', async () => {
    await expect(makeProfile('activity.')).rejects.toThrow('Turnkey error 3: invalid session profile scope');
    await expect(login({ sessionProfileId: service.userId })).rejects.toThrow(
      'Turnkey error 5: no session profile found with the given ID',
    );
  });
});
