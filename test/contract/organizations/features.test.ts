import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeatureName } from '../../../shared/model/index.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const set = (name: FeatureName, value: string) =>
  service.client.setOrganizationFeature(service.envelope('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name, value }));
const remove = (name: FeatureName) =>
  service.client.removeOrganizationFeature(service.envelope('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name }));
const shown = async () => {
  const { organizationId } = service;
  const { configs } = await service.client.getOrganizationConfigs({ organizationId });
  const { organizationData } = await service.client.getOrganization({ organizationId });
  expect(organizationData.features).toEqual(configs.features);
  return configs.features;
};

const EMAIL = { name: 'FEATURE_NAME_EMAIL_AUTH' };
const RECOVERY = { name: 'FEATURE_NAME_EMAIL_RECOVERY' };
const OTP = { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' };
const SMS = { name: 'FEATURE_NAME_SMS_AUTH' };

it('lists default, set and removed features in both views and in the result', async () => {
  expect(await shown()).toEqual([EMAIL, RECOVERY, OTP, SMS]);
  const { activity } = await set('FEATURE_NAME_SMS_AUTH', 'on');
  const sms = { ...SMS, value: 'on' };
  expect(activity.result.setOrganizationFeatureResult).toEqual({ features: [EMAIL, RECOVERY, OTP, sms] });
  await set('FEATURE_NAME_SMS_AUTH', 'other');
  expect(await shown()).toEqual([EMAIL, RECOVERY, OTP, { ...sms, value: 'other' }]);
  await remove('FEATURE_NAME_SMS_AUTH');
  const removed = await remove('FEATURE_NAME_EMAIL_AUTH');
  expect(removed.activity.result.removeOrganizationFeatureResult).toEqual({ features: [RECOVERY, OTP] });
  expect(await shown()).toEqual([RECOVERY, OTP]);
  await set('FEATURE_NAME_EMAIL_AUTH', '');
  expect(await shown()).toEqual([EMAIL, RECOVERY, OTP]);
});

it('lets only the root quorum change features, whatever policies allow', async () => {
  const robot = newKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  await service.client.createUsers(
    service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', {
      users: [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }],
    }),
  );
  const everything = { policyName: 'All', effect: 'EFFECT_ALLOW' as const, condition: '', notes: '' };
  await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', everything));
  const before = await shown();
  const setting = clientOf(service.ready.baseUrl, robot).setOrganizationFeature(
    service.envelope('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_SMS_AUTH', value: '' }),
  );
  await expect(setting).rejects.toThrow('only the root quorum');
  expect(await shown()).toEqual(before);
});

it('creates a webhook endpoint for the webhook feature', async () => {
  const { organizationId } = service;
  const endpoints = async () => (await service.client.listWebhookEndpoints({ organizationId })).webhookEndpoints;
  await set('FEATURE_NAME_WEBHOOK', 'https://hooks.example.com/one');
  await set('FEATURE_NAME_WEBHOOK', 'https://hooks.example.com/two');
  const [endpoint, ...others] = await endpoints();
  expect([endpoint, others]).toMatchObject([
    { url: 'https://hooks.example.com/two', isActive: true, subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }] },
    [],
  ]);
  const { endpointId = '' } = endpoint ?? {};
  const deleting = service.client.deleteWebhookEndpoint(
    service.envelope('ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT', { endpointId }),
  );
  await expect(deleting).rejects.toThrow('FEATURE_NAME_WEBHOOK');
  await remove('FEATURE_NAME_WEBHOOK');
  expect(await endpoints()).toEqual([]);
});

it.each([
  ['FEATURE_NAME_WEBHOOK', 'http://10.0.0.1/'],
  ['FEATURE_NAME_WEBHOOK', ''],
  ['FEATURE_NAME_WEBAUTHN_ORIGINS', 'app.example.com'],
  ['FEATURE_NAME_WEBAUTHN_ORIGINS', 'https://app.example.com/path'],
] as const)('refuses for %s the value "%s"', async (name, value) => {
  await expect(set(name, value)).rejects.toThrow('invalid');
});

describe('the allowed origins of earlier clients', () => {
  const allow = (allowedOrigins: readonly string[], client = service.client) =>
    client.request<object, { activity: { result: object } }>(
      '/public/v1/submit/update_allowed_origins',
      service.envelope('ACTIVITY_TYPE_UPDATE_ALLOWED_ORIGINS', { allowedOrigins }),
    );
  const origins = async () => (await shown())?.find(({ name }) => name === 'FEATURE_NAME_WEBAUTHN_ORIGINS')?.value;

  it('are stored as the feature of passkey origins', async () => {
    const { activity } = await allow(['https://one.example', 'https://two.example']);
    expect(activity.result).toEqual({ updateAllowedOriginsResult: {} });
    expect(await origins()).toBe('https://one.example,https://two.example');
    const { organizationData } = await service.client.getOrganization({ organizationId: service.organizationId });
    expect(organizationData).toMatchObject({ allowedOrigins: ['https://one.example', 'https://two.example'] });
  });

  it('are refused when the list is empty or has an invalid origin', async () => {
    const before = await origins();
    for (const wrong of ['app.example.com', 'https://one.example/path', 'https://one.example,two', '*', ' '])
      await expect(allow(['https://three.example', wrong])).rejects.toThrow('invalid feature value');
    await expect(allow([])).rejects.toThrow('/parameters/allowedOrigins');
    expect(await origins()).toBe(before);
  });

  it('are changed only by the root quorum', async () => {
    const robot = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Other', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const asked = allow(['https://robot.example'], clientOf(service.ready.baseUrl, robot));
    await expect(asked).rejects.toThrow('only the root quorum');
  });
});
