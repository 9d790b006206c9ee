import { decryptCredentialBundle } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/** Codes that older public clients trade for a key of the user, sealed to a target key. */
let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const EMAIL = 'operator@example.com';
type Made = { userId: string; apiKeyId: string; credentialBundle: string };

/** Sends a code, by the newest version. Returns its id, the code and another one as long. */
async function send(contact = EMAIL, organizationId = service.organizationId) {
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const { activity } = await service.client.initOtpAuth({
    ...service.envelope('ACTIVITY_TYPE_INIT_OTP_AUTH_V3', {
      otpType,
      contact,
      appName: 'Test',
      expirationSeconds: '60',
    }),
    organizationId,
  });
  const { otpId } = activity.result.initOtpAuthResultV2!;
  const { code: otpCode } = service.posted.at(-1)!;
  return { otpId, otpCode, wrong: (otpCode.startsWith('0') ? '1' : '0') + otpCode.slice(1) };
}

async function trade(
  { otpId, otpCode }: { otpId: string; otpCode: string },
  targetPublicKey = newKey().publicKey,
  more: object = {},
  by = { client: service.client, organizationId: service.organizationId },
): Promise<Made> {
  const parameters = { otpId, otpCode, targetPublicKey, ...more };
  const body = service.envelope('ACTIVITY_TYPE_OTP_AUTH', parameters);
  const { activity } = await by.client.otpAuth({ ...body, organizationId: by.organizationId });
  return activity.result.otpAuthResult as Made;
}

const keyOf = async ({ apiKeyId }: Made, organizationId = service.organizationId) =>
  (await service.client.getApiKey({ organizationId, apiKeyId })).apiKey;

