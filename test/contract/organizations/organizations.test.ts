import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('whoami', () => {
  it('tells user and organization of the stamping key', async () => {
    expect(await service.client.getWhoami({ organizationId: service.organizationId })).toEqual({
      organizationId: service.organizationId,
      organizationName: 'Treasury',
      userId: service.userId,
      username: 'Operator',
    });
  });

  it('finds the organization whatever the letter case of its id', async () => {
    const reply = await service.client.getWhoami({ organizationId: service.organizationId.toUpperCase() });
    expect(reply.organizationId).toBe(service.organizationId);
  });
});

describe('get_api_key', () => {
  it('shows a key of the organization', async () => {
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Any', accounts: [] }),
    );
    const { apiKeyId } = activity.votes[0]!.user.apiKeys[0]!;
    const time = { seconds: '1763640000', nanos: '0' };
    expect(await service.client.getApiKey({ organizationId: service.organizationId, apiKeyId })).toEqual({
      apiKey: {
        credential: { publicKey: service.key.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
        apiKeyId,
        apiKeyName: 'Workstation',
        createdAt: time,
        updatedAt: time,
      },
    });
  });

  it('refuses an id of nothing', async () => {
    const asking = service.client.getApiKey({ organizationId: service.organizationId, apiKeyId: service.userId });
    await expect(asking).rejects.toThrow('Turnkey error 5: no api key found with the given ID');
  });
});
