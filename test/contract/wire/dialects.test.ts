import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

describe.each([
  ['spec', '2025-11-20T12:00:00Z'],
  ['turnkey', { seconds: '1763640000', nanos: '0' }],
] as const)('the dialect %s', (dialect, time) => {
  let service: StartedService;
  beforeAll(async () => {
    service = await startService({ dialect });
  });
  afterAll(() => service.stop());

  it('writes activity times in its own form and all others as timestamp objects', async () => {
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Any', accounts: [] }),
    );
    expect(activity).toMatchObject({ createdAt: time, updatedAt: time });
    expect(activity.votes[0]?.createdAt).toEqual({ seconds: '1763640000', nanos: '0' });
    const { wallets } = await service.client.getWallets({ organizationId: service.organizationId });
    expect(wallets[0]?.createdAt).toEqual({ seconds: '1763640000', nanos: '0' });
  });

  it('publishes its webhook keys in both member styles, cached for a day', async () => {
    const response = await fetch(`${service.ready.baseUrl}/public/v1/discovery/webhooks/jwks`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=86400, stale-if-error=604800');
    expect(await response.json()).toEqual({
      keys: [
        {
          ...service.ready.keys.webhook,
          kty: 'OKP',
          crv: 'Ed25519',
          alg: 'EdDSA',
          use: 'sig',
          service_signature_algorithm: 'ed25519',
          service_signature_version: 'v1',
          turnkey_signature_algorithm: 'ed25519',
          turnkey_signature_version: 'v1',
        },
      ],
    });
    expect(Buffer.from(service.ready.keys.webhook.x, 'base64url')).toHaveLength(32);
  });
});
