import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

/** Bodies of typed languages, whose absent texts are empty. */
let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const ask = (name: string, members: object) =>
  service.client.request<object, object>(`/public/v1/query/${name}`, {
    organizationId: service.organizationId,
    ...members,
  });

it.each([
  ['list_activities', { paginationOptions: { limit: '', before: '', after: '' } }],
  ['list_secrets', { paginationOptions: { limit: '', after: '' } }],
  ['list_suborgs', { filterType: '', filterValue: '' }],
  ['list_verified_suborgs', { filterType: '', filterValue: '' }],
  ['list_wallet_accounts', { walletId: '' }],
  ['get_api_keys', { userId: '' }],
  ['get_oauth_providers', { userId: '' }],
])('%s reads an empty text as an absent member', async (name, members) => {
  expect(await ask(name, members)).toEqual(await ask(name, {}));
});

it('still refuses a request without a required member', async () => {
  await expect(ask('get_user', { userId: '' })).rejects.toThrow('/userId must be an id of 36 characters');
});

it('reads an empty text in an activity as an empty text', async () => {
  await expect(
    service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: '', accounts: [] })),
  ).rejects.toThrow('/parameters/walletName must not be empty');
});

it.each([
  ['OTP_TYPE_EMAIL', 'nobody', 'must be an e-mail address'],
  ['OTP_TYPE_SMS', '0170 1234567', 'must be a phone number with + and the country code'],
])('names the form of a contact for %s', async (otpType, contact, why) => {
  const parameters = { otpType, contact, appName: 'Desk' };
  await expect(
    service.client.request('/public/v1/submit/init_otp', service.envelope('ACTIVITY_TYPE_INIT_OTP_V2', parameters)),
  ).rejects.toThrow(`/parameters/contact ${why}`);
});
