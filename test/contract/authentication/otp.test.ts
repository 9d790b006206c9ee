import { ApiKeyStamper, SignatureFormat } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, encryptOtpCodeToBundle, verifyOtpVerificationToken } from '@turnkey/crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { type ClientKey, clientOf, NOON, newKey, type StartedService, startService } from '../start-service.ts';

const GATEWAY = 'gateway of the test';
const EMAIL = { otpType: 'OTP_TYPE_EMAIL', contact: 'Operator@example.com' };
let service: StartedService;
beforeEach(async () => {
  service = await startService({ init: { authProxyConfigId: GATEWAY } });
});
afterEach(async () => {
  vi.useRealTimers();
  await service.stop();
});

type Started = { otpId: string; otpEncryptionTargetBundle: string };
const as = (key: ClientKey) => clientOf(service.ready.baseUrl, key);
const outbox = async (key = service.key) => {
  const { organizationId } = service;
  const body = { organizationId };
  const { messages } = await as(key).request<typeof body, QueryResponse<'list_outbox'>>(
    '/public/v1/query/list_outbox',
    body,
  );
  return messages;
};
const lastCode = async () => (await outbox())[0]!.code;
/** Another code as long, whatever was sent. */
const wrong = (code: string) => (code.startsWith('0') ? '1' : '0') + code.slice(1);

