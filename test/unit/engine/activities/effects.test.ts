import { describe, expect, it } from 'vitest';
import { createEffects } from '../../../../electron/engine/activities/effects.ts';
import type { OrganizationData } from '../../../../electron/engine/activities/named-in-request.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import {
  type ActivityOperation,
  findActivityByType,
  OPERATIONS,
  type Operation,
} from '../../../../shared/operations/index.ts';
import {
  ALIKE,
  DATA,
  type Decide,
  effects,
  id,
  NOT_TRIED,
  NOW,
  newUser,
  ORGANIZATION,
  only,
  SIGN_ALL,
  SIGNING,
  same,
  signsAfter,
  TAG,
  user,
} from './effects-support.ts';

describe('the effect of a request in the question', () => {
  it('names the wallets that a user can sign with after a tag', async () => {
    const parameters = { userTagId: TAG, addUserIds: [id(2)], removeUserIds: [] };
    const { texts, levels, changes } = await effects('update_user_tag', parameters, signsAfter);
    expect(texts).toEqual([`“Bob” can then ${SIGN_ALL} alone with 3 wallets.`, NOT_TRIED]);
    expect(levels).toEqual(['care', 'care']);
    expect(changes[0]?.people?.users).toEqual([{ userId: id(2), newName: null, newEmail: null, tagIds: [TAG] }]);
  });

  it('names a loss, a number that changes, and acts beside signatures', async () => {
    const removal = { userTagId: TAG, addUserIds: [], removeUserIds: [id(3)] };
    const lost: Decide = ({ type }) => (SIGNING.has(type) ? ['consensus', 'deny'] : ['deny', 'deny']);
    expect((await effects('update_user_tag', removal, lost)).texts).toEqual([
      `As tried, “Cleo” can then no longer ${SIGN_ALL} with more votes.`,
      NOT_TRIED,
    ]);
    const one: Decide = ({ type, parameters }) =>
      type === OPERATIONS.export_wallet.activityType
        ? ['deny', 'allow']
        : type === OPERATIONS.create_wallet_accounts.activityType && parameters.includes(id(51))
          ? ['consensus', 'allow']
          : ['deny', 'deny'];
    const { texts } = await effects('update_user_tag', removal, one);
    expect(texts).toEqual([
      '“Cleo” can then create accounts alone with 1 wallet.',
      '“Cleo” can then export keys alone with 3 wallets.',
      NOT_TRIED,
    ]);
  });

  it('compares each kind of request by itself: a digest is no payment', async () => {
    const digests: Decide = ({ type, parameters }) => {
      if (type === OPERATIONS.sign_transaction.activityType) return ['allow', 'allow'];
      return parameters.includes('HASH_FUNCTION_NO_OP') ? ['deny', 'allow'] : ['deny', 'deny'];
    };
    const { texts } = await effects('delete_policy', { policyId: id(70) }, digests);
    expect(texts[0]).toBe('“Ada” can then sign digests alone with 3 wallets.');
    expect(texts.join()).not.toContain('as before');
  });

  it('counts the keys that are left, and names those of an exchange', async () => {
    const exported = (decide: (parameters: string) => ReturnType<Decide>) =>
      effects('update_user_tag', { userTagId: TAG, addUserIds: [id(2)], removeUserIds: [] }, (request, change) =>
        only(OPERATIONS.export_wallet.activityType, decide)(request, change),
      );
    const left = await exported((text) => ['allow', text.includes(id(50)) ? 'deny' : 'allow']);
    expect(left.texts[0]).toBe('“Bob” can then export keys alone with 2 wallets, today with 3 wallets.');
    const exchanged = await exported((text) => (text.includes(id(50)) ? ['allow', 'deny'] : ['deny', 'allow']));
    expect(exchanged.texts[0]).toBe(
      '“Bob” can then export keys alone with 2 wallets, today with 1 wallet. New: “Two”, “Three”. No longer: “One”.',
    );
    const undecided = await exported((text) => (text.includes(id(50)) ? ['allow', 'deny'] : null));
    expect(undecided.texts[0]).toBe('As tried, “Bob” can then no longer export keys alone with “One”.');
  });

  it('takes two keys of one name for two', async () => {
    const privateKeys = [{ privateKeyId: id(60), privateKeyName: 'One' }];
    const data = { ...DATA, privateKeys } as unknown as OrganizationData;
    const decide = only(OPERATIONS.sign_raw_payload.activityType, (text) =>
      text.includes(id(60)) ? ['deny', 'allow'] : ['allow', 'allow'],
    );
    const { texts } = await effects('delete_policy', { policyId: id(70) }, decide, data);
    expect(texts[0]).toBe(
      '“Ada” can then sign messages and sign digests alone with 4 wallets or keys, today with 3 wallets.',
    );
  });

  it('names the private keys that users can sign with after a change of their tag, in every letter case', async () => {
    const [cold, other] = [id(60), id(61)].map((privateKeyId, at) => ({
      privateKeyId,
      privateKeyName: `Key ${at}`,
      privateKeyTags: at === 0 ? [] : [TAG],
    }));
    const data = {
      ...DATA,
      privateKeys: [other, cold],
      tags: [{ tagId: TAG, tagName: 'Cold', tagType: 'TAG_TYPE_PRIVATE_KEY' }],
    } as unknown as OrganizationData;
    const keysOf = async (operation: string, parameters: object) => {
      const { texts, changes } = await effects(operation, parameters, keySigns, data);
      return { texts, people: changes[0]?.people };
    };
    const keySigns: Decide = ({ type, parameters, approvers }) =>
      type === OPERATIONS.sign_raw_payload.activityType && parameters.includes(id(60)) && approvers.includes(id(2))
        ? ['deny', 'allow']
        : ['deny', 'deny'];
    const change = { privateKeyTagId: TAG, addPrivateKeyIds: [id(60)], removePrivateKeyIds: [id(61)] };
    expect(await keysOf('update_private_key_tag', change)).toEqual({
      texts: ['“Bob” can then sign messages and sign digests alone with 1 wallet or key.', NOT_TRIED],
      people: {
        users: [],
        quorum: null,
        keys: [
          { privateKeyId: id(61), tagIds: [] },
          { privateKeyId: id(60), tagIds: [TAG] },
        ],
      },
    });
    const both = { ...change, removePrivateKeyIds: [id(60)] };
    expect((await keysOf('update_private_key_tag', both)).people?.keys).toEqual([{ privateKeyId: id(60), tagIds: [] }]);
    expect((await keysOf('delete_private_key_tags', { privateKeyTagIds: [TAG] })).people?.keys).toEqual([
      { privateKeyId: id(61), tagIds: [] },
    ]);
    expect((await keysOf('create_private_key_tag', { privateKeyIds: [id(61)] })).people?.keys).toEqual([
      { privateKeyId: id(61), tagIds: [TAG, expect.any(String)] },
    ]);
  });

  it('tries the private keys whose tags change before all other keys', async () => {
    const wallets = Array.from({ length: 50 }, (_, at) => ({ walletId: id(200 + at), walletName: `W ${at}` }));
    const privateKeys = [
      { privateKeyId: 'ABCDEF00-0000-4000-8000-000000000000', privateKeyName: 'K', privateKeyTags: [] },
    ];
    const data = { ...DATA, wallets, privateKeys } as unknown as OrganizationData;
    const tried: string[] = [];
    const { texts } = await effects(
      'update_private_key_tag',
      { privateKeyTagId: TAG, removePrivateKeyIds: [], addPrivateKeyIds: ['abcdef00-0000-4000-8000-000000000000'] },
      ({ parameters }) => {
        tried.push(parameters);
        return ['deny', 'deny'];
      },
      data,
    );
    expect(tried.some((parameters) => parameters.includes('ABCDEF00'))).toBe(true);
    expect(texts).toContain('1 more wallets or keys were not tried.');
  });

  it('gives a user no tag that the request adds and removes', async () => {
    const both = { userTagId: TAG, addUserIds: [id(2)], removeUserIds: [id(2)] };
    const { changes } = await effects('update_user_tag', both, same);
    expect(changes[0]?.people?.users).toEqual([{ userId: id(2), newName: null, newEmail: null, tagIds: [] }]);
  });

  it('tries every kind of activity that gives power', async () => {
    const tried = new Set<string>();
    await effects('delete_policy', { policyId: id(70) }, ({ type }) => {
      const { governed } = findActivityByType(type) as ActivityOperation;
      tried.add(governed.by === 'policies' ? `${governed.action} ${governed.resource}` : governed.by);
      return ['deny', 'deny'];
    });
    const kinds = (Object.values(OPERATIONS) as Operation[]).flatMap((one) =>
      one.kind === 'activity' && one.governed.by === 'policies'
        ? [`${one.governed.action} ${one.governed.resource}`]
        : [],
    );
    expect(tried).toEqual(new Set([...kinds, 'root quorum']));
    const credential: Decide = ({ type }) =>
      type === OPERATIONS.create_api_keys.activityType ? ['deny', 'allow'] : ['deny', 'deny'];
    expect((await effects('create_policy', {}, credential)).texts[0]).toBe('“Ada” can then create credentials alone.');
  });

  it('names what was not tried where nobody gains or loses', async () => {
    const { texts, levels } = await effects('create_policy', {}, same);
    expect(texts).toEqual([ALIKE]);
    expect(levels).toEqual(['care']);
  });

  it('tries a new user with the tags and the address, and a new credential as its user', async () => {
    const users = [newUser('Dan', { userTags: [TAG], userEmail: 'dan@example.com' })];
    const added = await effects('create_users', { users }, signsAfter);
    expect(added.texts).toEqual([`“Dan” can then ${SIGN_ALL} alone with 3 wallets.`, NOT_TRIED]);
    expect(added.changes[0]?.people?.users).toMatchObject([
      { newName: 'Dan', newEmail: 'dan@example.com', tagIds: [TAG] },
    ]);
    const shared = await effects('create_api_keys', { userId: id(2) }, ({ type }) =>
      SIGNING.has(type) ? ['allow', 'allow'] : ['deny', 'deny'],
    );
    expect(shared.texts).toEqual([
      `Anyone with a credential of “Bob” can ${SIGN_ALL} alone with 3 wallets.`,
      NOT_TRIED,
    ]);
  });

  it('tries a changed name and address, which policies read', async () => {
    const { texts, changes } = await effects(
      'update_user',
      { userId: id(3), userName: 'Eve', userEmail: 'eve@example.com' },
      signsAfter,
    );
    expect(changes[0]?.people?.users).toEqual([
      { userId: id(3), newName: 'Eve', newEmail: 'eve@example.com', tagIds: [TAG] },
    ]);
    expect(texts).toEqual([
      'Login codes of “Cleo” then go to the new e-mail address.',
      `“Cleo” can then ${SIGN_ALL} alone with 3 wallets.`,
      NOT_TRIED,
    ]);
  });

  it('counts the valid credentials that are left, and names who no longer votes', async () => {
    const taken = (userId: string, apiKeyIds: string[], data = DATA) =>
      effects('delete_api_keys', { userId, apiKeyIds }, same, data);
    const none = 'then has no valid API key, passkey or OAuth provider left.';
    expect((await taken(id(2), [id(20)])).texts).toEqual([`“Bob” ${none}`]);
    expect((await taken(id(3), [id(30)])).texts).toEqual(['“Cleo” then still has 1 other credential.']);
    const [key, expired] = user(3, 'Cleo', { keys: 2 }).apiKeys;
    const past = { ...expired, createdAt: { seconds: '1', nanos: '0' }, expirationSeconds: '60' };
    const users = [{ ...user(3, 'Cleo'), apiKeys: [key, past] }];
    expect((await taken(id(3), [id(30)], { ...DATA, users } as unknown as OrganizationData)).texts).toEqual([
      `“Cleo” ${none}`,
    ]);
    const quorum = await effects('update_root_quorum', { threshold: 1, userIds: [id(1)] }, same);
    expect(quorum.texts[0]).toBe('“Cleo” can then no longer vote in the root quorum.');
    expect(quorum.changes[0]?.people?.quorum).toEqual({ threshold: 1, userIds: [id(1)] });
  });

  it('tries a changed policy in the place of the stored one, and a deleted one as one that never matches', async () => {
    const policyOf = async (operation: string, parameters: object) =>
      (await effects(operation, parameters, same)).changes[0]?.policy;
    expect(
      await policyOf('update_policy', { policyId: id(70), policyEffect: 'EFFECT_DENY', policyCondition: '' }),
    ).toMatchObject({ policyId: id(70), effect: 'EFFECT_DENY', condition: '', consensus: 'b' });
    expect(await policyOf('delete_policy', { policyId: id(70) })).toMatchObject({
      policyId: id(70),
      condition: 'false',
    });
    expect(await policyOf('update_policy', { policyId: id(71) })).toBeUndefined();
  });
});

