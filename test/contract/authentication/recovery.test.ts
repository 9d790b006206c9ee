import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { recovering } from './one-time-code.ts';
import { createPasskey } from './software-passkey.ts';

/** A credential that is mailed to a user who lost every other one. It adds a passkey, once. */
let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const EMAIL = 'operator@example.com';
type By = { client: StartedService['client']; organizationId?: string };

async function recover({ client, organizationId = service.organizationId }: By, userId = service.userId) {
  const passkey = createPasskey();
  const authenticator = passkey.register('Recovered');
  const body = service.envelope('ACTIVITY_TYPE_RECOVER_USER', { authenticator, userId });
  const { activity } = await client.recoverUser({ ...body, organizationId });
  return { passkey, authenticatorIds: activity.result.recoverUserResult!.authenticatorId };
}
const passkeys = async (userId = service.userId) =>
  (await service.client.getAuthenticators({ organizationId: service.organizationId, userId })).authenticators;

async function makeUser(userName: string, userEmail: string, key = newKey()) {
  const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName, userEmail, apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  const { activity } = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const [userId = ''] = activity.result.createUsersResult!.userIds;
  return { userId, key };
}
const setPolicy = (policyName: string, parameters: { effect: 'EFFECT_ALLOW' | 'EFFECT_DENY'; condition: string }) =>
  service.client.createPolicy(
    service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName, consensus: 'true', notes: '', ...parameters }),
  );