async function send(more: object = {}): Promise<Started> {
  const parameters = { ...EMAIL, appName: 'Test', ...more };
  const { activity } = await service.client.initOtp(service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', parameters));
  return activity.result.initOtpResultV2!;
}
const sealed = (code: string, { otpEncryptionTargetBundle }: Started, key: ClientKey) =>
  encryptOtpCodeToBundle(code, otpEncryptionTargetBundle, key.publicKey, service.ready.keys.fetcher);
async function verify(started: Started, code: string, key = newKey(), more: object = {}) {
  const parameters = { otpId: started.otpId, encryptedOtpBundle: await sealed(code, started, key), ...more };
  const { activity } = await service.client.verifyOtp(service.envelope('ACTIVITY_TYPE_VERIFY_OTP_V2', parameters));
  return activity.result.verifyOtpResult!.verificationToken;
}
async function signed(token: string, key: ClientKey, publicKey = key.publicKey) {
  const { id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const message = JSON.stringify({ login: { publicKey }, tokenId: id, type: 'USAGE_TYPE_LOGIN' });
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
  const signature = await stamper.sign(message, SignatureFormat.Raw);
  return { publicKey: key.publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256' as const, message, signature };
}
async function login(verificationToken: string, key: ClientKey, more: object = {}) {
  const parameters = {
    verificationToken,
    publicKey: key.publicKey,
    clientSignature: await signed(verificationToken, key),
    ...more,
  };
  const { activity } = await service.client.otpLogin(service.envelope('ACTIVITY_TYPE_OTP_LOGIN_V2', parameters));
  return activity.result.otpLoginResult!.session;
}
const whoami = (key: ClientKey) => as(key).getWhoami({ organizationId: service.organizationId });

describe('a one-time code', () => {
  it('logs the contact’s user in with the official packages', async () => {
    const key = newKey();
    const started = await send();
    const [message] = await outbox();
    expect(message).toEqual({
      sentAt: new Date(service.clock.now)
        .toISOString()
        .replace('.001Z', 'Z')
        .replace(/\.\d+Z$/, 'Z'),
      channel: 'email',
      to: 'Operator@example.com',
      text: `Your code for Test is ${message!.code}.`,
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{9}$/),
    });
    const token = await verify(started, message!.code.toLowerCase(), key);
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    await expect(verifyOtpVerificationToken(token, service.ready.keys.fetcher)).resolves.toEqual({
      exp: String(service.clock.now + 3_600_000),
      id: started.otpId,
      organization_id: service.organizationId,
      verification_type: 'OTP_TYPE_EMAIL',
      contact: 'Operator@example.com',
      public_key: key.publicKey,
    });
    const session = await login(token, key, { expirationSeconds: '60' });
    expect(JSON.parse(Buffer.from(session.split('.')[1]!, 'base64url').toString())).toMatchObject({
      public_key: key.publicKey,
      user_id: service.userId,
    });
    await expect(whoami(key)).resolves.toMatchObject({ userId: service.userId });
  });

  it('has the requested length and alphabet', async () => {
    await send({ otpLength: 6, alphanumeric: false, emailCustomization: { magicLinkTemplate: 'https://app.test/%s' } });
    const [{ code, text } = { code: '', text: '' }] = await outbox();
    expect(code).toMatch(/^[0-9]{6}$/);
    expect(text).toBe(`Your code for Test is ${code}. Or open https://app.test/${code}`);
    await send({ otpType: 'OTP_TYPE_SMS', contact: '+491701234567' });
    expect((await outbox())[0]).toMatchObject({ channel: 'sms', to: '+491701234567' });
    expect(service.posted).toEqual((await outbox()).reverse());
    await expect(send({ otpLength: 10 })).rejects.toThrow('/parameters/otpLength');
    await expect(send({ contact: '+491701234567' })).rejects.toThrow('/parameters/contact');
  });

  it('is accepted once', async () => {
    const started = await send();
    const code = await lastCode();
    await verify(started, code);
    await expect(verify(started, code)).rejects.toThrow('Turnkey error 3: Invalid OTP code: it was used');
  });

  it('is locked after three wrong codes, even for the right one', async () => {
    const started = await send();
    const code = await lastCode();
    for (let tries = 0; tries < 3; tries += 1)
      await expect(verify(started, wrong(code))).rejects.toThrow('Turnkey error 3: Invalid OTP code');
    await expect(verify(started, code)).rejects.toThrow('Invalid OTP code: it is locked');
  });

  it('expires, as its token does', async () => {
    const started = await send();
    const code = await lastCode();
    service.clock.now += 300_000;
    await expect(verify(started, code)).rejects.toThrow('Invalid OTP code: it has expired');
    const key = newKey();
    const token = await verify(await send({ expirationSeconds: '60' }), await lastCode(), key, {
      expirationSeconds: '30',
    });
    service.clock.now += 30_000;
    await expect(login(token, key)).rejects.toThrow('invalid verification token: it has expired');
    await expect(send({ expirationSeconds: '601' })).rejects.toThrow(
      '/parameters/expirationSeconds must be at most 600',
    );
    await expect(verify(await send(), await lastCode(), key, { expirationSeconds: '86401' })).rejects.toThrow(
      '/parameters/expirationSeconds must be at most 86400',
    );
  });

  it('is limited to three open codes for each contact', async () => {
    for (let count = 0; count < 3; count += 1) await send();
    await expect(send({ contact: 'operator@EXAMPLE.com' })).rejects.toMatchObject({
      message: expect.stringContaining('Max number of OTPs have been initiated'),
      details: [expect.objectContaining({ turnkeyErrorCode: 'MAX_OTP_INITIATED' })],
    });
    await send({ contact: 'other@example.com' });
    service.clock.now += 300_000;
    await send();
  });

  it('comes back encrypted to the key that came with it', async () => {
    const [one, two] = [await send(), await send()];
    const encryptedOtpBundle = await sealed(await lastCode(), one, newKey());
    const body = service.envelope('ACTIVITY_TYPE_VERIFY_OTP_V2', { otpId: two.otpId, encryptedOtpBundle });
    await expect(service.client.verifyOtp(body)).rejects.toThrow('invalid encrypted OTP bundle');
  });
});

describe('a verification token', () => {
  it('logs in once, even after a restart of the service', async () => {
    const key = newKey();
    const started = await send();
    const code = await lastCode();
    const token = await verify(started, code, key);
    await login(token, key);
    await expect(login(token, key)).rejects.toThrow('invalid verification token: it was used already');
    const again = await send();
    const second = await verify(again, await lastCode(), key);
    await service.restart();
    await expect(login(token, key)).rejects.toThrow('invalid verification token: it was used already');
    await expect(verify(again, code)).rejects.toThrow('Invalid OTP code: it was used');
    await login(second, key);
    await expect(login(second, key)).rejects.toThrow('invalid verification token: it was used already');
  });

  it('counts wrong codes across restarts of the service', async () => {
    const started = await send();
    const code = await lastCode();
    await expect(verify(started, wrong(code))).rejects.toThrow('Invalid OTP code');
    await expect(verify(started, wrong(code))).rejects.toThrow('Invalid OTP code');
    await service.restart();
    await expect(verify(started, wrong(code))).rejects.toThrow('Invalid OTP code');
    await expect(verify(started, code)).rejects.toThrow('it is locked');
  });

  it('is accepted only from the holder of its key, for the signed key', async () => {
    const key = newKey();
    const token = await verify(await send(), await lastCode(), key);
    const thief = newKey();
    await expect(login(token, thief)).rejects.toThrow('its key is not the one that the verification token is bound to');
    const clientSignature = await signed(token, key);
    await expect(login(token, thief, { clientSignature })).rejects.toThrow(
      'it is for the session of another public key',
    );
    const forged = { ...clientSignature, message: clientSignature.message.replace(key.publicKey, thief.publicKey) };
    await expect(login(token, thief, { clientSignature: forged })).rejects.toThrow(
      'client signature: the key did not sign this message',
    );
    const other = await signed(await verify(await send(), await lastCode(), key), key);
    await expect(login(token, key, { clientSignature: other })).rejects.toThrow(
      'the tokenId in its message is that of another',
    );
    await login(token, key);
  });

  it('is refused when it is changed or from another service', async () => {
    const key = newKey();
    const token = await verify(await send(), await lastCode(), key);
    const [head, payload, signature] = token.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, contact: 'x@example.com' })).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const bad of [`${head}.${changed}.${signature}`, `${none}.${payload}.`, `${head}.${payload}.`, `${token}.x`])
      await expect(login(bad, key)).rejects.toThrow('invalid verification token: this service did not sign it');
  });

  it('is refused when no user or several users have the contact', async () => {
    const key = newKey();
    const token = await verify(await send({ contact: 'nobody@example.com' }), await lastCode(), key);
    await expect(login(token, key)).rejects.toThrow('no user of this organization has it');
    const twin = { userName: 'Twin', userEmail: 'operator@example.com', apiKeys: [], authenticators: [] };
    const users = [{ ...twin, oauthProviders: [], userTags: [] }];
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const shared = await verify(await send(), await lastCode(), key);
    await expect(login(shared, key)).rejects.toThrow('several users of this organization have it');
  });
});

