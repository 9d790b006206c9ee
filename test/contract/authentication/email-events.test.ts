import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const send = (contact: string, more: object = {}) => {
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const parameters = { otpType, contact, appName: 'Test', ...more };
  return service.client.initOtp(service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', parameters));
};
const list = async (more: object = {}, email = 'first@example.com') => {
  const body = { organizationId: service.organizationId, email, ...more };
  return (await service.client.listEmailEvents(body)).emailEvents;
};

it('lists the mails to an address, newest first, without their text', async () => {
  await send('first@example.com');
  await send('second@example.com');
  await send('+491701234567');
  await send('First@example.com', { sendFromEmailAddress: 'desk@example.com' });
  const events = await list();
  const at = (before: number) => String(service.clock.now - before);
  expect(events).toEqual([
    {
      id: expect.any(String),
      messageId: expect.any(String),
      organizationId: service.organizationId,
      eventType: 'Send',
      fromAddress: 'desk@example.com',
      toAddress: 'First@example.com',
      timestamp: at(0),
      createdAt: at(0),
      details: {},
    },
    expect.objectContaining({
      fromAddress: 'no-reply@castellan.invalid',
      toAddress: 'first@example.com',
      timestamp: at(3),
    }),
  ]);
  const [{ code = '' } = {}] = service.posted;
  expect(code).not.toBe('');
  expect(JSON.stringify(events)).not.toContain(code);
  expect(await list({}, '+491701234567').catch((error: Error) => error.message)).toContain('/email');
  expect(await list({}, 'nobody@example.com')).toEqual([]);
});

it('filters by type, and gives pages', async () => {
  for (let index = 0; index < 3; index += 1) await send('first@example.com');
  expect(await list({ eventType: 'Bounce' })).toEqual([]);
  const ids = (await list({ eventType: 'Send' })).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  const page = async (paginationOptions: object) => (await list({ paginationOptions })).map(({ id }) => id);
  expect(await page({ limit: '2' })).toEqual(ids.slice(0, 2));
  expect(await page({ limit: '2', after: ids[1] })).toEqual(ids.slice(2));
  expect(await page({ limit: '1', before: ids[2] })).toEqual([ids[1]]);
  expect(await page({ after: ids[0], before: ids[2] })).toEqual([ids[1]]);
  await expect(page({ after: service.userId })).rejects.toThrow('invalid pagination cursor');
});

it('has the mails of a sub-organization, for its users and its parent', async () => {
  const rootUsers = [{ userName: 'End user', apiKeys: [], authenticators: [], oauthProviders: [] }];
  const key = { apiKeyName: 'Key', publicKey: service.key.publicKey, curveType: 'API_KEY_CURVE_P256' as const };
  const { activity } = await service.client.createSubOrganization(
    service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
      subOrganizationName: 'Below',
      rootUsers: [{ ...rootUsers[0]!, apiKeys: [key] }],
      rootQuorumThreshold: 1,
    }),
  );
  const organizationId = activity.result.createSubOrganizationResultV8!.subOrganizationId;
  const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: 'end@example.com', appName: 'Test' };
  await service.client.initOtp({ ...service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', parameters), organizationId });
  expect(await list({ organizationId }, 'end@example.com')).toMatchObject([{ organizationId, eventType: 'Send' }]);
  expect(await list({}, 'end@example.com')).toEqual([]);
});
