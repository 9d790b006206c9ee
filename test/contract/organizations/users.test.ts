import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const P256 = 'API_KEY_CURVE_P256' as const;
const keyOf = (publicKey: string, expirationSeconds?: string) => ({
  apiKeyName: 'Key',
  publicKey,
  curveType: P256,
  ...(expirationSeconds === undefined ? {} : { expirationSeconds }),
});

async function makeUser(userName: string, apiKeys: ReturnType<typeof keyOf>[] = [], userTags: string[] = []) {
  const user = {
    userName,
    userEmail: `${userName}@example.com`,
    apiKeys,
    authenticators: [],
    oauthProviders: [],
    userTags,
  };
  const { activity } = await service.client.createUsers(
    service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }),
  );
  return activity.result.createUsersResult?.userIds[0] ?? '';
}
const addKeys = (userId: string, ...apiKeys: ReturnType<typeof keyOf>[]) =>
  service.client.createApiKeys(service.envelope('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys }));
const userOf = async (userId: string) =>
  (await service.client.getUser({ organizationId: service.organizationId, userId })).user;

describe('users', () => {
  it('are created with keys that stamp until the user is deleted', async () => {
    const key = newKey();
    const userId = await makeUser('robot', [keyOf(key.publicKey)]);
    const robot = clientOf(service.ready.baseUrl, key);
    expect(await robot.getWhoami({ organizationId: service.organizationId })).toMatchObject({ userId });
    expect(await userOf(userId)).toMatchObject({
      userName: 'robot',
      userEmail: 'robot@example.com',
      apiKeys: [{ credential: { publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' } }],
    });
    await service.client.deleteUsers(service.envelope('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] }));
    await expect(robot.getWhoami({ organizationId: service.organizationId })).rejects.toThrow(
      'Turnkey error 16: could not find public key in organization',
    );
    await expect(userOf(userId)).rejects.toThrow('Turnkey error 5: no user found with the given ID');
  });

  it('leave their proposals undecided once they are deleted, with that reason', async () => {
    const key = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Leaving', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    const { activity } = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const [userId = ''] = activity.result.createUsersResult?.userIds ?? [];
    const consensus = `approvers.any(u, u.id == '${userId}') && approvers.any(u, u.id == '${service.userId}')`;
    const policy = { policyName: 'Both', effect: 'EFFECT_ALLOW' as const, consensus, condition: 'true', notes: '' };
    await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    const wallet = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Left', accounts: [] });
    const proposed = await clientOf(service.ready.baseUrl, key).createWallet(wallet);
    expect(proposed.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await service.client.deleteUsers(service.envelope('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] }));
    const { fingerprint } = proposed.activity;
    await expect(
      service.client.approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint })),
    ).rejects.toThrow(
      'Turnkey error 3: this activity cannot be decided: the user who proposed it was deleted. Nothing was changed. Propose it again.',
    );
  });

  it('are created all or none', async () => {
    const key = newKey();
    const user = (userName: string) => ({
      userName,
      apiKeys: [keyOf(key.publicKey)],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    });
    const body = service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user('One'), user('Two')] });
    await expect(service.client.createUsers(body)).rejects.toThrow('invalid api key');
    const { users } = await service.client.getUsers({ organizationId: service.organizationId });
    expect(users.map(({ userName }) => userName)).toEqual(['Operator']);
  });

  it('change only the given members', async () => {
    const userId = await makeUser('before');
    const update = (changes: { userName?: string; userEmail?: string; userPhoneNumber?: string }) =>
      service.client.updateUser(service.envelope('ACTIVITY_TYPE_UPDATE_USER', { userId, ...changes }));
    await update({ userName: 'after', userPhoneNumber: '+491701234567' });
    expect(await userOf(userId)).toMatchObject({
      userName: 'after',
      userEmail: 'before@example.com',
      userPhoneNumber: '+491701234567',
    });
    await update({ userEmail: '' });
    expect(await userOf(userId)).not.toHaveProperty('userEmail');
    await expect(update({ userPhoneNumber: '0170' })).rejects.toThrow('/parameters/userPhoneNumber');
  });

  it('can change name, e-mail address or phone number separately', async () => {
    const userId = await makeUser('before');
    const { client, envelope } = service;
    await client.updateUserName(envelope('ACTIVITY_TYPE_UPDATE_USER_NAME', { userId, userName: 'after' }));
    const userPhoneNumber = '+491701234567';
    await client.updateUserPhoneNumber(envelope('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', { userId, userPhoneNumber }));
    expect(await userOf(userId)).toMatchObject({ userName: 'after', userEmail: 'before@example.com', userPhoneNumber });
    const { activity } = await client.updateUserEmail(
      envelope('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId, userEmail: '' }),
    );
    expect(activity.result.updateUserEmailResult).toEqual({ userId });
    expect(await userOf(userId)).not.toHaveProperty('userEmail');
    await expect(
      client.updateUserEmail(envelope('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId, userEmail: 'nobody' })),
    ).rejects.toThrow('/parameters/userEmail');
  });

  it('cannot be deleted when the root quorum needs them', async () => {
    const body = service.envelope('ACTIVITY_TYPE_DELETE_USERS', { userIds: [service.userId] });
    await expect(service.client.deleteUsers(body)).rejects.toThrow('quorum users missing');
    expect((await userOf(service.userId)).apiKeys).toHaveLength(1);
  });

  it('keep their last permanent credential when the root quorum needs them', async () => {
    const { userId, client, envelope } = service;
    const { activity } = await addKeys(userId, keyOf(newKey().publicKey, '3600'));
    const [first] = (await userOf(userId)).apiKeys;
    const remove = (...apiKeyIds: string[]) =>
      client.deleteApiKeys(envelope('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds }));
    const [expiring = ''] = activity.result.createApiKeysResult?.apiKeyIds ?? [];
    await expect(remove(first?.apiKeyId ?? '')).rejects.toThrow('quorum users missing');
    await expect(remove(expiring)).resolves.toBeDefined();
    expect((await userOf(userId)).apiKeys).toHaveLength(1);
  });
});

describe('API keys', () => {
  it('stamp until they expire', async () => {
    const key = newKey();
    const userId = await makeUser('short', [keyOf(key.publicKey, '60')]);
    const client = clientOf(service.ready.baseUrl, key);
    await expect(client.getWhoami({ organizationId: service.organizationId })).resolves.toMatchObject({ userId });
    service.clock.now += 60_000;
    await expect(client.getWhoami({ organizationId: service.organizationId })).rejects.toThrow('expired api key');
  });

  it('are at most ten permanent ones, and an eleventh expiring key replaces the oldest', async () => {
    const userId = await makeUser('many');
    for (let count = 0; count < 10; count += 1) await addKeys(userId, keyOf(newKey().publicKey));
    await expect(addKeys(userId, keyOf(newKey().publicKey))).rejects.toThrow(
      'user has exceeded maximum long-lived api keys',
    );
    const expiring = Array.from({ length: 11 }, () => newKey().publicKey);
    for (const publicKey of expiring) await addKeys(userId, keyOf(publicKey, '900'));
    const { apiKeys } = await service.client.getApiKeys({ organizationId: service.organizationId, userId });
    const left = apiKeys.filter((one) => one.expirationSeconds !== undefined).map((one) => one.credential.publicKey);
    expect(left).toEqual(expiring.slice(1));
  });

  it('are replaced when expired, before the oldest one is', async () => {
    const userId = await makeUser('some');
    const keys = Array.from({ length: 11 }, () => newKey().publicKey);
    for (const [index, publicKey] of keys.slice(0, 10).entries())
      await addKeys(userId, keyOf(publicKey, index === 4 ? '1' : '900'));
    service.clock.now += 1000;
    await addKeys(userId, keyOf(keys[10] ?? '', '900'));
    const { apiKeys } = await service.client.getApiKeys({ organizationId: service.organizationId, userId });
    expect(apiKeys.map((one) => one.credential.publicKey)).toEqual(keys.filter((_key, index) => index !== 4));
  });

  it.each([
    ['no curve', `02${'ff'.repeat(32)}`, 'it is not a public key of API_KEY_CURVE_P256'],
    ['the operator', '', 'this public key is registered in the organization already'],
  ])('of %s are refused', async (_what, publicKey, why) => {
    const userId = await makeUser('wrong');
    await expect(addKeys(userId, keyOf(publicKey === '' ? service.key.publicKey : publicKey))).rejects.toThrow(
      `Turnkey error 3: invalid api key: ${why}`,
    );
  });
});

describe('user tags', () => {
  const createTag = async (userTagName: string, userIds: string[] = []) => {
    const { activity } = await service.client.createUserTag(
      service.envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName, userIds }),
    );
    return activity.result.createUserTagResult?.userTagId ?? '';
  };
  const update = (userTagId: string, addUserIds: string[], removeUserIds: string[], newUserTagName?: string) =>
    service.client.updateUserTag(
      service.envelope('ACTIVITY_TYPE_UPDATE_USER_TAG', {
        userTagId,
        addUserIds,
        removeUserIds,
        ...(newUserTagName === undefined ? {} : { newUserTagName }),
      }),
    );

  it('are updated whole or not at all', async () => {
    const [one, two] = [await makeUser('one'), await makeUser('two')];
    const tagId = await createTag('Signers', [one]);
    await expect(update(tagId, [two, service.organizationId], [one], 'Renamed')).rejects.toThrow('no user found');
    expect((await userOf(one)).userTags).toEqual([tagId]);
    expect((await userOf(two)).userTags).toEqual([]);
    await update(tagId, [two], [one], 'Renamed');
    expect((await userOf(one)).userTags).toEqual([]);
    expect((await userOf(two)).userTags).toEqual([tagId]);
    const { userTags } = await service.client.listUserTags({ organizationId: service.organizationId });
    expect(userTags).toMatchObject([{ tagId, tagName: 'Renamed', tagType: 'TAG_TYPE_USER' }]);
  });

  it('need existing users and unique names', async () => {
    const tagId = await createTag('Signers');
    await expect(createTag('Signers')).rejects.toThrow('user tag label must be unique');
    await expect(makeUser('tagged', [], [service.organizationId])).rejects.toThrow('could not find tag');
    const userId = await makeUser('tagged', [], [tagId]);
    const { activity } = await service.client.deleteUserTags(
      service.envelope('ACTIVITY_TYPE_DELETE_USER_TAGS', { userTagIds: [tagId] }),
    );
    expect(activity.result.deleteUserTagsResult).toEqual({ userTagIds: [tagId], userIds: [userId] });
    expect((await userOf(userId)).userTags).toEqual([]);
  });
});