describe('a credential by email', () => {
  it('is the user’s key, which only the target key opens and which stamps', async () => {
    const target = newKey();
    const parameters = {
      email: 'operator@example.com',
      targetPublicKey: target.publicKey,
      emailCustomization: { appName: 'Test', magicLinkTemplate: 'https://app.test/%s' },
      expirationSeconds: '60',
    };
    const body = service.envelope('ACTIVITY_TYPE_EMAIL_AUTH_V3', parameters);
    const { activity } = await service.client.emailAuth(body);
    const { apiKeyId, userId } = activity.result.emailAuthResult!;
    const { organizationId } = service;
    const { apiKey } = await service.client.getApiKey({ organizationId, apiKeyId });
    expect(apiKey.credential.type).toBe('CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256');
    const code = await lastCode();
    const privateKey = decryptCredentialBundle(code, target.privateKey);
    await expect(whoami({ privateKey, publicKey: apiKey.credential.publicKey })).resolves.toMatchObject({ userId });
    await service.client.emailAuth(
      service.envelope('ACTIVITY_TYPE_EMAIL_AUTH_V3', { ...parameters, invalidateExisting: true }),
    );
    await expect(whoami({ privateKey, publicKey: apiKey.credential.publicKey })).rejects.toThrow('could not find');
  });
});

