import { describe, expect, it } from 'vitest';
import { createEffects } from '../../../../electron/engine/activities/effects.ts';
import { changeOf, type OrganizationData } from '../../../../electron/engine/activities/organization-changes.ts';
import type { OrganizationChange } from '../../../../electron/engine/activities/policy-trials.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { ComposedRequest, ProfileRow } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

const id = (index: number) => `00000001-0000-4000-8000-${String(index).padStart(12, '0')}`;
const TAG = id(90);
const [exampleUser] = OPERATIONS.list_users.example.response.users;
const exampleKey = exampleUser?.apiKeys[0];

/** A user with as many keys. */
const user = (index: number, userName: string, { keys = 1, tags = [] as string[] } = {}) => ({
  ...exampleUser,
  ...{ userId: id(index), userName, userTags: tags, authenticators: [], oauthProviders: [] },
  apiKeys: Array.from({ length: keys }, (_, at) => ({ ...exampleKey, apiKeyId: id(index * 10 + at) })),
});

const DATA = {
  ...OPERATIONS.get_organization.example.response.organizationData,
  users: [user(1, 'Ada'), user(2, 'Bob'), user(3, 'Cleo', { keys: 2, tags: [TAG] })],
  wallets: ['One', 'Two', 'Three'].map((walletName, at) => ({ walletId: id(50 + at), walletName })),
  privateKeys: [],
  policies: [],
  rootQuorum: { threshold: 2, userIds: [id(1), id(3)] },
} as unknown as OrganizationData;
const ACCOUNTS = [{ address: `0x${'1'.repeat(40)}`, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }];

type Decide = (
  request: ComposedRequest,
  change: OrganizationChange,
) => readonly ['allow' | 'consensus' | 'deny', 'allow' | 'consensus' | 'deny'] | null;

const SIGNING = new Set<string>([OPERATIONS.sign_raw_payload.activityType, OPERATIONS.sign_transaction.activityType]);

/** Returns the sentences about a request. The service decides by `decide`. */
async function effects(
  operation: string,
  parameters: object,
  decide: Decide | AppError,
  data: OrganizationData | AppError = DATA,
) {
  const changes: OrganizationChange[] = [];
  const find = createEffects({
    queries: {
      ask: (async (name: string) => {
        if (data instanceof Error) throw data;
        return name === 'get_organization' ? { organizationData: data } : { accounts: ACCOUNTS };
      }) as never,
    },
    policyTrials: {
      async compare(requests, change) {
        changes.push(change);
        if (decide instanceof AppError) throw decide;
        return requests.map((request) => {
          const [before, after] = decide(request, change) ?? [];
          return before === undefined || after === undefined
            ? null
            : { before: { outcome: before, by: [] }, after: { outcome: after, by: [] } };
        });
      },
    },
  });
  const found = await find({ profile: {} as ProfileRow, operation, body: JSON.stringify({ parameters }) });
  return { texts: found.map(({ text }) => text), levels: found.map(({ level }) => level), changes };
}

const same: Decide = () => ['deny', 'deny'];
const signsAfter: Decide = ({ type }) => (SIGNING.has(type) ? ['deny', 'allow'] : ['deny', 'deny']);

