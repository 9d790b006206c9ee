import { createHash } from 'node:crypto';
import type { TurnkeyClient } from '@turnkey/core';
import { encryptOtpCodeToBundle, verifySessionJwtSignature } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { QueryResponse } from '../../shared/operations/index.ts';
import { type Issuer, startIssuer } from '../contract/authentication/oidc-issuer.ts';
import { createPasskey } from '../contract/authentication/software-passkey.ts';
import { type ClientKey, NOON, newKey, type StartedService, startService } from '../contract/start-service.ts';
import { browserLike } from './browser-like.ts';
import { apiKeyStamper } from './sdk/api-key-stamper.ts';
import type { Service } from './sdk/service.ts';
import { webauthnStamper } from './sdk/webauthn-stamper.ts';
import { ETHEREUM, serverClient, stampedAt } from './service-client.ts';

/** Tests how users get in, with the official packages as they are published. */
const GATEWAY = 'gateway of the test';
const RP_ID = 'castellan.example';
let service: StartedService;
let issuer: Issuer;
beforeAll(async () => {
  // The packages take the time of their requests from the machine's clock.
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  [service, issuer] = await Promise.all([startService({ init: { authProxyConfigId: GATEWAY } }), startIssuer()]);
});
afterAll(async () => {
  vi.useRealTimers();
  await Promise.all([service.stop(), issuer.close()]);
});

const apiClient = (key: ClientKey, organizationId?: string) => serverClient(service, key, organizationId);
const operator = () => apiClient(service.key);
const stamped = () => stampedAt(service);
const program = (): Service => {
  const { publicKey, privateKey } = service.key;
  return { ready: service.ready, apiPublicKey: publicKey, apiPrivateKey: privateKey };
};
/** The newest code, as the operator reads it. */
async function readCode(): Promise<string> {
  const body = { organizationId: service.organizationId };
  const path = '/public/v1/query/list_outbox';
  const { messages } = await service.client.request<typeof body, QueryResponse<'list_outbox'>>(path, body);
  return messages[0]?.code ?? '';
}
/** A client of a browser. The package looks at its host as it is loaded. */
async function browser(more: object = {}): Promise<TurnkeyClient> {
  const { baseUrl, authUrl, organizationId } = service.ready;
  const { TurnkeyClient } = await import('@turnkey/core');
  const client = new TurnkeyClient({ apiBaseUrl: baseUrl, authProxyUrl: authUrl, organizationId, ...more });
  await client.init();
  return client;
}
async function inBrowser(run: () => Promise<void>): Promise<void> {
  const leave = browserLike();
  try {
    await run();
  } finally {
    leave();
  }
}

describe('a session', () => {
  it('is started by sdk-server, verified by crypto, and stamps until it ends', async () => {
    const key = newKey();
    const { session } = await operator().stampLogin({
      ...stamped(),
      publicKey: key.publicKey,
      expirationSeconds: '60',
    });
    expect(await verifySessionJwtSignature(session, service.ready.keys.notarizer)).toBe(true);
    expect(await verifySessionJwtSignature(session)).toBe(false);
    expect(await apiClient(key).getWhoami()).toMatchObject({ userId: service.userId });
    expect(await apiKeyStamper({ ...program(), apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey })).toBe(
      'Operator',
    );
    service.clock.now += 60_000;
    await expect(apiClient(key).getWhoami()).rejects.toThrow('Unauthenticated desc = expired api key');
  });

  it('of http is the same', async () => {
    const { publicKey } = newKey();
    const { activity } = await service.client.stampLogin(service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey }));
    const { session = '' } = activity.result.stampLoginResult ?? {};
    expect(await verifySessionJwtSignature(session, service.ready.keys.notarizer)).toBe(true);
  });

  it('starts in a browser with a passkey, is stored there and ended', () =>
    inBrowser(async () => {
      const passkey = createPasskey({ rpId: RP_ID });
      vi.stubGlobal('navigator', { credentials: passkey.credentials });
      await operator().createAuthenticators({
        ...stamped(),
        userId: service.userId,
        authenticators: [passkey.register('Laptop')],
      });
      expect(await webauthnStamper(program(), RP_ID)).toBe('Operator');

      const client = await browser({ passkeyConfig: { rpId: RP_ID } });
      const { sessionToken } = await client.loginWithPasskey();
      expect(await verifySessionJwtSignature(sessionToken, service.ready.keys.notarizer)).toBe(true);
      expect(await client.getSession()).toMatchObject({ userId: service.userId, token: sessionToken });
      expect(await client.httpClient.getWhoami()).toMatchObject({ username: 'Operator' });
      await client.logout();
      expect(await client.getSession()).toBeUndefined();
    }));
});

