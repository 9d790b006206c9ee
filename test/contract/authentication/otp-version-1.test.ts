import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { loginBy, rightAttempt } from './one-time-code.ts';

/** Tests the first versions of the operations that verify a code and log in with its token. The code is in clear. */
let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

type Reply = { activity: { intent: object; result: Record<string, Record<string, string>> } };
const ask = (name: string, parameters: object, key = service.key) =>
  clientOf(service.ready.baseUrl, key).request<object, Reply>(
    `/public/v1/submit/${name}`,
    service.envelope(`ACTIVITY_TYPE_${name.toUpperCase()}`, parameters),
  );
/** A code that was sent, and another one. */
async function send() {
  const { otpId } = await rightAttempt(service, newKey().publicKey);
  const otpCode = service.posted.at(-1)!.code;
  return { otpId, otpCode, wrong: (otpCode.startsWith('0') ? '1' : '0') + otpCode.slice(1) };
}

it('accepts the key that was given with the code, once', async () => {
  const key = newKey();
  const { publicKey } = key;
  const { otpId, otpCode, wrong } = await send();
  await expect(ask('verify_otp', { otpId, otpCode })).rejects.toThrow('/parameters/publicKey');
  await expect(ask('verify_otp', { otpId, otpCode: wrong, publicKey })).rejects.toThrow('Invalid OTP code');
  const { activity } = await ask('verify_otp', { otpId, otpCode, publicKey });
  expect(Object.keys(activity.intent)).toEqual(['verifyOtpIntent']);
  await expect(ask('verify_otp', { otpId, otpCode, publicKey })).rejects.toThrow('it was used');

  const login = await loginBy(activity.result.verifyOtpResult!.verificationToken!, key);
  const { clientSignature: _, ...unsigned } = login;
  await expect(ask('otp_login', unsigned)).rejects.toThrow('/parameters/clientSignature');
  await ask('otp_login', login);
  const { organizationId, userId } = service;
  expect(await clientOf(service.ready.baseUrl, key).getWhoami({ organizationId })).toMatchObject({ userId });
});

it('counts wrong codes together with version 2', async () => {
  const { publicKey } = newKey();
  const { otpId, otpCode, wrong } = await send();
  for (let tries = 0; tries < 3; tries += 1)
    await expect(ask('verify_otp', { otpId, otpCode: wrong, publicKey })).rejects.toThrow('Invalid OTP code');
  await expect(ask('verify_otp', { otpId, otpCode, publicKey })).rejects.toThrow('it is locked');
});

it('keeps no code of a request that did not run at once', async () => {
  const robot = newKey();
  const apiKeys = [{ apiKeyName: 'Robot', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const { otpId, otpCode } = await send();
  const attempt = () => ask('verify_otp', { otpId, otpCode, publicKey: robot.publicKey }, robot);
  await expect(attempt()).rejects.toThrow("Turnkey error 7: You don't have sufficient permissions");
  await service.client.createPolicy(
    service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'Two votes',
      effect: 'EFFECT_ALLOW' as const,
      condition: "activity.resource == 'OTP'",
      consensus: 'approvers.count() >= 2',
      notes: '',
    }),
  );
  await expect(attempt()).rejects.toThrow('cannot wait for them with what lets somebody in');
  const { activities } = await service.client.getActivities({ organizationId: service.organizationId });
  expect(JSON.stringify(activities)).not.toContain(otpCode);
});
