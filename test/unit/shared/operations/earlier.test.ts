import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkValue,
  convertToNewest,
  findActivityByType,
  OPERATIONS,
  UNIMPLEMENTED,
  UNIMPLEMENTED_TYPES,
} from '../../../../shared/operations/index.ts';
import { ACTIVITY_TYPES } from '../../../../shared/policy-language/activity-types.ts';
import { root } from '../../repository/sources.ts';

const DECLARED = 'node_modules/@turnkey/sdk-types/dist/__inputs__/public_api.types.d.ts';
/** Every activity type in the types of the official SDK. */
const ofSdk = [...new Set(readFileSync(join(root, DECLARED), 'utf8').match(/ACTIVITY_TYPE_[A-Z0-9_]+/g))];
/** Types that public texts about policies name, and no public definition has. */
const ONLY_NAMED = ['ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V3', 'ACTIVITY_TYPE_UPDATE_USER_PHONE'];
const unimplemented = UNIMPLEMENTED.map(({ name }) => `ACTIVITY_TYPE_${name.toUpperCase()}`);
const isListed = (type: string) =>
  ONLY_NAMED.includes(type) || UNIMPLEMENTED_TYPES.has(type) || unimplemented.includes(type.replace(/_V[0-9]+$/, ''));

describe('public activity types', () => {
  it.each([
    ['the official SDK', ofSdk],
    ['the policy language', ACTIVITY_TYPES],
  ] as const)('of %s are served or refused with a reason', (_name, types) => {
    expect(types.length).toBeGreaterThan(100);
    expect(types.filter((type) => findActivityByType(type) === undefined && !isListed(type))).toEqual([]);
  });

  it('are not both served and refused', () => {
    expect([...UNIMPLEMENTED_TYPES.keys()].filter((type) => findActivityByType(type) !== undefined)).toEqual([]);
  });
});

const USER = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const OTHER = '7b0d3a52-6a3b-4a55-8a52-1a51a3a2b0c4';
const SIGN = 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD';
const policy = (...selectors: object[]) => ({ policyName: 'Signs', effect: 'EFFECT_ALLOW', selectors });
const selector = (subject: string, operator: string, ...targets: string[]) => ({ subject, operator, targets });
const made = (parameters: object) => {
  const sent = OPERATIONS.create_policy_v2;
  expect(checkValue(sent.parameters, parameters)).toEqual([]);
  return convertToNewest(sent, parameters).parameters;
};