describe('an effect that is not proven', () => {
  const tag = { userTagId: TAG, addUserIds: [id(2)], removeUserIds: [] };

  it.each([
    ['NOT_SUPPORTED', 'The later rights of “Bob” are not known: only the service inside Castellan tries policies.'],
    ['SERVICE_UNREACHABLE', 'The later rights of “Bob” are not known: policies were not read.'],
    ['INVALID_INPUT', 'The later rights of “Bob” are not known: the policy has a fault.'],
  ] as const)('is said after %s', async (code, text) => {
    const { texts, levels } = await effects('update_user_tag', tag, new AppError(code, 'No.'));
    expect([texts, levels]).toEqual([[text], ['care']]);
  });

  it('is said where the organization was not read, and for several changes at once', async () => {
    const unread = await effects('update_user_tag', tag, same, new AppError('SERVICE_UNREACHABLE', 'No.'));
    expect(unread.texts).toEqual(['The later rights of every user are not known: policies were not read.']);
    const several = await effects('delete_policies', { policyIds: [id(70), id(71)] }, same);
    expect(several.texts).toEqual([
      'The later rights of every user are not known: the request changes several things at once.',
    ]);
  });

  it.each([
    ['update_user_tag', { userTagId: TAG, addUserIds: [id(8)], removeUserIds: [] }, 'user who was not found'],
    ['update_user_tag', { userTagId: id(91), addUserIds: [id(2)], removeUserIds: [] }, 'tag that was not found'],
    ['create_api_keys', { userId: id(8) }, 'user who was not found'],
    ['delete_policy', { policyId: id(71) }, 'policy that was not found'],
    ['delete_api_keys', { userId: id(3), apiKeyIds: [id(20)] }, 'credential that was not found'],
    ['create_api_keys', { apiKeys: 'none' }, 'has a fault'],
    ['delete_mfa_policy', {}, 'second factors are not tried'],
  ])('is said where %s cannot be read (%#)', async (operation, parameters, reason) => {
    const { texts, levels } = await effects(operation, parameters, signsAfter);
    expect(texts).toEqual([expect.stringMatching(`^The later rights of every user are not known: .*${reason}\\.$`)]);
    expect(levels).toEqual(['care']);
  });

  it('is said of a request for another organization', async () => {
    const profile = { organizationId: id(98) } as ProfileRow;
    const find = createEffects({ clock: { now: () => NOW }, queries: {} as never, policyTrials: {} as never });
    const body = JSON.stringify({ organizationId: ORGANIZATION, parameters: { userIds: [id(2)] } });
    expect((await find({ profile, operation: 'delete_users', body })).map(({ text }) => text)).toEqual([
      'The later rights of every user are not known: the request is for another organization.',
    ]);
  });

  it('marks the names as the word of another service', async () => {
    const find = createEffects({
      clock: { now: () => NOW },
      queries: { ask: async () => ({ organizationData: DATA }) } as never,
      policyTrials: { compare: () => Promise.reject(new AppError('NOT_SUPPORTED', 'It is elsewhere.')) },
    });
    const body = JSON.stringify({ organizationId: ORGANIZATION, parameters: { userIds: [id(2)] } });
    const of = async (kind: 'local' | 'remote') =>
      (
        await find({ profile: { kind, organizationId: ORGANIZATION } as ProfileRow, operation: 'delete_users', body })
      ).map(({ text }) => text);
    const word =
      'Names of users, credentials, tags, policies, wallets and keys are the service’s word. Nothing here proves them.';
    expect((await of('remote')).at(-1)).toBe(word);
    expect(await of('local')).not.toContain(word);
  });

  it('keeps a name inside its quotation marks, on one line', async () => {
    const users = [user(2, 'Bob” loses all.\nAda gains')];
    const data = { ...DATA, users } as unknown as OrganizationData;
    const { texts } = await effects('delete_users', { userIds: [id(2)] }, same, data);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^“[^”\n]*” can then no longer sign in, sign or vote\.$/);
  });

  it('is said for requests that the service did not decide, and for users beyond the limit', async () => {
    const undecided = await effects('update_user_tag', tag, () => null);
    expect(undecided.texts[0]).toContain('is not known: the service did not decide them.');
    expect(undecided.texts.join()).not.toContain('as before');
    const many = {
      ...DATA,
      users: Array.from({ length: 100 }, (_, at) => user(at, `User ${at}`)),
    } as unknown as OrganizationData;
    const { texts } = await effects('create_policy', {}, same, many);
    expect(texts[0]).toMatch(/^The later rights of \d+ more users are not known/);
  });

  it('is not said of a request that was withdrawn', async () => {
    await expect(effects('update_user_tag', tag, new AppError('CANCELLED', 'No.'))).rejects.toThrow('No.');
  });

  it('is no part of a request about something else, for which nothing is read', async () => {
    expect((await effects('create_wallet', {}, same, new AppError('INTERNAL', 'No.'))).texts).toEqual([]);
  });
});
