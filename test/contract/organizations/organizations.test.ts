import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('whoami', () => {
  it('returns the user and the organization of the stamping key', async () => {
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

  it('refuses an unknown id', async () => {
    const asking = service.client.getApiKey({ organizationId: service.organizationId, apiKeyId: service.userId });
    await expect(asking).rejects.toThrow('Turnkey error 5: no api key found with the given ID');
  });
});

describe('update_organization_name', () => {
  const rename = (organizationName: string, client = service.client) =>
    client.updateOrganizationName(service.envelope('ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME', { organizationName }));

  it('gives the organization a name that all queries show, also after a restart', async () => {
    const { organizationId } = service;
    const { activity } = await rename('Treasury Europe');
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(activity.result.updateOrganizationNameResult).toEqual({
      organizationId,
      organizationName: 'Treasury Europe',
    });
    const names = async () => {
      const { organizationName } = await service.client.getWhoami({ organizationId });
      const { organizationData } = await service.client.getOrganization({ organizationId });
      return [organizationName, organizationData.name];
    };
    expect(await names()).toEqual(['Treasury Europe', 'Treasury Europe']);
    await service.restart();
    expect(await names()).toEqual(['Treasury Europe', 'Treasury Europe']);
  });

  it.each([
    ['an empty name', ''],
    ['a name with a line break', 'Treasury\nEurope'],
    ['a name of 256 characters', 'x'.repeat(256)],
  ])('refuses %s', async (_what, name) => {
    await expect(rename(name)).rejects.toThrow('/parameters/organizationName');
  });

  it('is allowed only for the root quorum, whatever policies allow', async () => {
    const key = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Other', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    await service.client.createPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: 'Everything',
        effect: 'EFFECT_ALLOW' as const,
        condition: 'true',
        consensus: 'true',
        notes: '',
      }),
    );
    await expect(rename('Taken over', clientOf(service.ready.baseUrl, key))).rejects.toThrow('Turnkey error 7');
    const { organizationData } = await service.client.getOrganization({ organizationId: service.organizationId });
    expect(organizationData.name).toBe('Treasury Europe');
  });
});
