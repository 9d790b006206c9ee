import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangedPeople } from '../../../shared/model/index.ts';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('a policy is tried with tags of private keys that are not stored', async () => {
  const { client, envelope, organizationId } = service;
  const tagged = await client.createPrivateKeyTag(
    envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', { privateKeyTagName: 'Payout', privateKeyIds: [] }),
  );
  const tagId = tagged.activity.result.createPrivateKeyTagResult?.privateKeyTagId ?? '';
  const privateKeys = [{ privateKeyName: 'Payout', curve: 'CURVE_SECP256K1', addressFormats: [], privateKeyTags: [] }];
  const made = await client.createPrivateKeys(
    envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys } as never),
  );
  const signWith = made.activity.result.createPrivateKeysResultV2?.privateKeys[0]?.privateKeyId ?? '';
  const users = [{ userName: 'Robot', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }];
  const added = await client.createUsers(envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const robotId = added.activity.result.createUsersResult?.userIds[0] ?? '';

  const policy = {
    ...({ policyId: null, policyName: 'Payouts', effect: 'EFFECT_ALLOW', consensus: 'true', time: '' } as const),
    condition: `private_key.tags.contains('${tagId}')`,
  };
  const parameters = {
    signWith,
    payload: '11'.repeat(32),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  const request = {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    parameters: JSON.stringify(parameters),
    approvers: [robotId],
  };
  const outcomes = async (keys: ChangedPeople['keys']) => {
    const people = { users: [], keys, quorum: null };
    const { trials } = await service.tryPolicy({ organizationId, policy, activityIds: [], request, people });
    const [trial] = trials;
    if (trial === undefined || 'problem' in trial) throw new Error(JSON.stringify(trial));
    return [trial.before.outcome, trial.after.outcome];
  };
  expect(await outcomes([])).toEqual(['deny', 'deny']);
  expect(await outcomes([{ privateKeyId: signWith.toUpperCase(), tagIds: [tagId] }])).toEqual(['deny', 'allow']);
  // Nothing of it was stored.
  expect(await outcomes([])).toEqual(['deny', 'deny']);
});