describe('a one-time code', () => {
  it('sent and verified by sdk-server starts a session', () =>
    inBrowser(async () => {
      const { oneTimeCode } = await import('./sdk/one-time-code.ts');
      const key = await oneTimeCode(program(), 'operator@example.com', readCode);
      expect(await apiClient(key).getWhoami()).toMatchObject({ userId: service.userId });
    }));

  it('goes through the gateway from a browser, which pins the key of the public service', () =>
    inBrowser(async () => {
      const client = await browser({ authProxyConfigId: GATEWAY });
      expect(await client.httpClient.proxyGetWalletKitConfig({})).toMatchObject({
        organizationId: service.organizationId,
      });
      const { OtpType } = await import('@turnkey/core');
      const started = await client.initOtp({ otpType: OtpType.Email, contact: 'operator@example.com' });
      const otpCode = await readCode();
      await expect(client.verifyOtp({ ...started, otpCode })).rejects.toThrow('Failed to verify OTP');

      const { otpId, otpEncryptionTargetBundle } = started;
      const { publicKey } = newKey();
      const pinned = service.ready.keys.fetcher;
      const encryptedOtpBundle = await encryptOtpCodeToBundle(otpCode, otpEncryptionTargetBundle, publicKey, pinned);
      const { verificationToken } = await client.httpClient.proxyVerifyOtpV2({ otpId, encryptedOtpBundle });
      expect(verificationToken.split('.')).toHaveLength(3);
    }));
});

describe('an identity at an issuer', () => {
  it('is registered and logs in by sdk-server', async () => {
    const key = newKey();
    const now = () => Math.floor(service.clock.now / 1000) * 1000;
    await operator().createOauthProviders({
      ...stamped(),
      userId: service.userId,
      oauthProviders: [{ providerName: 'Issuer', oidcToken: await issuer.token(now()) }],
    });
    const nonce = createHash('sha256').update(key.publicKey).digest('hex');
    const { session } = await operator().oauthLogin({
      ...stamped(),
      oidcToken: await issuer.token(now(), { nonce }),
      publicKey: key.publicKey,
    });
    expect(await verifySessionJwtSignature(session, service.ready.keys.notarizer)).toBe(true);
    expect(await apiClient(key).getWhoami()).toMatchObject({ userId: service.userId });
    expect(issuer.asked).toContain('/.well-known/openid-configuration');
  });
});

describe('a sub-organization', () => {
  it('is created and found by sdk-server, read by its parent and used by its own users', async () => {
    const key = newKey();
    const { subOrganizationId, wallet, rootUserIds } = await operator().createSubOrganization({
      ...stamped(),
      subOrganizationName: 'Customer 1',
      rootQuorumThreshold: 1,
      rootUsers: [
        {
          userName: 'Customer',
          userEmail: 'customer@example.com',
          apiKeys: [{ apiKeyName: 'Phone', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      wallet: {
        walletName: 'Savings',
        accounts: [ETHEREUM],
      },
    });
    for (const filter of [
      { filterType: 'NAME', filterValue: 'Customer 1' },
      { filterType: 'EMAIL', filterValue: 'customer@example.com' },
      { filterType: 'PUBLIC_KEY', filterValue: key.publicKey },
      { filterType: 'WALLET_ACCOUNT_ADDRESS', filterValue: wallet?.addresses[0] ?? '' },
    ])
      expect(await operator().getSubOrgIds(filter)).toEqual({ organizationIds: [subOrganizationId] });

    const customer = apiClient(key, subOrganizationId);
    expect(await customer.getWhoami()).toMatchObject({ organizationId: subOrganizationId, userId: rootUserIds?.[0] });
    await customer.createWallet({ ...stamped(), walletName: 'Daily', accounts: [] });
    const { wallets } = await operator().getWallets({ organizationId: subOrganizationId });
    expect(wallets.map(({ walletName }) => walletName)).toEqual(['Savings', 'Daily']);
    const organizationId = subOrganizationId;
    await expect(
      operator().createWallet({ ...stamped(), organizationId, walletName: 'Not theirs', accounts: [] }),
    ).rejects.toThrow('a parent organization can only read this one');
  });
});

it('accepts sdk-server’s type for undelegation, and answers that there is no chain endpoint', async () => {
  const { addresses } = await operator().createWallet({
    ...stamped(),
    walletName: 'Delegated',
    accounts: [ETHEREUM],
  });
  await expect(
    operator().ethUndelegate7702({ ...stamped(), from: addresses[0] ?? '', caip2: 'eip155:1' }),
  ).rejects.toThrow(/Turnkey error 9: no endpoint is configured for eip155:1/);
});
