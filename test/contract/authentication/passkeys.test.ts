import { TurnkeyClient } from '@turnkey/http';
import { WebauthnStamper } from '@turnkey/webauthn-stamper';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { type AssertionChanges, createPasskey } from './software-passkey.ts';

type Passkey = ReturnType<typeof createPasskey>;
let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await service.stop();
});

/** Registers a passkey of the root user. Returns its id. */
const register = async (passkey: Passkey, userId = service.userId) => {
  const { activity } = await service.client.createAuthenticators(
    service.envelope('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
      userId,
      authenticators: [passkey.register('Laptop')],
    }),
  );
  return activity.result.createAuthenticatorsResult?.authenticatorIds[0] ?? '';
};
/** A client whose browser has the passkey. */
const clientWith = (passkey: Passkey) => {
  vi.stubGlobal('navigator', { credentials: passkey.credentials });
  return new TurnkeyClient({ baseUrl: service.ready.baseUrl }, new WebauthnStamper({ rpId: 'castellan.example' }));
};
const send = async (path: string, body: string, header: string) => {
  const response = await fetch(`${service.ready.baseUrl}/public/v1/${path}`, {
    method: 'POST',
    headers: { 'X-Stamp-WebAuthn': header },
    body,
  });
  return { status: response.status, body: (await response.json()) as { code: number; message: string } };
};
const whoami = () => JSON.stringify({ organizationId: service.organizationId });
const asked = (passkey: Passkey, changes: AssertionChanges = {}, body = whoami()) =>
  send('query/whoami', body, passkey.stamp(body, changes));

describe('a passkey', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'of %s stamps what the official client asks and submits',
    async (algorithm) => {
      const passkey = createPasskey({ algorithm });
      const authenticatorId = await register(passkey);
      const client = clientWith(passkey);
      const { organizationId, userId } = service;
      expect(await client.getWhoami({ organizationId })).toMatchObject({ userId });
      const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'By passkey', accounts: [] });
      const { activity } = await client.createWallet(body);
      expect(activity).toMatchObject({
        status: 'ACTIVITY_STATUS_COMPLETED',
        votes: [{ userId, scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN' }],
      });
      const { user } = await client.getUser({ organizationId, userId });
      expect(user.authenticators).toMatchObject([
        { authenticatorId, credential: { publicKey: activity.votes[0]?.publicKey } },
      ]);
    },
  );

  it('is refused when it is deleted or not registered', async () => {
    const passkey = createPasskey();
    const unknown = { status: 401, body: { code: 16, turnkeyErrorCode: 'CREDENTIAL_NOT_FOUND' } };
    expect(await asked(passkey)).toMatchObject(unknown);
    const authenticatorIds = [await register(passkey)];
    expect((await asked(passkey)).status).toBe(200);
    await service.client.deleteAuthenticators(
      service.envelope('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', { userId: service.userId, authenticatorIds }),
    );
    expect(await asked(passkey)).toMatchObject(unknown);
  });

  it('is accepted only from the listed origins, if any are listed', async () => {
    const passkey = createPasskey();
    await register(passkey);
    const allow = (value: string) =>
      service.client.setOrganizationFeature(
        service.envelope('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value }),
      );
    const from = async (origin: string) => (await asked(passkey, { origin })).status;
    expect(await from('https://any.example')).toBe(200);
    await allow('https://one.example, https://two.example');
    expect(await from('https://two.example')).toBe(200);
    expect(await from('https://any.example')).toBe(401);
  });

  it.each<[string, AssertionChanges, string]>([
    ['of a registration', { type: 'webauthn.create' }, 'its client data is not of an assertion'],
    ['without an origin', { origin: '' }, 'its client data has no origin'],
    ['for another relying party', { rpId: 'other.example' }, 'it is for another relying party'],
    ['without a user', { present: false }, 'no user was present'],
    ['without the verification it was registered with', { verified: false }, 'the user was not verified'],
  ])('is not taken with an assertion %s', async (_what, changes, why) => {
    const passkey = createPasskey();
    await register(passkey);
    expect(await asked(passkey, changes)).toMatchObject({
      status: 401,
      body: { code: 16, message: `could not verify WebAuthN signature: ${why}` },
    });
  });

  it('may continue without user verification if it never had it', async () => {
    const passkey = createPasskey({ verified: false });
    await register(passkey);
    expect((await asked(passkey)).status).toBe(200);
  });

  it('stamps one body only', async () => {
    const passkey = createPasskey();
    await register(passkey);
    const other = await send('query/whoami', `${whoami()} `, passkey.stamp(whoami()));
    expect(other).toMatchObject({ status: 401, body: { message: expect.stringContaining('made for another body') } });
  });

  it('is accepted in base64url too, as one public source writes it', async () => {
    const passkey = createPasskey();
    await register(passkey);
    const header = Buffer.from(passkey.stamp(whoami())).toString('base64url');
    expect((await send('query/whoami', whoami(), header)).status).toBe(200);
  });
});

describe('the counter of a passkey', () => {
  it('must increase, except for a repetition of the last request', async () => {
    const passkey = createPasskey({ counts: true });
    await register(passkey);
    const body = JSON.stringify(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Once', accounts: [] }));
    const header = passkey.stamp(body);
    const first = await send('submit/create_wallet', body, header);
    expect(first.status).toBe(200);
    expect(await send('submit/create_wallet', body, header)).toEqual(first);
    expect((await asked(passkey)).status).toBe(200);
    for (const count of [1, 3]) {
      const copied = await asked(passkey, { count }, `${whoami()} `);
      expect(copied).toMatchObject({ status: 401, body: { message: expect.stringContaining('counter did not grow') } });
    }
    expect((await asked(passkey, { count: 100 })).status).toBe(200);
  });
});

describe('the vote of a passkey', () => {
  const [passkey, robot, third] = [createPasskey(), newKey(), newKey()];
  const user = (userName: string, publicKey?: string) => ({
    userName,
    apiKeys:
      publicKey === undefined ? [] : [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
    authenticators: publicKey === undefined ? [passkey.register('Phone')] : [],
    oauthProviders: [],
    userTags: [],
  });
  let holder: string;
  let fingerprint: string;
  beforeEach(async () => {
    const users = [user('Robot', robot.publicKey), user('Third', third.publicKey), user('Holder')];
    const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    holder = made.activity.result.createUsersResult?.userIds[2] ?? '';
    await service.client.createPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: 'Three, one of them with the passkey',
        effect: 'EFFECT_ALLOW',
        condition: "activity.resource == 'WALLET'",
        consensus: `approvers.count() == 3 && credentials.any(c, c.credential_id == '${passkey.credentialId}' && c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')`,
        notes: '',
      }),
    );
    const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Joint', accounts: [] });
    ({ fingerprint } = (await clientOf(service.ready.baseUrl, robot).createWallet(body)).activity);
  });
  const approve = async (client: TurnkeyClient) =>
    (await client.approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }))).activity.status;

  it('counts, and policies can read its passkey', async () => {
    expect(await approve(clientWith(passkey))).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await approve(clientOf(service.ready.baseUrl, third))).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('stops counting when the passkey is deleted', async () => {
    await approve(clientWith(passkey));
    const { authenticators } = await service.client.getAuthenticators({
      organizationId: service.organizationId,
      userId: holder,
    });
    const authenticatorIds = authenticators.map(({ authenticatorId }) => authenticatorId);
    await service.client.deleteAuthenticators(
      service.envelope('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', { userId: holder, authenticatorIds }),
    );
    expect(await approve(clientOf(service.ready.baseUrl, third))).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });
});