describe('selectors of policies', () => {
  it('become a condition and a consensus that ask for the same', () => {
    expect(
      made(
        policy(
          selector('activity.type', 'OPERATOR_EQUAL', SIGN),
          selector('user.id', 'OPERATOR_EQUAL', USER),
          selector('activity.private_key.id', 'OPERATOR_EQUAL', OTHER),
        ),
      ),
    ).toEqual({
      policyName: 'Signs',
      effect: 'EFFECT_ALLOW',
      condition: `activity.type == '${SIGN}' && private_key.id == '${OTHER}'`,
      consensus: `approvers.any(user, user.id == '${USER}')`,
    });
  });

  it('with lists and negations keep their operators', () => {
    expect(
      made(
        policy(
          selector('activity.type', 'OPERATOR_NOT_IN', SIGN, 'ACTIVITY_TYPE_DELETE_USERS'),
          selector('activity.type', 'OPERATOR_NOT_EQUAL', SIGN),
          selector('activity.private_key.id', 'OPERATOR_IN', USER, OTHER),
        ),
      ),
    ).toEqual({
      policyName: 'Signs',
      effect: 'EFFECT_ALLOW',
      condition: `!(activity.type in ['${SIGN}', 'ACTIVITY_TYPE_DELETE_USERS']) && activity.type != '${SIGN}' && private_key.id in ['${USER}', '${OTHER}']`,
    });
  });

  it.each([
    ['an unknown subject', selector('user.tags', 'OPERATOR_IN', OTHER), '/subject', 'must be activity.type, activity'],
    ['no subject', { operator: 'OPERATOR_EQUAL', targets: [SIGN] }, '/subject', 'is missing and must be activity.type'],
    ['an ordering', selector('activity.type', 'OPERATOR_MORE_THAN', SIGN), '/operator', 'must be OPERATOR_EQUAL'],
    [
      'a set',
      selector('user.id', 'OPERATOR_CONTAINS_ONE', USER),
      '/operator',
      'Write other selectors as the condition',
    ],
    ['another user', selector('user.id', 'OPERATOR_NOT_EQUAL', USER), '', 'OPERATOR_EQUAL or OPERATOR_IN for user.id'],
    ['two targets of one', selector('user.id', 'OPERATOR_EQUAL', USER, OTHER), '', 'must have exactly one target'],
    ['no target', selector('user.id', 'OPERATOR_IN'), '/targets', 'must have at least 1 item'],
    [
      'a quote',
      selector('user.id', 'OPERATOR_EQUAL', `${USER}' || 'a' == 'a`),
      '/targets/0',
      'must be an activity type',
    ],
    ['a type for a user', selector('user.id', 'OPERATOR_EQUAL', SIGN), '', 'must have an id of 36 characters'],
    ['an id for a type', selector('activity.type', 'OPERATOR_EQUAL', USER), '', 'must have an activity type'],
  ])('with %s are refused with what to write', (_name, wrong, place, text) => {
    const [problem, ...others] = checkValue(OPERATIONS.create_policy_v2.parameters, policy(wrong));
    expect(others).toEqual([]);
    expect(problem?.path).toBe(`/selectors/0${place}`);
    expect(problem?.reason).toContain(text);
  });

  it('of version 1 have one target', () => {
    const sent = OPERATIONS.create_policy_v1;
    const parameters = policy({ subject: 'user.id', operator: 'OPERATOR_EQUAL', target: USER });
    expect(checkValue(sent.parameters, parameters)).toEqual([]);
    expect(convertToNewest(sent, parameters).parameters).toMatchObject({
      consensus: `approvers.any(user, user.id == '${USER}')`,
    });
    expect(checkValue(sent.parameters, policy({ subject: 'user.id', operator: 'OPERATOR_EQUAL' }))).toHaveLength(1);
  });
});

describe('passkeys of version 1', () => {
  const { userId, authenticators } = OPERATIONS.create_authenticators_v1.example.parameters;
  const [passkey] = authenticators;

  it('become registrations of version 2', () => {
    const { parameters } = convertToNewest(OPERATIONS.create_authenticators_v1, { userId, authenticators });
    expect(parameters).toEqual(OPERATIONS.create_authenticators.example.parameters);
  });

  it('are refused when two ids or two users contradict each other', () => {
    const { parameters } = OPERATIONS.create_authenticators_v1;
    expect(checkValue(parameters, { userId: OTHER, authenticators })).toEqual([
      { path: '/', reason: 'must name the same user in userId and in each authenticator' },
    ]);
    const attestation = { ...passkey?.attestation, id: 'AAAA' };
    expect(checkValue(parameters, { userId, authenticators: [{ ...passkey, attestation }] })).toEqual([
      {
        path: '/authenticators/0/attestation',
        reason: 'must have the same text in id and rawId, because both are the credential id',
      },
    ]);
  });
});

it('users of version 1 have only credentials of their access type', () => {
  const { parameters, example } = OPERATIONS.create_users_v1;
  const [user] = example.parameters.users;
  const reasonsOf = (accessType: string) =>
    checkValue(parameters, { users: [{ ...user, accessType }] }).map(({ reason }) => reason);
  expect(reasonsOf('ACCESS_TYPE_ALL')).toEqual([]);
  expect(reasonsOf('ACCESS_TYPE_API')).toEqual([]);
  expect(reasonsOf('ACCESS_TYPE_WEB')).toEqual(['must have an empty list of apiKeys with ACCESS_TYPE_WEB']);
});
