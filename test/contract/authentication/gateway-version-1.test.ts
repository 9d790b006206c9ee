import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { AUDIENCE, type Issuer, startIssuer } from './oidc-issuer.ts';
import { clientSigned, loginBy } from './one-time-code.ts';

/** The first versions of what older public clients ask of the gateway: the code comes as it was sent. */
const GATEWAY = 'gateway of the test';
const EMAIL = 'operator@example.com';
let service: StartedService;
let issuer: Issuer;
beforeAll(async () => {
  [service, issuer] = await Promise.all([startService({ init: { authProxyConfigId: GATEWAY } }), startIssuer()]);
});
afterAll(() => Promise.all([service.stop(), issuer.close()]));
/** The codes of the test before are over. */
beforeEach(() => {
  service.clock.now += 600_000;
});

async function ask(
  path: string,
  body: object,
  headers: Record<string, string> = { 'X-Auth-Proxy-Config-ID': GATEWAY },
) {
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(service.ready.authUrl + path, init);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
const refused = (path: string, body: object) => ask(path, body).then((answer) => answer.body.message);

async function send(contact = EMAIL) {
  const { body } = await ask('/v1/otp_init', { otpType: 'OTP_TYPE_EMAIL', contact });
  const { code: otpCode } = service.posted.at(-1)!;
  return { otpId: body.otpId, otpCode, wrong: (otpCode.startsWith('0') ? '1' : '0') + otpCode.slice(1) };
}
async function verified({ publicKey }: ClientKey, contact = EMAIL): Promise<string> {
  const { otpId, otpCode } = await send(contact);
  return (await ask('/v1/otp_verify', { otpId, otpCode, publicKey })).body.verificationToken!;
}

describe('a code at the gateway', () => {
  it('logs its user in once, with the key that was given for it', async () => {
    const started = await ask('/v1/otp_init', { otpType: 'OTP_TYPE_EMAIL', contact: EMAIL });
    expect(started).toEqual({ status: 200, body: { otpId: expect.any(String) } });
    const { otpId } = started.body;
    const { code: otpCode } = service.posted.at(-1)!;
    const key = newKey();
    const { publicKey } = key;
    expect(await refused('/v1/otp_verify', { otpId, otpCode })).toContain('/publicKey');
    expect(await refused('/v1/otp_verify', { otpId, otpCode, publicKey: `02${'ff'.repeat(32)}` })).toBe(
      'invalid public key: it is not a point of P-256',
    );
    const { verificationToken = '' } = (await ask('/v1/otp_verify', { otpId, otpCode, publicKey })).body;
    expect(await refused('/v1/otp_verify', { otpId, otpCode, publicKey })).toContain('Invalid OTP code: it was used');
    const login = await loginBy(verificationToken, key);
    const { clientSignature: _, ...unsigned } = login;
    expect(await refused('/v1/otp_login', unsigned)).toContain('/clientSignature');
    const thief = await loginBy(verificationToken, newKey());
    expect(await refused('/v1/otp_login', thief)).toContain('its key is not the one that the verification token');
    expect((await ask('/v1/otp_login', login)).body.session).toMatch(/\./);
    const { organizationId, userId } = service;
    expect(await clientOf(service.ready.baseUrl, key).getWhoami({ organizationId })).toMatchObject({ userId });
    expect(await refused('/v1/otp_login', login)).toContain('it was used');
  });

  it('is locked after three wrong codes, and expires', async () => {
    const { publicKey } = newKey();
    const { otpId, otpCode, wrong } = await send();
    for (let tries = 0; tries < 3; tries += 1)
      expect(await refused('/v1/otp_verify', { otpId, otpCode: wrong, publicKey })).toBe('Invalid OTP code');
    expect(await refused('/v1/otp_verify', { otpId, otpCode, publicKey })).toContain('it is locked');
    const later = await send();
    service.clock.now += 300_000;
    expect(await refused('/v1/otp_verify', { ...later, publicKey })).toContain('it has expired');
  });

  it('is limited to three open codes for each contact', async () => {
    for (let count = 0; count < 3; count += 1) await send();
    expect(await refused('/v1/otp_init', { otpType: 'OTP_TYPE_EMAIL', contact: EMAIL })).toContain(
      'Max number of OTPs',
    );
  });

  it('works only in the gateway’s organization', async () => {
    const apiKeys = [{ apiKeyName: 'Phone', publicKey: newKey().publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const rootUsers = [{ userName: 'Customer', userEmail: EMAIL, apiKeys, authenticators: [], oauthProviders: [] }];
    const { activity } = await service.client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: 'Customer',
        rootUsers,
        rootQuorumThreshold: 1,
      }),
    );
    const organizationId = activity.result.createSubOrganizationResultV8!.subOrganizationId;
    const sent = await service.client.initOtp({
      ...service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', { otpType: 'OTP_TYPE_EMAIL', contact: EMAIL, appName: 'Test' }),
      organizationId,
    });
    const { otpId } = sent.activity.result.initOtpResultV2!;
    const { code: otpCode } = service.posted.at(-1)!;
    const { publicKey } = newKey();
    expect((await ask('/v1/otp_verify', { otpId, otpCode, publicKey })).status).toBe(404);
  });
});