/** Makes a sub-organization of a customer with that address. */
async function makeCustomer(userEmail: string) {
  const key = newKey();
  const apiKeys = [{ apiKeyName: 'Phone', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const rootUsers = [{ userName: 'Customer', userEmail, apiKeys, authenticators: [], oauthProviders: [] }];
  const parameters = { subOrganizationName: userEmail, rootUsers, rootQuorumThreshold: 1 };
  const { activity } = await service.client.createSubOrganization(
    service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', parameters),
  );
  return activity.result.createSubOrganizationResultV8!.subOrganizationId;
}

describe('a code that is exchanged for a credential', () => {
  it('returns the user’s key, which only the target key opens and which expires', async () => {
    const target = newKey();
    const made = await trade(await send(), target.publicKey, { expirationSeconds: '90', apiKeyName: 'Phone' });
    expect(made.userId).toBe(service.userId);
    const apiKey = await keyOf(made);
    expect(apiKey).toMatchObject({
      apiKeyName: 'Phone',
      credential: { type: 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256' },
      expirationSeconds: '90',
    });
    const { publicKey } = apiKey.credential;
    const key = { publicKey, privateKey: decryptCredentialBundle(made.credentialBundle, target.privateKey) };
    const { organizationId } = service;
    const as = clientOf(service.ready.baseUrl, key);
    await expect(as.getWhoami({ organizationId })).resolves.toMatchObject({ userId: service.userId });
    expect(() => decryptCredentialBundle(made.credentialBundle, newKey().privateKey)).toThrow();
    service.clock.now += 90_000;
    await expect(as.getWhoami({ organizationId })).rejects.toThrow('expired api key');
  });

  it('invalidates earlier keys from codes on request, and no other keys', async () => {
    const before = await trade(await send());
    const other = newKey().publicKey;
    const session = await service.client.createReadWriteSession(
      service.envelope('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: other }),
    );
    await trade(await send(), newKey().publicKey, { invalidateExisting: true });
    await expect(keyOf(before)).rejects.toThrow('no api key found');
    await keyOf(session.activity.result.createReadWriteSessionResultV2 as Made);
  });

  it('is accepted once, even for two simultaneous requests', async () => {
    const sent = await send();
    const both = await Promise.allSettled([trade(sent), trade(sent)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(trade(sent)).rejects.toThrow('no OTP found');
  });

  it('is locked after three wrong codes, including those of verify_otp', async () => {
    const { wrong, ...sent } = await send();
    const guess = { ...sent, otpCode: wrong };
    await expect(trade(guess)).rejects.toThrow('Turnkey error 3: Invalid OTP code');
    await expect(trade(guess)).rejects.toThrow('Invalid OTP code');
    const body = service.envelope('ACTIVITY_TYPE_VERIFY_OTP', { ...guess, publicKey: newKey().publicKey });
    await expect(service.client.request('/public/v1/submit/verify_otp', body)).rejects.toThrow('Invalid OTP code');
    await expect(trade(sent)).rejects.toThrow('it is locked');
  });

  it('expires, and is limited to three open codes for each contact', async () => {
    service.clock.now += 600_000;
    const sent = await send();
    service.clock.now += 60_000;
    await expect(trade(sent)).rejects.toThrow('Invalid OTP code: it has expired');
    for (let count = 0; count < 3; count += 1) await send('+491701234567');
    await expect(send('+491701234567')).rejects.toThrow('Max number of OTPs have been initiated');
  });

  it('is refused with an invalid target key, and stays valid', async () => {
    const sent = await send();
    await expect(trade(sent, `02${'ff'.repeat(32)}`)).rejects.toThrow('invalid target public key');
    const { otpId, otpCode } = sent;
    const body = service.envelope('ACTIVITY_TYPE_OTP_AUTH', { otpId, otpCode });
    await expect(service.client.otpAuth(body as never)).rejects.toThrow('/parameters/targetPublicKey');
    await trade(sent);
  });

  it('is refused when no user or several users have the contact', async () => {
    await expect(trade(await send('nobody@example.com'))).rejects.toThrow('no user of this organization has it');
  });

  it('works in one organization only, also when its parent sends it', async () => {
    const organizationId = await makeCustomer(EMAIL);
    const other = await makeCustomer('other@example.com');
    const sent = await send(EMAIL, organizationId);
    await expect(trade(sent)).rejects.toThrow('no OTP found');
    const below = (id: string) => ({ client: service.client, organizationId: id });
    await expect(trade(sent, newKey().publicKey, {}, below(other))).rejects.toThrow('no OTP found');
    const made = await trade(sent, newKey().publicKey, {}, below(organizationId));
    expect(made.userId).not.toBe(service.userId);
    const { user } = await service.client.getUser({ organizationId, userId: made.userId });
    expect(user.userEmail).toBe(EMAIL);
    const verified = await service.client.getVerifiedSubOrgIds({
      organizationId: service.organizationId,
      filterType: 'EMAIL',
      filterValue: EMAIL,
    });
    expect(verified.organizationIds).toEqual([organizationId]);
  });

  it('is refused where the organization switched its type off', async () => {
    const sent = await send();
    const name = 'FEATURE_NAME_OTP_EMAIL_AUTH' as const;
    await service.client.removeOrganizationFeature(
      service.envelope('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name }),
    );
    await expect(trade(sent)).rejects.toThrow(`${name} is off in this organization`);
    await expect(send()).rejects.toThrow(`${name} is off in this organization`);
    await service.client.setOrganizationFeature(
      service.envelope('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name, value: '' }),
    );
    await trade(sent);
  });

  it('needs a policy that allows it at once, and a refused request keeps no code', async () => {
    const robot = newKey();
    const apiKeys = [{ apiKeyName: 'Robot', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const by = { client: clientOf(service.ready.baseUrl, robot), organizationId: service.organizationId };
    const sent = await send();
    await expect(trade(sent, robot.publicKey, {}, by)).rejects.toThrow("You don't have sufficient permissions");
    const policy = { policyName: 'Two', effect: 'EFFECT_ALLOW' as const, notes: '' };
    const condition = "activity.resource == 'AUTH' && activity.action == 'CREATE'";
    const made = await service.client.createPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', { ...policy, condition, consensus: 'approvers.count() >= 2' }),
    );
    await expect(trade(sent, robot.publicKey, {}, by)).rejects.toThrow(
      'cannot wait for them with what lets somebody in',
    );
    const { activities } = await service.client.getActivities({ organizationId: service.organizationId });
    expect(JSON.stringify(activities)).not.toContain(sent.otpCode);
    const { policyId } = made.activity.result.createPolicyResult!;
    await service.client.updatePolicy(
      service.envelope('ACTIVITY_TYPE_UPDATE_POLICY_V2', { policyId, policyConsensus: 'true' }),
    );
    await trade(sent, robot.publicKey, {}, by);
  });
});

it('supports the first two versions of the operation that sends a code', async () => {
  service.clock.now += 600_000;
  const contact = '+491701234567';
  const ask = (version: string, parameters: object) =>
    service.client.request<object, { activity: { intent: object; result: Record<string, { otpId: string }> } }>(
      '/public/v1/submit/init_otp_auth',
      service.envelope(`ACTIVITY_TYPE_INIT_OTP_AUTH${version}`, { otpType: 'OTP_TYPE_SMS', contact, ...parameters }),
    );
  const first = await ask('', { emailCustomization: { appName: 'Desk' } });
  expect(Object.keys(first.activity.result)).toEqual(['initOtpAuthResult']);
  expect(service.posted.at(-1)).toMatchObject({ to: contact, text: expect.stringContaining('for Desk is') });
  const second = await ask('_V2', { otpLength: 6, alphanumeric: false });
  expect(Object.keys(second.activity.result)).toEqual(['initOtpAuthResultV2']);
  expect(service.posted.at(-1)?.code).toMatch(/^[0-9]{6}$/);
  const user = await trade({
    otpId: second.activity.result.initOtpAuthResultV2!.otpId,
    otpCode: service.posted.at(-1)!.code,
  }).catch((error: Error) => error.message);
  expect(user).toContain('no user of this organization has it');
});
