import { expect, it } from 'vitest';
import { describeBody } from '../../../electron/vault/describe.ts';
import { type ActivityName, OPERATIONS } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';

const findingsOf = (name: ActivityName, changes: object, words = 'cannot be used') => {
  const { activityType: type, example } = OPERATIONS[name] as { activityType: string; example: { parameters: object } };
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const parameters = { ...example.parameters, ...changes };
  const body = JSON.stringify({ type, timestampMs: '1745383555000', organizationId, parameters });
  return describeBody(utf8Encode(body)).findings.filter(({ text }) => text.includes(words));
};
const WRONG = 'eth.tx.to == "0x1" AND true';

it.each([
  ['create_policy', { condition: WRONG }, 'condition', 'condition'],
  ['create_policy', { effect: 'EFFECT_DENY', consensus: WRONG }, 'consensus', 'condition'],
  ['create_policies', { policies: [{ policyName: 'A', condition: WRONG }] }, 'condition', 'policies'],
  ['update_policy', { policyCondition: WRONG }, 'condition', 'policyCondition'],
  ['create_mfa_policy', { condition: WRONG }, 'condition', 'condition'],
  ['update_mfa_policy', { condition: WRONG }, 'condition', 'condition'],
  ['create_session_profile', { scope: WRONG }, 'condition', 'scope'],
] as const)('%s with %j shows its fault before the stamp', (name, changes, part, field) => {
  const [finding] = findingsOf(name, changes);
  expect(finding).toMatchObject({ level: 'danger', field: `parameters.${field}` });
  expect(finding?.text).toContain(`The ${part} cannot be used, so the service refuses it. At line 1, column `);
});

it('a policy with an address of a wrong checksum has a warning before the stamp', () => {
  const condition = "eth.tx.to == '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'";
  const [finding, ...others] = findingsOf('create_policy', { condition }, 'may be mistyped');
  expect([finding?.level, others]).toEqual(['care', []]);
  expect(finding?.text).toContain('An address in the condition may be mistyped. At line 1, column 14: The checksum');
});

it.each(['create_policy', 'create_policies', 'create_mfa_policy', 'create_session_profile'] as const)(
  'the example of %s has no such finding',
  (name) => {
    expect(findingsOf(name, {})).toEqual([]);
  },
);

it.each([
  ['policyEffect', 'EFFECT_DENY', 'care'],
  ['policyNotes', '', 'care'],
  ['policyEffect', 'EFFECT_ALLOW', 'danger'],
  ['policyCondition', 'false', 'danger'],
  ['policyCondition', '', 'danger'],
  ['policyConsensus', '', 'danger'],
  ['time', '', 'danger'],
])('update_policy with %s %j has the level %3$s', (member, value, level) => {
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const parameters = { policyId: organizationId, [member]: value };
  const body = { type: 'ACTIVITY_TYPE_UPDATE_POLICY_V2', timestampMs: '1745383555000', organizationId, parameters };
  const { findings } = describeBody(utf8Encode(JSON.stringify(body)));
  expect(findings.find(({ field }) => field === 'parameters.policyId')?.level).toBe(level);
});
