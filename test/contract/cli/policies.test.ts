import { afterAll, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const workstation = new Workstation();
afterAll(() => workstation.close());

const check = async (...more: readonly string[]) => {
  const { exitCode, stdout, stderr } = await workstation.run(['policy', 'check', ...more]);
  return { exitCode, stderr, answer: stdout === '' ? null : (JSON.parse(stdout) as object) };
};

it('a policy is checked with no profile and no service', async () => {
  expect(await check('--condition', "eth.tx.chain_id == 1 && eth.tx.to == '0x1'")).toMatchObject({
    exitCode: 0,
    answer: { ok: true, findings: [] },
  });
  expect(await check('--condition', 'eth.tx.to == "0x1" AND true', '--time', '')).toMatchObject({
    exitCode: 1,
    answer: { ok: false, findings: [{ member: 'condition', place: 'line 1, column 14' }] },
  });
  expect(await check('--condition', '', '--time', ' ')).toMatchObject({ exitCode: 2 });
});

it('a comparison that can never hold is a warning, and fails the strict check', async () => {
  const warnings = [
    { member: 'condition', place: 'line 1, column 14', message: expect.stringContaining('never equal') },
  ];
  const answer = { ok: true, findings: [], warnings };
  const given = ['--condition', "eth.tx.to == 'alice.eth'"];
  expect(await check(...given)).toMatchObject({ exitCode: 0, answer });
  expect(await check(...given, '--strict')).toMatchObject({ exitCode: 1, answer });
});

const WRONG = { condition: 'activity.colour == 1' };
const batch = { policies: [{ condition: 'true' }, WRONG] };
const request = { type: 'ACTIVITY_TYPE_CREATE_POLICIES', parameters: batch };
const stamped = { body: JSON.stringify(request), stamp: {}, url: 'https://api.example' };
it.each<[string, unknown, readonly string[]]>([
  ['parameters', batch, ['policies[1].condition']],
  ['a request', request, ['parameters.policies[1].condition']],
  [
    'a request with a policy beside its parameters',
    { ...request, ...WRONG },
    ['condition', 'parameters.policies[1].condition'],
  ],
  ['a list of policies', [WRONG, { condition: 'true' }, WRONG], ['[0].condition', '[2].condition']],
  [
    'a list of requests',
    [request, { parameters: WRONG }],
    ['[0].parameters.policies[1].condition', '[1].parameters.condition'],
  ],
  ['a stamped request', stamped, ['body.parameters.policies[1].condition']],
  [
    'the activities of an answer',
    {
      activities: [
        { intent: { createPoliciesIntent: batch } },
        { intent: { updatePolicyIntentV2: { policyCondition: '(' } } },
      ],
    },
    [
      'activities[0].intent.createPoliciesIntent.policies[1].condition',
      'activities[1].intent.updatePolicyIntentV2.policyCondition',
    ],
  ],
])('each policy in %s is checked, and named by its place', async (_what, content, members) => {
  const file = workstation.write('policies.json', JSON.stringify(content));
  const findings = members.map((member) => ({ member, place: expect.stringContaining('line 1') }));
  expect(await check(file)).toMatchObject({ exitCode: 1, answer: { ok: false, findings } });
});

it('a file that is no JSON, or whose stamped body is none, is refused', async () => {
  for (const content of ['{', JSON.stringify([WRONG, { body: '{"a":1,"a":2}' }])])
    expect(await check(workstation.write('broken.json', content))).toMatchObject({ exitCode: 2, answer: null });
});

it.each([
  ['a member that no policy has', { Condition: 'true' }, [{ member: 'Condition', message: /write condition/ }]],
  [
    'a value that is no text',
    { effect: 'EFFECT_DENY', condition: true },
    [{ member: 'condition', message: /not text/ }],
  ],
  ['an effect that is none', { effect: 'DENY', condition: 'true' }, [{ member: 'effect', message: /EFFECT_DENY/ }]],
  [
    'a policy deep in an answer',
    { activity: { intent: { createPolicyIntentV3: { condition: 'true =' } } } },
    [{ member: 'activity.intent.createPolicyIntentV3.condition', message: /write ==/ }],
  ],
])('%s is found in a file', async (_what, content, wanted) => {
  const findings = wanted.map((one) => ({ ...one, message: expect.stringMatching(one.message) }));
  const file = workstation.write('policy.json', JSON.stringify(content));
  expect(await check(file)).toMatchObject({ exitCode: 1, answer: { ok: false, findings } });
});

it('a file without a policy is not called sound', async () => {
  const { exitCode, stderr, answer } = await check(workstation.write('other.json', '{"policyName":"x"}'));
  expect([exitCode, answer, stderr]).toEqual([2, null, expect.stringContaining('holds no policy')]);
});

it('nothing to check is a mistake in what was typed', async () => {
  const { exitCode, stderr } = await check();
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Nothing was checked.')]);
});
