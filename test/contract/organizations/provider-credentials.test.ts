import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/** Credentials at login providers and payment providers, kept for clients that set them up. */
let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const DISCORD = {
  provider: 'OAUTH2_PROVIDER_DISCORD' as const,
  clientId: '1234567890',
  encryptedClientSecret: '00a1b2c3',
};
const COINBASE = {
  onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE' as const,
  projectId: 'project-1',
  publishableApiKey: 'pk_1',
  encryptedSecretApiKey: 'sealed-1',
  encryptedPrivateApiKey: 'sealed-2',
  sandboxMode: true,
};
const UNKNOWN = '9f4b2d6e-1a7c-4c35-8e90-3b5d7f1a2c48';

async function createOauth2(parameters: object = {}, client = service.client): Promise<string> {
  const body = service.envelope('ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL', { ...DISCORD, ...parameters });
  const { activity } = await client.createOauth2Credential(body);
  return activity.result.createOauth2CredentialResult!.oauth2CredentialId;
}
const oauth2 = async () => {
  const { organizationId } = service;
  return (await service.client.listOauth2Credentials({ organizationId })).oauth2Credentials;
};
const onRamps = async () => {
  const { organizationId } = service;
  return (await service.client.listFiatOnRampCredentials({ organizationId })).fiatOnRampCredentials;
};

describe('an OAuth 2.0 credential', () => {
  it('can be stored, read, listed, replaced and deleted', async () => {
    const { organizationId } = service;
    const oauth2CredentialId = await createOauth2();
    const times = { createdAt: expect.any(Object), updatedAt: expect.any(Object) };
    const kept = { oauth2CredentialId, organizationId, ...DISCORD, ...times };
    expect(await service.client.getOauth2Credential({ organizationId, oauth2CredentialId })).toEqual({
      oauth2Credential: kept,
    });
    service.clock.now += 10_000;
    const changed = { provider: 'OAUTH2_PROVIDER_X' as const, clientId: 'other', encryptedClientSecret: 'ff' };
    const updated = await service.client.updateOauth2Credential(
      service.envelope('ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL', { oauth2CredentialId, ...changed }),
    );
    expect(updated.activity.result.updateOauth2CredentialResult).toEqual({ oauth2CredentialId });
    const [after] = await oauth2();
    expect(after).toEqual({ ...kept, ...changed });
    expect(Number(after?.updatedAt.seconds)).toBeGreaterThan(Number(after?.createdAt.seconds));
    await service.restart();
    expect(await oauth2()).toEqual([after]);
    await service.client.deleteOauth2Credential(
      service.envelope('ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL', { oauth2CredentialId }),
    );
    expect(await oauth2()).toEqual([]);
    await expect(service.client.getOauth2Credential({ organizationId, oauth2CredentialId })).rejects.toThrow(
      'no OAuth 2.0 credential found',
    );
  });

  it('needs a listed provider, and belongs to one organization', async () => {
    await expect(createOauth2({ provider: 'OAUTH2_PROVIDER_GITHUB' })).rejects.toThrow('/parameters/provider');
    const oauth2CredentialId = await createOauth2();
    const key = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const { activity } = await service.client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: 'Customer',
        rootUsers: [{ userName: 'Customer', apiKeys, authenticators: [], oauthProviders: [] }],
        rootQuorumThreshold: 1,
      }),
    );
    const organizationId = activity.result.createSubOrganizationResultV8!.subOrganizationId;
    const customer = clientOf(service.ready.baseUrl, key);
    await expect(customer.getOauth2Credential({ organizationId, oauth2CredentialId })).rejects.toThrow(
      'no OAuth 2.0 credential found',
    );
    const deleting = service.envelope('ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL', { oauth2CredentialId });
    await expect(customer.deleteOauth2Credential({ ...deleting, organizationId })).rejects.toThrow(
      'no OAuth 2.0 credential found',
    );
    expect(await oauth2()).toHaveLength(1);
  });

  it('is changed by users with an allowing policy', async () => {
    const robot = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const client = clientOf(service.ready.baseUrl, robot);
    await expect(createOauth2({}, client)).rejects.toThrow("You don't have sufficient permissions");
    await service.client.createPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: 'Login providers',
        effect: 'EFFECT_ALLOW' as const,
        condition: "activity.resource == 'OAUTH2_CREDENTIAL' && activity.action == 'CREATE'",
        consensus: 'true',
        notes: '',
      }),
    );
    const oauth2CredentialId = await createOauth2({ clientId: 'of-the-robot' }, client);
    const parameters = { oauth2CredentialId, authCode: 'a', redirectUri: 'b', codeVerifier: 'c', nonce: 'd' };
    const body = service.envelope('ACTIVITY_TYPE_OAUTH2_AUTHENTICATE', parameters);
    await expect(service.client.oauth2Authenticate(body)).rejects.toThrow('this service asks no login provider');
  });

  it('is limited to a hundred in each organization', async () => {
    for (let count = (await oauth2()).length; count < 100; count += 1) await createOauth2();
    await expect(createOauth2()).rejects.toThrow('so this OAuth 2.0 credential was not kept');
    expect(await oauth2()).toHaveLength(100);
  });
});

it('a fiat on-ramp credential is kept, listed, replaced and deleted', async () => {
  const { organizationId } = service;
  const { activity } = await service.client.createFiatOnRampCredential(
    service.envelope('ACTIVITY_TYPE_CREATE_FIAT_ON_RAMP_CREDENTIAL', COINBASE),
  );
  const { fiatOnRampCredentialId } = activity.result.createFiatOnRampCredentialResult!;
  const fiatOnrampCredentialId = fiatOnRampCredentialId;
  const times = { createdAt: expect.any(Object), updatedAt: expect.any(Object) };
  expect(await onRamps()).toEqual([{ fiatOnrampCredentialId, organizationId, ...COINBASE, ...times }]);
  const moonpay = {
    onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY' as const,
    publishableApiKey: 'pk_2',
    encryptedSecretApiKey: 'sealed-3',
  };
  const update = (id: string) =>
    service.client.updateFiatOnRampCredential(
      service.envelope('ACTIVITY_TYPE_UPDATE_FIAT_ON_RAMP_CREDENTIAL', { fiatOnrampCredentialId: id, ...moonpay }),
    );
  await expect(update(UNKNOWN)).rejects.toThrow('no fiat on-ramp credential found');
  await update(fiatOnrampCredentialId);
  expect(await onRamps()).toEqual([
    { fiatOnrampCredentialId, organizationId, ...moonpay, sandboxMode: true, ...times },
  ]);
  await service.client.deleteFiatOnRampCredential(
    service.envelope('ACTIVITY_TYPE_DELETE_FIAT_ON_RAMP_CREDENTIAL', { fiatOnrampCredentialId }),
  );
  expect(await onRamps()).toEqual([]);
});
