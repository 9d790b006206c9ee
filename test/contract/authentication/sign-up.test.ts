import { createHash } from 'node:crypto';
import { uncompressRawPublicKey } from '@turnkey/crypto';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { AUDIENCE, type Issuer, startIssuer } from './oidc-issuer.ts';
import { clientSigned, loginBy, tokenFor } from './one-time-code.ts';

/** Contacts that are proven, from the code to the session of a user in a sub-organization. */
const GATEWAY = 'gateway of the test';
let service: StartedService;
let issuer: Issuer;
let database: SqliteDatabase.Database;
beforeAll(async () => {
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  [service, issuer] = await Promise.all([startService({ init: { authProxyConfigId: GATEWAY } }), startIssuer()]);
  database = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
  pragma.mockRestore();
});
afterAll(() => Promise.all([service.stop(), issuer.close()]));

type Credentials = { apiKeys: object[]; authenticators: object[]; oauthProviders: object[] };
const apiKeyOf = ({ publicKey }: ClientKey) => ({
  apiKeyName: 'Phone',
  publicKey,
  curveType: 'API_KEY_CURVE_P256' as const,
});
const withKey = (key: ClientKey): Credentials => ({ apiKeys: [apiKeyOf(key)], authenticators: [], oauthProviders: [] });
const none = { apiKeys: [], authenticators: [], oauthProviders: [] };
/** Signs a sign-up. The contacts in `signupV2` have the member names of the signature. */
const signedUp = (token: string, key: ClientKey, signupV2: object) =>
  clientSigned(token, key, { type: 'USAGE_TYPE_SIGNUP', signupV2 });