describe('the outbox', () => {
  it('is shown only to a user who alone is the root quorum', async () => {
    await send();
    const robot = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    const { activity } = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    await expect(outbox(robot)).rejects.toThrow('Turnkey error 7: request not authorized: the outbox is for');
    const userIds = [service.userId, ...activity.result.createUsersResult!.userIds];
    await service.client.updateRootQuorum(
      service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds }),
    );
    await expect(outbox()).rejects.toThrow('the outbox is for whoever alone is the root quorum');
  });
});

describe('the gateway', () => {
  const ask = async (
    path: string,
    body: object,
    headers: Record<string, string> = { 'X-Auth-Proxy-Config-ID': GATEWAY },
  ) => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const response = await fetch(service.ready.authUrl + path, init);
    return { status: response.status, body: await response.json() };
  };

  it('logs a user in with a code and without a stamp', async () => {
    const key = newKey();
    const { status, body: started } = await ask('/v1/otp_init_v2', EMAIL);
    expect(status).toBe(200);
    expect(Object.keys(started)).toEqual(['otpId', 'otpEncryptionTargetBundle']);
    expect((await outbox())[0]!.text).toContain('Your code for Treasury is');
    const encryptedOtpBundle = await sealed(await lastCode(), started, key);
    const verified = await ask('/v1/otp_verify_v2', { otpId: started.otpId, encryptedOtpBundle });
    const { verificationToken } = verified.body;
    const clientSignature = await signed(verificationToken, key);
    const body = { verificationToken, publicKey: key.publicKey, clientSignature };
    const { session } = (await ask('/v1/otp_login_v2', body)).body;
    expect(session.split('.')).toHaveLength(3);
    await expect(whoami(key)).resolves.toMatchObject({ userId: service.userId });
    expect((await ask('/v1/otp_login_v2', body)).body).toMatchObject({
      code: 3,
      message: expect.stringContaining('it was used'),
    });
  });

  it('counts wrong codes like the API', async () => {
    const { body: started } = await ask('/v1/otp_init_v2', EMAIL);
    const code = await lastCode();
    const attempt = async (guess: string) =>
      ask('/v1/otp_verify_v2', {
        otpId: started.otpId,
        encryptedOtpBundle: await sealed(guess, started, newKey()),
      });
    for (let tries = 0; tries < 3; tries += 1)
      expect((await attempt(wrong(code))).body.message).toBe('Invalid OTP code');
    expect((await attempt(code)).body.message).toContain('it is locked');
  });

  it('returns its configuration only for its id', async () => {
    expect(await ask('/v1/wallet_kit_config', {})).toEqual({
      status: 200,
      body: {
        enabledProviders: ['email', 'sms', 'passkey', 'wallet'],
        sessionExpirationSeconds: '900',
        organizationId: service.organizationId,
        otpAlphanumeric: true,
        otpLength: '9',
      },
    });
    for (const headers of [{}, { 'X-Auth-Proxy-Config-Id': 'another' }]) {
      const { status, body } = await ask('/v1/wallet_kit_config', {}, headers);
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 16, turnkeyErrorCode: 'UNAUTHENTICATED' });
    }
    expect((await ask('/v1/otp_init_v2', { otpType: 'OTP_TYPE_EMAIL' })).body.message).toContain('contact');
    const absent = await ask('/v1/oauth2_authenticate', {});
    expect(absent.status).toBe(501);
    expect(absent.body.message).toMatch(
      /^operation oauth2_authenticate is not implemented by this service: it logs in/,
    );
    expect((await ask('/v1/oauth2_authenticate', {}, {})).status).toBe(401);
    expect((await ask('/public/v1/query/whoami', {})).status).toBe(404);
  });
});
