import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const workstation = new Workstation();
beforeAll(async () => {
  expect((await workstation.run(['init'])).exitCode).toBe(0);
});
afterAll(() => workstation.close());

const json = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await workstation.run(['policy', ...args]);
  return { exitCode, stderr, answer: stdout === '' ? null : (JSON.parse(stdout) as Record<string, unknown>) };
};
const policy = (change: object = {}) =>
  workstation.write(
    'policy.json',
    JSON.stringify({
      policyName: 'Exports',
      effect: 'EFFECT_DENY',
      condition: "activity.action == 'CREATE'",
      ...change,
    }),
  );

it('a policy is explained offline, with its clauses and findings', async () => {
  const condition = "activity.action == 'SIGN' && activity.action == 'EXPORT'";
  const { exitCode, stderr, answer } = await json('explain', policy({ effect: 'EFFECT_ALLOW', condition }));
  expect(exitCode).toBe(0);
  expect(answer).toMatchObject({
    policies: [
      {
        member: '',
        policyName: 'Exports',
        effect: 'EFFECT_ALLOW',
        faults: [],
        headline: 'Anyone can sign anything, where the action is “EXPORT”.',
        clauses: [{ number: 1 }, { number: 2, place: 'line 1, column 30' }],
        advice: [
          { rule: 'never', clause: 2, message: 'Clause 2 contradicts clause 1, so the policy can never match.' },
        ],
      },
    ],
  });
  expect(stderr).toContain('Care: Clause 2 contradicts clause 1');
});

it('a policy with a fault is explained as far as it can be read, and fails', async () => {
  const { exitCode, answer } = await json('explain', policy({ condition: 'eth.tx.too == 1' }));
  expect(exitCode).toBe(1);
  expect(answer).toMatchObject({ policies: [{ faults: [{ part: 'condition', place: 'line 1, column 1' }] }] });
});

it('a policy of the service is explained by its id, beside the others', async () => {
  const created = await workstation.run(['call', 'create_policy', '--file', policy()]);
  expect(created.exitCode).toBe(0);
  const { policyId } = (
    JSON.parse(created.stdout) as { activity: { result: { createPolicyResult: { policyId: string } } } }
  ).activity.result.createPolicyResult;
  const { answer } = await json('explain', '--id', policyId);
  expect(answer).toMatchObject({
    policies: [{ policyName: 'Exports', headline: 'Nobody can create anything.', advice: [{ rule: 'quorum' }] }],
  });
  const narrow = policy({
    policyName: 'Narrow',
    condition: "activity.action == 'CREATE' && activity.resource == 'WALLET'",
  });
  const found = await json('explain', narrow, '--profile', 'local');
  expect(found.answer).toMatchObject({
    policies: [{ advice: [{ rule: 'quorum' }, { rule: 'shadowed', message: expect.stringContaining('“Exports”') }] }],
  });
});

it('a policy is tried on past activities and on a composed request', async () => {
  const past = await json('try', policy({ policyName: 'Draft' }), '--activities', '5');
  expect(past.exitCode).toBe(0);
  expect(past.answer).toMatchObject({
    policyName: 'Draft',
    tried: expect.any(Number),
    changed: 0,
    untried: [],
    trials: expect.arrayContaining([
      expect.objectContaining({ before: { outcome: 'allow', by: ['root quorum'] }, changes: false }),
    ]),
  });
  expect(past.stderr).toContain('would be decided differently');
  const request = workstation.write(
    'request.json',
    JSON.stringify({ type: 'ACTIVITY_TYPE_CREATE_WALLET', parameters: { walletName: 'Cold', accounts: [] } }),
  );
  const composed = await json('try', policy({ policyName: 'Draft' }), '--request', request);
  expect(composed.answer).toMatchObject({
    tried: 1,
    trials: [
      { alone: { outcome: 'OUTCOME_DENY_EXPLICIT' }, clauses: [{ part: 'condition', number: 1, value: 'true' }] },
    ],
  });
});

it.each([
  [['explain'], 2, 'Nothing was explained.'],
  [['explain', 'x.json', '--id', 'y'], 2, 'Nothing was explained.'],
  [['try', 'x.json', '--activities', '1', '--request', 'y'], 2, 'Nothing was tried.'],
  [['try', 'x.json', '--activities', '1001'], 2, '--activities'],
  [['try', '-', '--request', '-'], 2, 'Nothing was tried.'],
])('%j ends with %i', async (args, code, words) => {
  const { exitCode, stderr } = await json(...args);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)]);
});