const ask = async (path: string, body: object) => {
  const headers = { 'X-Auth-Proxy-Config-ID': GATEWAY };
  const response = await fetch(service.ready.authUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
};
const verified = async (filterType?: string, filterValue?: string) => {
  const request = filterType === undefined ? {} : { filterType, filterValue };
  const { organizationIds } = await service.client.getVerifiedSubOrgIds({
    organizationId: service.organizationId,
    ...request,
  } as never);
  return organizationIds;
};
const create = async (rootUser: object, more: object = {}) => {
  const parameters = { subOrganizationName: 'Customer', rootUsers: [rootUser], rootQuorumThreshold: 1, ...more };
  const body = service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', parameters);
  const { activity } = await service.client.createSubOrganization(body as never);
  return activity.result.createSubOrganizationResultV8!.subOrganizationId;
};
const whoami = (key: ClientKey, organizationId: string) =>
  clientOf(service.ready.baseUrl, key).getWhoami({ organizationId });

describe('a verification token', () => {
  it('verifies a user’s new address or number once', async () => {
    const [key, email, phone] = [newKey(), 'verified@example.com', '+491701234567'];
    const customer = newKey();
    const organizationId = await create({ userName: 'Customer', ...withKey(customer) });
    const { userId } = await whoami(customer, organizationId);
    const as = clientOf(service.ready.baseUrl, customer);
    const update = (parameters: { userEmail: string; verificationToken?: string }) =>
      as.updateUserEmail({
        ...service.envelope('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId, ...parameters }),
        organizationId,
      });
    const verificationToken = await tokenFor(service, key, email);
    await expect(update({ userEmail: 'other@example.com', verificationToken })).rejects.toThrow(
      'invalid verification token: it is of another contact',
    );
    expect(await verified('EMAIL', email)).toEqual([]);
    await update({ userEmail: email.toUpperCase(), verificationToken });
    expect(await verified('EMAIL', email)).toEqual([organizationId]);
    await expect(update({ userEmail: email, verificationToken })).rejects.toThrow('it was used already');
    await as.updateUserPhoneNumber({
      ...service.envelope('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', {
        userId,
        userPhoneNumber: phone,
        verificationToken: await tokenFor(service, key, phone),
      }),
      organizationId,
    });
    expect(await verified('PHONE_NUMBER', phone)).toEqual([organizationId]);
    await update({ userEmail: email });
    expect(await verified('EMAIL', email)).toEqual([]);
    expect(await verified()).toEqual([organizationId]);
    await as.deleteSubOrganization({
      ...service.envelope('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', {}),
      organizationId,
    });
    expect(await verified()).toEqual([]);
  });

  it('verifies a new root user’s contact when its key signed the user’s first credentials', async () => {
    const [key, email] = [newKey(), 'new@example.com'];
    const user = { userName: 'New', userEmail: email, ...withKey(key) };
    const verificationToken = await tokenFor(service, key, email);
    const made = async (clientSignature: object | undefined, changes: object = {}) =>
      create({ ...user, ...changes }, { verificationToken, clientSignature });
    const clientSignature = await signedUp(verificationToken, key, { ...withKey(key), email });
    await expect(made(undefined)).rejects.toThrow('invalid client signature: it is missing');
    await expect(made(clientSignature, { userEmail: 'victim@example.com' })).rejects.toThrow(
      'no root user has its contact',
    );
    for (const changes of [{ apiKeys: [apiKeyOf(newKey())] }, { userPhoneNumber: '+491701234567' }])
      await expect(made(clientSignature, changes)).rejects.toThrow('it is for other contacts or credentials');
    const thief = newKey();
    await expect(made(await signedUp(verificationToken, thief, { ...withKey(key), email }))).rejects.toThrow(
      'its key is not the one that the verification token is bound to',
    );
    const organizationId = await made(clientSignature);
    expect(await verified('EMAIL', email)).toEqual([organizationId]);
    await expect(made(clientSignature)).rejects.toThrow('it was used to make another organization');
  });

  it('that created a sub-organization allows one login, into that organization only', async () => {
    const [key, email] = [newKey(), 'once@example.com'];
    const verificationToken = await tokenFor(service, key, email);
    const clientSignature = await signedUp(verificationToken, key, { email });
    const user = { userName: 'Once', userEmail: email, ...none };
    const organizationId = await create(user, { verificationToken, clientSignature });
    const other = await create(user);
    const body = await loginBy(verificationToken, key);
    expect(await ask('/v1/otp_login_v2', { ...body, organizationId: other })).toMatchObject({
      message: expect.stringContaining('it was used to make another organization'),
    });
    expect(await ask('/v1/otp_login_v2', { ...body, organizationId })).toMatchObject({ session: expect.any(String) });
    expect(await whoami(key, organizationId)).toMatchObject({ organizationId, username: 'Once' });
    expect(await ask('/v1/otp_login_v2', { ...body, organizationId })).toMatchObject({
      message: expect.stringContaining('it was used already'),
    });
  });

  it('is refused, and no code is sent, where codes of its type are off', async () => {
    const [key, email] = [newKey(), 'off@example.com'];
    const flags = { disableOtpEmailAuth: true, disableEmailAuth: true, disableSmsAuth: true };
    const organizationId = await create({ userName: 'Off', userEmail: email, ...withKey(key) }, flags);
    const login = await loginBy(await tokenFor(service, key, email), key);
    expect(await ask('/v1/otp_login_v2', { ...login, organizationId })).toMatchObject({
      code: 7,
      message: 'request not authorized: FEATURE_NAME_OTP_EMAIL_AUTH is off in this organization',
    });
    const emailCustomization = { appName: 'Test' };
    const parameters = { email, targetPublicKey: newKey().publicKey, emailCustomization };
    const body = { ...service.envelope('ACTIVITY_TYPE_EMAIL_AUTH_V3', parameters), organizationId };
    await expect(service.client.emailAuth(body)).rejects.toThrow('FEATURE_NAME_EMAIL_AUTH is off');
    const code = { otpType: 'OTP_TYPE_SMS', contact: '+491701234567', appName: 'Test' };
    const sending = { ...service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', code), organizationId };
    await expect(clientOf(service.ready.baseUrl, key).initOtp(sending)).rejects.toThrow('FEATURE_NAME_SMS_AUTH is off');
  });
});

describe('the gateway', () => {
  const account = (filterType: string, filterValue: string, more: object = {}) =>
    ask('/v1/account', { filterType, filterValue, ...more });

  it('signs a user up by a code, finds the account and logs in again', async () => {
    const [key, email] = [newKey(), 'customer@example.com'];
    const verificationToken = await tokenFor(service, key, email);
    expect(await account('EMAIL', email, { verificationToken })).toEqual({});
    const wallet = { walletName: 'Savings', accounts: [] };
    const signup = { userEmail: email, organizationName: 'By code', verificationToken, wallet, ...none };
    expect(await ask('/v1/signup_v2', signup)).toMatchObject({ message: expect.stringContaining('it is missing') });
    const clientSignature = await signedUp(verificationToken, key, { ...none, email });
    const made = await ask('/v1/signup_v2', { ...signup, clientSignature });
    const organizationId = made.organizationId!;
    expect(made).toEqual({
      organizationId,
      userId: expect.any(String),
      wallet: expect.objectContaining({ addresses: [] }),
    });
    expect(await account('EMAIL', 'CUSTOMER@example.com', { verificationToken })).toEqual({ organizationId });
    await ask('/v1/otp_login_v2', { ...(await loginBy(verificationToken, key)), organizationId });
    expect(await whoami(key, organizationId)).toEqual({
      organizationId,
      organizationName: 'By code',
      userId: made.userId,
      username: email,
    });
    const again = newKey();
    await ask('/v1/otp_login_v2', await loginBy(await tokenFor(service, again, email), again));
    expect(await whoami(again, organizationId)).toMatchObject({ organizationId });
  });

  it('never treats a claimed address as verified', async () => {
    const [squatter, key, email] = [newKey(), newKey(), 'squatted@example.com'];
    const squatted = await ask('/v1/signup_v2', { userEmail: email, userName: 'Squatter', ...withKey(squatter) });
    expect(squatted).toMatchObject({ organizationId: expect.any(String) });
    expect(await account('EMAIL', email)).toEqual({});
    const verificationToken = await tokenFor(service, key, email);
    expect(await account('EMAIL', email, { verificationToken })).toEqual({});
    expect(await ask('/v1/otp_login_v2', await loginBy(verificationToken, key))).toMatchObject({
      message: expect.stringContaining('no user of this organization has it'),
    });
    expect(await account('EMAIL', 'customer@example.com', { verificationToken })).toMatchObject({
      message: expect.stringContaining('it is of another contact'),
    });
  });

  it('shows no code to new users, so that nobody can verify another person’s address', async () => {
    const squatter = newKey();
    const { organizationId } = await ask('/v1/signup_v2', { userName: 'Squatter', ...withKey(squatter) });
    const as = clientOf(service.ready.baseUrl, squatter);
    const otp = { otpType: 'OTP_TYPE_EMAIL', contact: 'victim@example.com', appName: 'Squatter' };
    await as.initOtp({ ...service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', otp), organizationId: organizationId! });
    await expect(as.request('/public/v1/query/list_outbox', { organizationId })).rejects.toThrow(
      'the outbox is for whoever alone is the root quorum of an organization that is below no other',
    );
  });

  it('drops the oldest code of a stranger when 500 are open', async () => {
    const [known, next] = ['known@example.com', { otpType: 'OTP_TYPE_EMAIL', contact: 'next@example.com' }];
    const user = { userName: 'Known', userEmail: known, ...none, userTags: [] };
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }));
    const waiting = `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 500)
      INSERT INTO otps (otp_id, organization_id, otp_type, contact, sealed_code, sealed_target_key, tries, state, expires_at, created_at)
      SELECT 'waiting ' || n, ?, 'OTP_TYPE_EMAIL', iif(n = 1, ?, n || '@example.com'), x'', x'', n % 3, ?, ?, n FROM counted`;
    const oldest = database.prepare<[], { id: string }>(
      "SELECT otp_id AS id FROM otps WHERE otp_id LIKE 'waiting %' ORDER BY created_at LIMIT 2",
    );
    for (const [state, expiresAt, left] of [
      ['sent', service.clock.now + 1000, ['waiting 1', 'waiting 3']],
      ['sent', service.clock.now, []],
      ['verified', service.clock.now + 1000, ['waiting 1', 'waiting 2']],
    ] as const) {
      database.prepare(waiting).run(service.organizationId, known, state, expiresAt);
      expect(await ask('/v1/otp_init_v2', next)).toHaveProperty('otpId');
      expect(oldest.all().map(({ id }) => id)).toEqual(left);
      database.exec("DELETE FROM otps WHERE otp_id LIKE 'waiting %'");
    }
  });

  it('finds an account by name, user and key, and refuses one without a login', async () => {
    const key = newKey();
    const grace = { userName: 'Grace', organizationName: 'By key', ...withKey(key) };
    const { organizationId } = await ask('/v1/signup_v2', grace);
    for (const [filterType, filterValue] of [
      ['PUBLIC_KEY', key.publicKey],
      ['USERNAME', 'Grace'],
      ['NAME', 'By key'],
    ] as const)
      expect(await account(filterType, filterValue)).toEqual({ organizationId });
    expect(await account('PUBLIC_KEY', newKey().publicKey)).toEqual({});
    const publicKey = Buffer.from(uncompressRawPublicKey(Buffer.from(key.publicKey, 'hex'))).toString('hex');
    for (const taken of [key, { ...key, publicKey }])
      expect((await ask('/v1/signup_v2', { ...grace, ...withKey(taken) })).message).toContain('is somebody’s already');
    expect(await ask('/v1/signup_v2', { userName: 'Nobody', ...none })).toMatchObject({
      code: 3,
      message: expect.stringContaining('nothing is given that the user could log in with'),
    });
    const ethereum = {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    };
    const accounts = Array.from({ length: 21 }, (_, index) => ({ ...ethereum, path: `m/${index}` }));
    const many = { userName: 'Many', ...withKey(newKey()), wallet: { walletName: 'Many', accounts } };
    expect(await ask('/v1/signup_v2', many)).toMatchObject({ message: expect.stringContaining('at most 20 items') });
  });

  it('refuses sign-ups after too many new organizations within a day', async () => {
    const many = `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 10000)
      INSERT INTO organizations (organization_id, parent_organization_id, organization_name, root_quorum_threshold, created_at, updated_at)
      SELECT 'made ' || n, ?, 'Made', 1, ?, 0 FROM counted`;
    const signup = { userName: 'One too many', ...withKey(newKey()) };
    for (const [made, answer] of [
      [service.clock.now - 24 * 60 * 60 * 1000 - 1, { organizationId: expect.any(String) }],
      [service.clock.now, { code: 8, message: expect.stringContaining('too many sub-organizations were made today') }],
    ] as const) {
      database.prepare(many).run(service.organizationId, made);
      expect(await ask('/v1/signup_v2', signup)).toMatchObject(answer);
      const [key, email] = [newKey(), `proven${made}@example.com`];
      const verificationToken = await tokenFor(service, key, email);
      const clientSignature = await signedUp(verificationToken, key, { ...none, email });
      const proven = { userEmail: email, verificationToken, clientSignature, ...none };
      expect(await ask('/v1/signup_v2', proven)).toHaveProperty('organizationId');
      database.exec("DELETE FROM organizations WHERE organization_name = 'Made'");
    }
  });

  it('signs a user up with an OIDC token, finds the identity and logs in', async () => {
    const key = newKey();
    const nonce = createHash('sha256').update(key.publicKey).digest('hex');
    const oidcToken = await issuer.token(service.clock.now, { nonce, email: 'a@b.example', email_verified: true });
    const login = { oidcToken, publicKey: key.publicKey };
    expect(await account('OIDC_TOKEN', oidcToken)).toEqual({});
    expect(issuer.asked).toEqual([]);
    expect(await account('EMAIL', 'a@b.example', { oidcToken })).toMatchObject({
      message: expect.stringContaining('no user of the organization has an identity at its issuer'),
    });
    const letIn = [{ providerName: 'Ours', oidcClaims: { iss: issuer.url, aud: AUDIENCE, sub: 'operator’s own' } }];
    const parameters = { userId: service.userId, oauthProviders: letIn };
    const registering = service.envelope('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', parameters);
    await service.client.createOauthProviders(registering as never);
    const { organizationId } = await ask('/v1/signup_v2', {
      ...none,
      oauthProviders: [{ providerName: 'One', oidcToken }],
    });
    expect(await account('OIDC_TOKEN', oidcToken)).toEqual({ organizationId });
    const request = { organizationId: service.organizationId, filterType: 'OIDC_TOKEN', filterValue: oidcToken };
    expect((await service.client.getSubOrgIds(request)).organizationIds).toEqual([organizationId]);
    const forged = `${oidcToken.slice(0, -4)}AAAA`;
    expect(await account('OIDC_TOKEN', forged)).toMatchObject({ turnkeyErrorCode: 'INVALID_OIDC_TOKEN' });
    expect(await account('EMAIL', 'a@b.example', { oidcToken })).toEqual({});
    expect(await account('EMAIL', 'another@b.example', { oidcToken })).toMatchObject({
      message: expect.stringContaining('it does not say that this contact is verified'),
    });
    expect(await ask('/v1/oauth_login', { ...login, publicKey: newKey().publicKey })).toMatchObject({
      message: expect.stringContaining('its nonce is not the SHA-256'),
    });
    expect(await ask('/v1/oauth_login', login)).toMatchObject({ session: expect.any(String) });
    expect(await whoami(key, organizationId!)).toMatchObject({ organizationId });
    expect(await ask('/v1/oauth_login', { ...login, organizationId: service.organizationId })).toMatchObject({
      message: expect.stringContaining('no user of this organization has this identity'),
    });
    for (const changed of [{ aud: `not ${AUDIENCE}` }, { iss: 'https://issuer.example.com' }, { sub: 'another' }])
      expect(await account('OIDC_TOKEN', await issuer.token(service.clock.now, changed))).toEqual({});
  });
});

describe('a parent organization', () => {
  it('logs users of its sub-organizations in when its quorum and policies allow that at once', async () => {
    const [robot, email] = [newKey(), 'parent@example.com'];
    const users = [{ userName: 'Robot', ...withKey(robot), userTags: [] }];
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }) as never);
    const organizationId = await create({ userName: 'Theirs', userEmail: email, ...none });
    const login = async (by: ClientKey) => {
      const key = newKey();
      const parameters = await loginBy(await tokenFor(service, key, email), key);
      const body = { ...service.envelope('ACTIVITY_TYPE_OTP_LOGIN_V2', parameters), organizationId };
      const { activity } = await clientOf(service.ready.baseUrl, by).otpLogin(body);
      expect(activity).toMatchObject({ organizationId, status: 'ACTIVITY_STATUS_COMPLETED' });
      return key;
    };
    const session = await login(service.key);
    expect(await whoami(session, organizationId)).toMatchObject({ organizationId, username: 'Theirs' });
    await expect(login(robot)).rejects.toThrow('No policies evaluated to outcome: Allow');
    const policy = async (policyName: string, consensus: string) => {
      const condition = "activity.resource == 'AUTH' && activity.action == 'CREATE'";
      const parameters = { policyName, effect: 'EFFECT_ALLOW' as const, consensus, condition, notes: '' };
      await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', parameters));
    };
    await policy('Two', 'approvers.count() > 1');
    await expect(login(robot)).rejects.toThrow('cannot wait for them');
    await policy('One', 'true');
    await login(robot);
    const stamp = service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: newKey().publicKey });
    await expect(service.client.stampLogin({ ...stamp, organizationId })).rejects.toThrow('can only read this one');
  });
});
