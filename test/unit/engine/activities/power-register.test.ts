import { describe, expect, it } from 'vitest';
import { changesPower } from '../../../../electron/engine/activities/organization-changes.ts';
import { OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';
import { ALIKE, DATA, effects, id, NOT_TRIED, only, signsAfter, TAG } from './effects-support.ts';

/** Activities of these kinds can give or take power. */
const POWER = new Set([
  ...['USER', 'CREDENTIAL', 'POLICY', 'MFA_POLICY', 'INVITATION', 'RECOVERY', 'ORGANIZATION', 'SESSION_PROFILE'],
  ...['VELOCITY_CONTROL', 'AUTH', 'OTP'],
]);
/** Activities of these kinds that change nobody's power, and the reason. */
const NO_POWER: Readonly<Record<string, string>> = {
  update_organization_name: 'no policy reads it',
  rotate_webhook_key: 'it signs deliveries alone',
  create_sub_organization: 'its users are those of another organization',
  delete_sub_organization: 'its users are those of another organization',
  delete_invitation: 'nobody has accepted it',
  create_session_profile: 'no session has it yet, and it only narrows one',
  stamp_login: 'the caller logs in',
  create_read_only_session: 'the caller logs in, to read',
  create_read_write_session: 'the caller logs in',
};

const ACTIVITIES = (Object.values(OPERATIONS) as Operation[]).filter((one) => one.kind === 'activity');

describe('the register of requests that change power', () => {
  it('has every activity about people, credentials, policies, logins and the quorum, or a reason against it', () => {
    const changing = ACTIVITIES.filter(({ earlierOf, governed }) => {
      if (earlierOf !== null || governed.by === 'the other activity') return false;
      if (governed.by === 'root quorum' || POWER.has(governed.resource)) return true;
      return governed.action === 'UPDATE' && ['WALLET', 'PRIVATE_KEY'].includes(governed.resource);
    });
    const silent = changing.filter(({ name }) => !changesPower(name)).map(({ name }) => name);
    expect(silent.toSorted()).toEqual(Object.keys(NO_POWER).toSorted());
  });

  it.each(ACTIVITIES.flatMap(({ name, earlierOf }) => (earlierOf === null ? [] : [[name, earlierOf] as const])))(
    'treats %s as %s',
    (earlier, newest) => {
      expect(changesPower(earlier)).toBe(changesPower(newest));
    },
  );

  it('has the same finding for an earlier version', async () => {
    const gives = only(OPERATIONS.create_wallet.activityType, () => ['allow', 'allow']);
    for (const name of ['create_api_keys', 'create_api_keys_v1', 'create_oauth_providers_v1'])
      expect((await effects(name, { userId: id(2) }, gives)).texts).toEqual([
        'Anyone with a credential of “Bob” can create wallets alone.',
        NOT_TRIED,
      ]);
    for (const name of ['create_users_v2', 'create_users_v3'])
      expect((await effects(name, {}, gives)).texts).toEqual([
        expect.stringMatching(/^“Colleague” can then create wallets alone\.$/),
        NOT_TRIED,
      ]);
    expect((await effects('update_policy_v1', { policyId: id(70) }, gives)).texts).toEqual([ALIKE]);
  });

  it.each([
    ['update_user_tag', { userTagId: TAG, addUserIds: [id(2)], removeUserIds: [id(3)] }],
    ['update_user', { userId: id(2), userTagIds: [TAG] }],
    ['create_api_keys', { userId: id(2) }],
    ['delete_users', { userIds: [id(2)] }],
    ['delete_api_keys', { userId: id(3), apiKeyIds: [id(30)] }],
    ['delete_user_tags', { userTagIds: [TAG] }],
    ['delete_policy', { policyId: id(70) }],
    ['update_policy', { policyId: id(70) }],
    ['update_root_quorum', { threshold: 1, userIds: [id(2)] }],
  ])('has the same finding for %s in any letter case of its ids', async (operation, parameters) => {
    const letters = (text: string) => text.replaceAll('00000001-', 'abcdef01-');
    const lettered = (value: unknown, isUpper: boolean) => {
      const text = letters(JSON.stringify(value));
      return JSON.parse(isUpper ? text.replaceAll('abcdef01-', 'ABCDEF01-') : text);
    };
    const found = (isUpper: boolean, isStoredUpper: boolean) =>
      effects(operation, lettered(parameters, isUpper), signsAfter, lettered(DATA, isStoredUpper));
    const lower = await found(false, false);
    expect(lower.texts.length).toBeGreaterThan(0);
    expect(lower.texts.join()).not.toContain('not known');
    for (const other of [await found(true, false), await found(false, true)]) expect(other).toEqual(lower);
  });
});
