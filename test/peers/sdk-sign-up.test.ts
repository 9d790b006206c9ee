import { createHash } from 'node:crypto';
import type { TurnkeyClient } from '@turnkey/core';
import { encryptOtpCodeToBundle } from '@turnkey/crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AUDIENCE, type Issuer, startIssuer } from '../contract/authentication/oidc-issuer.ts';
import { NOON, type StartedService, startService } from '../contract/start-service.ts';
import { browserLike } from './browser-like.ts';

/** Users of an application who sign up and log in by the official client alone, through the gateway and with attested stamps. */
const GATEWAY = 'gateway of the test';
let leave: () => void;
let service: StartedService;
let issuer: Issuer;
let client: TurnkeyClient;
let OtpType: typeof import('@turnkey/core').OtpType;
beforeAll(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  leave = browserLike();
  [service, issuer] = await Promise.all([startService({ init: { authProxyConfigId: GATEWAY } }), startIssuer()]);
  // The package looks at its host as it is loaded.
  const core = await import('@turnkey/core');
  ({ OtpType } = core);
  const { baseUrl, authUrl, organizationId } = service.ready;
  client = new core.TurnkeyClient({
    apiBaseUrl: baseUrl,
    authProxyUrl: authUrl,
    authProxyConfigId: GATEWAY,
    organizationId,
  });
  await client.init();
});
afterAll(async () => {
  await Promise.all([service.stop(), issuer.close()]);
  leave();
  vi.useRealTimers();
});

/** A token for a contact by the steps of `verifyOtp`, which pins the public service's key. */
async function tokenFor(contact: string): Promise<string> {
  const started = await client.httpClient.proxyInitOtpV2({ otpType: 'OTP_TYPE_EMAIL', contact });
  const { code } = service.posted.at(-1)!;
  const { fetcher } = service.ready.keys;
  const publicKey = await client.createApiKeyPair();
  const encryptedOtpBundle = await encryptOtpCodeToBundle(code, started.otpEncryptionTargetBundle, publicKey, fetcher);
  const verified = await client.httpClient.proxyVerifyOtpV2({ otpId: started.otpId, encryptedOtpBundle });
  return verified.verificationToken;
}
const whoami = async () => {
  const { organizationId } = (await client.getSession())!;
  return client.httpClient.getWhoami({ organizationId });
};

it('sign up with a code, and log in with another, without naming their organization', async () => {
  const contact = 'customer@example.com';
  const lookUp = async (verificationToken: string) =>
    client.httpClient.proxyGetAccount({ filterType: 'EMAIL', filterValue: contact, verificationToken });
  const first = await tokenFor(contact);
  expect(await lookUp(first)).toEqual({});
  const createSubOrgParams = { userName: 'Customer', subOrgName: 'Of a code' };
  await client.signUpWithOtp({
    verificationToken: first,
    contact,
    otpType: OtpType.Email,
    createSubOrgParams,
  });
  const made = await whoami();
  expect(made).toMatchObject({ organizationName: 'Of a code', username: 'Customer' });
  await client.clearAllSessions();

  const second = await tokenFor(contact);
  expect(await lookUp(second)).toEqual({ organizationId: made.organizationId });
  await client.loginWithOtp({ verificationToken: second });
  expect(await whoami()).toEqual(made);
  await client.clearAllSessions();
});

it('sign up with an OIDC token, and log in with another', async () => {
  const complete = async () => {
    const publicKey = await client.createApiKeyPair();
    const nonce = createHash('sha256').update(publicKey).digest('hex');
    const oidcToken = await issuer.token(service.clock.now, { nonce });
    const { action } = await client.completeOauth({ oidcToken, publicKey, providerName: 'Issuer' });
    const { organizationId } = await whoami();
    await client.clearAllSessions();
    return { action, organizationId };
  };
  // The operator lets the issuer in by an identity of a user of the organization itself.
  const oidcClaims = { iss: issuer.url, sub: 'of the operator', aud: AUDIENCE };
  const oauthProviders = [{ providerName: 'Issuer', oidcClaims }];
  await service.client.createOauthProviders(
    service.envelope('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', { userId: service.userId, oauthProviders }) as never,
  );
  const made = await complete();
  expect(made.action).toBe('SIGNUP');
  expect(made.organizationId).not.toBe(service.organizationId);
  expect(await complete()).toEqual({ action: 'LOGIN', organizationId: made.organizationId });
});