describe('a recovery credential', () => {
  it('adds a passkey to its user, which then stamps', async () => {
    const recovery = await recovering(service);
    expect(recovery.userId).toBe(service.userId);
    expect(service.posted.at(-1)).toMatchObject({ to: EMAIL, channel: 'email', code: recovery.bundle });
    const { organizationId } = service;
    await expect(recovery.client.getWhoami({ organizationId })).resolves.toMatchObject({ userId: service.userId });
    const { passkey, authenticatorIds } = await recover(recovery);
    expect((await passkeys()).map(({ authenticatorId }) => authenticatorId)).toEqual(authenticatorIds);
    const body = JSON.stringify({ organizationId });
    const response = await fetch(`${service.ready.baseUrl}/public/v1/query/whoami`, {
      method: 'POST',
      headers: { 'X-Stamp-Webauthn': passkey.stamp(body) },
      body,
    });
    expect(await response.json()).toMatchObject({ userId: service.userId });
  });

  it('is used up by one request, even of two simultaneous ones', async () => {
    const before = (await passkeys()).length;
    const recovery = await recovering(service);
    const both = await Promise.allSettled([recover(recovery), recover(recovery)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(recover(recovery)).rejects.toThrow('could not find public key');
    expect(await passkeys()).toHaveLength(before + 1);
  });

  it('expires, and ends when the next one is mailed', async () => {
    const first = await recovering(service);
    const second = await recovering(service);
    await expect(recover(first)).rejects.toThrow('could not find public key');
    service.clock.now += 60_000;
    await expect(recover(second)).rejects.toThrow('expired api key');
  });

  it('does nothing else: no query, activity, vote or session', async () => {
    const { client } = await recovering(service);
    const { organizationId, userId } = service;
    const refused = 'a recovery credential adds a passkey to its user with recover_user, and does nothing else';
    await expect(client.getUsers({ organizationId })).rejects.toThrow(refused);
    const wallet = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Stolen', accounts: [] });
    await expect(client.createWallet(wallet)).rejects.toThrow(refused);
    const { publicKey } = newKey();
    await expect(client.stampLogin(service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey }))).rejects.toThrow(
      refused,
    );
    const apiKeys = [{ apiKeyName: 'Stolen', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    await expect(
      client.createApiKeys(service.envelope('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys })),
    ).rejects.toThrow(refused);
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Own', accounts: [] }),
    );
    const { fingerprint } = activity;
    await expect(
      client.approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint })),
    ).rejects.toThrow(refused);
  });

  it('recovers only its own user, and no other credential can recover', async () => {
    const { userId, key } = await makeUser('Colleague', 'colleague@example.com');
    const recovery = await recovering(service);
    await expect(recover(recovery, userId)).rejects.toThrow('adds a passkey to its own user');
    const other = 'recover_user is stamped by a recovery credential that was not used';
    await expect(recover(service)).rejects.toThrow(other);
    await expect(recover({ client: clientOf(service.ready.baseUrl, key) }, userId)).rejects.toThrow(other);
    expect(await passkeys(userId)).toEqual([]);
    const own = await recovering(service, 'colleague@example.com');
    await recover(own, userId);
    expect(await passkeys(userId)).toHaveLength(1);
  });

  it('is refused at once by a policy that denies new credentials', async () => {
    const { userId } = await makeUser('Guarded', 'guarded@example.com');
    const condition = "activity.resource == 'CREDENTIAL'";
    const policy = await setPolicy('No credentials', { effect: 'EFFECT_DENY', condition });
    const recovery = await recovering(service, 'guarded@example.com');
    await expect(recover(recovery, userId)).rejects.toThrow('policy engine denied request explicitly');
    expect(await passkeys(userId)).toEqual([]);
    const { policyId } = policy.activity.result.createPolicyResult!;
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
    await recover(recovery, userId);
  });

  it('does not count as an API key for MFA policies', async () => {
    const { userId } = await makeUser('Careful', 'careful@example.com');
    const requiredAuthenticationMethods = [{ any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' as const }] }];
    const policy = { userId, mfaPolicyName: 'Key', condition: 'true', requiredAuthenticationMethods, order: 1 };
    await service.client.createMfaPolicy(service.envelope('ACTIVITY_TYPE_CREATE_MFA_POLICY', policy));
    await expect(recover(await recovering(service, 'careful@example.com'), userId)).rejects.toThrow(
      'cannot wait for them',
    );
    expect(await passkeys(userId)).toEqual([]);
  });
});

describe('the mail of a recovery credential', () => {
  it('is sent only when exactly one user has the address', async () => {
    await expect(recovering(service, 'nobody@example.com')).rejects.toThrow('no user of this organization has it');
    await makeUser('One', 'twins@example.com');
    await makeUser('Other', 'twins@example.com');
    await expect(recovering(service, 'twins@example.com')).rejects.toThrow(
      'several users of this organization have it',
    );
  });

  it('can be sent by the parent to a user of a sub-organization, unless that switched it off', async () => {
    const make = async (name: string, disableEmailRecovery: boolean) => {
      const apiKeys = [{ apiKeyName: 'Key', publicKey: newKey().publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
      const rootUsers = [{ userName: name, userEmail: EMAIL, apiKeys, authenticators: [], oauthProviders: [] }];
      const parameters = { subOrganizationName: name, rootUsers, rootQuorumThreshold: 1, disableEmailRecovery };
      const { activity } = await service.client.createSubOrganization(
        service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', parameters),
      );
      return activity.result.createSubOrganizationResultV8!.subOrganizationId;
    };
    const organizationId = await make('Below', false);
    const recovery = await recovering(service, EMAIL, organizationId);
    expect(recovery.userId).not.toBe(service.userId);
    await expect(recover(recovery, recovery.userId)).rejects.toThrow('could not find public key');
    const { authenticatorIds } = await recover({ ...recovery, organizationId }, recovery.userId);
    expect(authenticatorIds).toHaveLength(1);
    const off = await make('Off', true);
    await expect(recovering(service, EMAIL, off)).rejects.toThrow('FEATURE_NAME_EMAIL_RECOVERY is off');
  });

  it('needs a policy that allows recoveries', async () => {
    const { key } = await makeUser('Robot', 'robot@example.com');
    const ask = (by: ClientKey) => recovering({ ...service, client: clientOf(service.ready.baseUrl, by) }, EMAIL);
    await expect(ask(key)).rejects.toThrow("You don't have sufficient permissions");
    await setPolicy('Recoveries', {
      effect: 'EFFECT_ALLOW',
      condition: "activity.resource == 'RECOVERY' && activity.action == 'CREATE'",
    });
    expect((await ask(key)).userId).toBe(service.userId);
  });

  it('is also switched by its feature’s older name', async () => {
    const name = 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY' as const;
    await service.client.removeOrganizationFeature(
      service.envelope('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name }),
    );
    await expect(recovering(service)).rejects.toThrow('FEATURE_NAME_EMAIL_RECOVERY is off');
  });
});
