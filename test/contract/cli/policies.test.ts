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

it('the policies of a file are checked, by themselves or in a request', async () => {
  const parameters = { policies: [{ condition: 'true' }, { condition: 'activity.colour == 1' }] };
  const findings = [{ member: 'policies[1].condition', place: 'line 1, column 1' }];
  for (const content of [parameters, { type: 'ACTIVITY_TYPE_CREATE_POLICIES', parameters }]) {
    const file = workstation.write('policies.json', JSON.stringify(content));
    expect(await check(file)).toMatchObject({ exitCode: 1, answer: { ok: false, findings } });
  }
  expect(await check(workstation.write('broken.json', '{'))).toMatchObject({ exitCode: 2, answer: null });
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