describe('a sign-up at the gateway', () => {
  const none = { authenticators: [], oauthProviders: [] };
  const withKey = ({ publicKey }: ClientKey) => ({
    ...none,
    apiKeys: [{ apiKeyName: 'Phone', publicKey, curveType: 'API_KEY_CURVE_P256' }],
  });
  const signed = (token: string, key: ClientKey, usage: object) =>
    clientSigned(token, key, { type: 'USAGE_TYPE_SIGNUP', ...usage });

  it('accepts the first or the second version of the signed message, but not both', async () => {
    for (const member of ['signup', 'signupV2']) {
      const [key, userEmail] = [newKey(), `${member}@example.com`];
      const verificationToken = await verified(key, userEmail);
      const body = { userEmail, ...withKey(key), verificationToken };
      const usage = { email: userEmail, ...withKey(key) };
      const wrong = await signed(verificationToken, key, { signup: usage, signupV2: { ...usage, apiKeys: [] } });
      expect(await refused('/v1/signup', { ...body, clientSignature: wrong })).toContain(
        'its message must have one object: signupV2 or signup',
      );
      const other = await signed(verificationToken, key, { [member]: { ...usage, ...withKey(newKey()) } });
      expect(await refused('/v1/signup', { ...body, clientSignature: other })).toContain(
        'other contacts or credentials',
      );
      expect(await refused('/v1/signup', body)).toContain('invalid client signature: it is missing');
      const clientSignature = await signed(verificationToken, key, { [member]: usage });
      const made = await ask('/v1/signup', { ...body, clientSignature });
      expect(made).toMatchObject({ status: 200, body: { userId: expect.any(String) } });
      const { organizationId = '' } = made.body;
      const whoami = clientOf(service.ready.baseUrl, key).getWhoami({ organizationId });
      await expect(whoami).resolves.toMatchObject({ organizationId, userId: made.body.userId });
      expect(await refused('/v1/signup', { ...body, clientSignature, ...withKey(newKey()) })).toMatch(
        /it was used to make another organization|other contacts or credentials/,
      );
    }
  });

  it('accepts identities that a token proves and refuses unproven ones', async () => {
    const claimed = { providerName: 'Issuer', oidcClaims: { iss: issuer.url, sub: 'customer', aud: AUDIENCE } };
    expect(await refused('/v1/signup', { ...none, apiKeys: [], oauthProviders: [claimed] })).toContain('/oidcToken');
    const oauthProviders = [{ providerName: 'Own', oidcClaims: { iss: issuer.url, sub: 'operator', aud: AUDIENCE } }];
    await service.client.createOauthProviders(
      service.envelope('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', { userId: service.userId, oauthProviders }),
    );
    const oidcToken = await issuer.token(service.clock.now, { sub: 'customer' });
    const proven = [{ providerName: 'Issuer', oidcToken }];
    expect((await ask('/v1/signup', { ...none, apiKeys: [], oauthProviders: proven })).status).toBe(200);
  });
});

it('requires the gateway’s id and shows no captcha', async () => {
  expect(await ask('/v1/wallet_kit_client_params', {})).toEqual({ status: 200, body: {} });
  for (const path of ['wallet_kit_client_params', 'otp_init', 'otp_verify', 'otp_login', 'signup'])
    expect((await ask(`/v1/${path}`, {}, {})).status, path).toBe(401);
});