describe('the effect of a request in the question', () => {
  it('names the wallets that a user can sign with after a tag', async () => {
    const parameters = { userTagId: TAG, addUserIds: [id(2)], removeUserIds: [] };
    const { texts, changes } = await effects('update_user_tag', parameters, signsAfter);
    expect(texts).toEqual(['“Bob” can then sign alone with 3 wallets.']);
    expect(changes[0]?.people?.users).toEqual([{ userId: id(2), newName: null, tagIds: [TAG] }]);
  });

  it('names a loss, a number that changes, and acts beside signatures', async () => {
    const removal = { userTagId: TAG, addUserIds: [], removeUserIds: [id(3)] };
    const lost: Decide = ({ type }) => (SIGNING.has(type) ? ['consensus', 'deny'] : ['deny', 'deny']);
    expect((await effects('update_user_tag', removal, lost)).texts).toEqual([
      '“Cleo” can then no longer sign with more votes.',
    ]);
    const one: Decide = ({ type, parameters }) =>
      type === OPERATIONS.export_wallet.activityType
        ? ['deny', 'allow']
        : SIGNING.has(type)
          ? [parameters.includes('1111') ? 'allow' : 'deny', 'allow']
          : ['deny', 'deny'];
    const { texts } = await effects('update_user_tag', removal, one);
    expect(texts).toContain('“Cleo” can then export keys alone.');
  });

  it('says so where nobody gains or loses', async () => {
    const { texts, levels } = await effects('create_policy', { policyName: 'P', effect: 'EFFECT_ALLOW' }, same);
    expect(texts).toEqual([
      'No user gains or loses a request that was tried: one of each kind, for each wallet and key.',
    ]);
    expect(levels).toEqual(['information']);
  });

  it('tries a new user with the tags, and a new credential as its user', async () => {
    const added = await effects('create_users', { users: [{ userName: 'Dan', userTags: [TAG] }] }, signsAfter);
    expect(added.texts).toEqual(['“Dan” can then sign alone with 3 wallets.']);
    expect(added.changes[0]?.people?.users).toMatchObject([{ newName: 'Dan', tagIds: [TAG] }]);
    const shared = await effects('create_api_keys', { userId: id(2), apiKeys: [] }, ({ type }) =>
      SIGNING.has(type) ? ['allow', 'allow'] : ['deny', 'deny'],
    );
    expect(shared.texts).toEqual(['Anyone with a credential of “Bob” can sign alone with 3 wallets.']);
  });

  it('counts the credentials that are left, and names who no longer votes', async () => {
    const taken = (userId: string, apiKeyIds: string[]) => effects('delete_api_keys', { userId, apiKeyIds }, same);
    expect((await taken(id(2), [id(20)])).texts).toEqual(['“Bob” can then no longer sign in, sign or vote.']);
    expect((await taken(id(3), [id(30)])).texts).toEqual(['“Cleo” can then still sign in with 1 other credential.']);
    const quorum = await effects('update_root_quorum', { threshold: 1, userIds: [id(1)] }, same);
    expect(quorum.texts[0]).toBe('“Cleo” can then no longer vote in the root quorum.');
    expect(quorum.changes[0]?.people?.quorum).toEqual({ threshold: 1, userIds: [id(1)] });
  });

  it('tries a changed policy in the place of the stored one, and a deleted one as one that never matches', () => {
    const stored = { policyId: id(70), policyName: 'P', effect: 'EFFECT_ALLOW', condition: 'a', consensus: 'b' };
    const data = { ...DATA, policies: [stored] } as unknown as OrganizationData;
    const policyOf = (operation: string, parameters: object) => changeOf(operation, parameters, data)?.change.policy;
    expect(policyOf('update_policy', { policyId: id(70), policyCondition: '' })).toMatchObject({
      ...{ policyId: id(70), effect: 'EFFECT_ALLOW', condition: '', consensus: 'b' },
    });
    expect(policyOf('delete_policy', { policyId: id(70) })).toMatchObject({ policyId: id(70), condition: 'false' });
    expect(policyOf('update_policy', { policyId: id(71) })).toBeUndefined();
  });
});

describe('an effect that is not proven', () => {
  const tag = { userTagId: TAG, addUserIds: [id(2)], removeUserIds: [] };

  it.each([
    ['NOT_SUPPORTED', 'What “Bob” can then do is not known: only the service inside Castellan tries policies.'],
    ['SERVICE_UNREACHABLE', 'What “Bob” can then do is not known: policies were not read.'],
    ['INVALID_INPUT', 'What “Bob” can then do is not known: the policy has a fault.'],
  ] as const)('is said after %s', async (code, text) => {
    const { texts, levels } = await effects('update_user_tag', tag, new AppError(code, 'No.'));
    expect([texts, levels]).toEqual([[text], ['care']]);
  });

  it('is said where the organization was not read, and for several changes at once', async () => {
    const unread = await effects('update_user_tag', tag, same, new AppError('SERVICE_UNREACHABLE', 'No.'));
    expect(unread.texts).toEqual(['What every user can then do is not known: policies were not read.']);
    const several = await effects('delete_policies', { policyIds: [id(70), id(71)] }, same);
    expect(several.texts).toEqual([
      'What every user can then do is not known: the request changes several things at once.',
    ]);
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
    expect(undecided.texts.at(-1)).toContain('is not known: the service did not decide them.');
    const many = {
      ...DATA,
      users: Array.from({ length: 100 }, (_, at) => user(at, `User ${at}`)),
    } as unknown as OrganizationData;
    const { texts } = await effects('create_policy', {}, same, many);
    expect(texts[0]).toMatch(/^What \d+ more users can then do is not known/);
  });

  it('is not said of a request that was withdrawn', async () => {
    await expect(effects('update_user_tag', tag, new AppError('CANCELLED', 'No.'))).rejects.toThrow('No.');
  });

  it('is no part of a request about something else, for which nothing is read', async () => {
    expect((await effects('create_wallet', {}, same, new AppError('INTERNAL', 'No.'))).texts).toEqual([]);
  });
});
