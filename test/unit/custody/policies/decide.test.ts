import { expect, test } from 'vitest';
import { createTotal } from '../../../../electron/custody/policies/budget.ts';
import { evaluatePolicies } from '../../../../electron/custody/policies/decide.ts';
import type { ActingContext } from '../../../../electron/custody/request-context.ts';
import type { PolicyRow } from '../../../../electron/custody/store/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

const policy = (effect: PolicyRow['effect'], condition: string) => ({
  organizationId: 'o',
  effect,
  condition,
  consensus: '',
  time: '',
});
const results = (policies: readonly object[], total = createTotal()) => {
  const store = { policies: { list: () => policies } };
  const context = { store, now: () => 0, caller: { organization: { organizationId: 'o' } } };
  const subject = { operation: OPERATIONS.create_wallet, parameters: {} };
  return evaluatePolicies(subject, [], context as unknown as ActingContext, total);
};
const work = "['a', 'b', 'c'].any(x, x == 'd') || true";

test('one policy takes nothing from the budget of another', () => {
  const [spent, next] = results([
    policy('EFFECT_DENY', `[${"'a',".repeat(900)}'a'].any(x, ${work})`),
    policy('EFFECT_ALLOW', work),
  ]);
  expect(spent?.outcome).toBe('OUTCOME_DENY_EXPLICIT');
  expect(next).toMatchObject({ outcome: 'OUTCOME_ALLOW', refuses: false });
});

test('a decision that takes too much work is refused, also by a policy that allows', () => {
  const [first, second] = results([policy('EFFECT_ALLOW', 'true'), policy('EFFECT_ALLOW', work)], createTotal(5));
  expect(first).toMatchObject({ outcome: 'OUTCOME_ALLOW', refuses: false });
  expect(second).toMatchObject({ outcome: 'OUTCOME_ERROR', refuses: true });
});

test('a policy that denies refuses when it fails, and one that allows does not', () => {
  const fails = 'activity.type > 1';
  const [denying, allowing] = results([policy('EFFECT_DENY', fails), policy('EFFECT_ALLOW', fails)]);
  expect(denying).toMatchObject({ outcome: 'OUTCOME_ERROR', refuses: true });
  expect(allowing).toMatchObject({ outcome: 'OUTCOME_ERROR', refuses: false });
});

test('a refusal is explained by the clauses that are false, and a fault by its words', () => {
  const [denied, failed, allowed] = results([
    policy('EFFECT_ALLOW', "activity.action == 'SIGN' && activity.kind == 'CREATE_WALLET'"),
    policy('EFFECT_ALLOW', 'activity.action > 1'),
    policy('EFFECT_ALLOW', "activity.action == 'CREATE'"),
  ]);
  expect([denied, failed, allowed].map((result) => result?.outcome)).toEqual([
    'OUTCOME_DENY_IMPLICIT',
    'OUTCOME_ERROR',
    'OUTCOME_ALLOW',
  ]);
  expect(denied?.explain().why).toBe("its condition is false: activity.action == 'SIGN'");
  expect(failed?.explain().why).toContain('it failed: ');
  expect(allowed?.explain().why).toBe("its condition holds: activity.action == 'CREATE'");
});

test('a rule that reads the activity type does not make the next rule a rule about it', () => {
  const outcomes = (conditions: readonly string[]) =>
    results(conditions.map((condition) => policy('EFFECT_DENY', condition))).map(({ outcome }) => outcome);
  const about = "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'";
  expect(outcomes([about, "activity.kind == 'SIGN_RAW_PAYLOAD'"])).toEqual([
    ...outcomes([about]),
    ...outcomes(["activity.kind == 'SIGN_RAW_PAYLOAD'"]),
  ]);
});

test('the stacks of errors are as deep after a decision as before', () => {
  const before = Error.stackTraceLimit;
  results([policy('EFFECT_ALLOW', 'activity.action > 1')]);
  expect(Error.stackTraceLimit).toBe(before);
  expect(before).toBeGreaterThan(0);
});

test('a condition is ruled out by one comparison of texts only when it allows nothing', () => {
  const conditions = [
    "activity.action == 'CREATE'",
    "activity.action == 'SIGN'",
    "activity.action == 'CREATE' && activity.resource == 'WALLET'",
    "activity.action == 'CREATE' && activity.resource == 'POLICY'",
    "activity.action == 'SIGN' || activity.action == 'CREATE'",
    "activity.action != 'SIGN'",
    "activity.action in ['SIGN', 'CREATE']",
    "'CREATE' == activity.action",
    "eth.tx.to == '0x11' && activity.action == 'CREATE'",
    "activity.nothing == 'x'",
    'activity.action == 1',
    "activity == 'CREATE'",
  ];
  const found = results(conditions.map((condition) => policy('EFFECT_ALLOW', condition)));
  const allows = (outcome: string | undefined) => outcome === 'OUTCOME_ALLOW';
  expect(found.map(({ outcome }) => allows(outcome))).toEqual(found.map(({ explain }) => allows(explain().outcome)));
  expect(conditions.filter((_, index) => allows(found[index]?.outcome))).toEqual(
    [0, 2, 4, 5, 6, 7].map((index) => conditions[index]),
  );
  expect(found[8]?.explain().outcome).toBe('OUTCOME_ERROR');
});

test('a policy that denies is never ruled out by a part that is false', () => {
  const [result] = results([policy('EFFECT_DENY', "activity.action == 'SIGN' && activity.action > 1")]);
  expect(result).toMatchObject({ outcome: 'OUTCOME_ERROR', refuses: true });
});

test('a policy that denies is ruled out only when no part of it can fail', () => {
  const denying = [
    "activity.action == 'SIGN'",
    "activity.action == 'SIGN' && activity.resource == 'WALLET'",
    "activity.action == 'CREATE' && activity.resource == 'WALLET'",
    "activity.action == 'SIGN' && activity.nothing == 'x'",
    "activity.action == 'SIGN' && eth.tx.to == '0x11'",
    "activity.action == 'SIGN' && activity.kind == 1",
    "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'",
  ];
  const found = results(denying.map((condition) => policy('EFFECT_DENY', condition)));
  const alone = denying.map((condition) => results([policy('EFFECT_DENY', `(${condition}) && 1 == 1`)])[0]);
  expect(found.map(({ refuses }) => refuses)).toEqual(alone.map((result) => result?.refuses));
  expect(found.map(({ explain }) => explain().outcome)).toEqual(alone.map((result) => result?.outcome));
  expect(found[2]).toMatchObject({ outcome: 'OUTCOME_DENY_EXPLICIT', refuses: true });
});

test('a policy that denies refuses when its consensus fails, also after one whose consensus did not', () => {
  const consensus = 'approvers.any(one, one.nothing == 1) || credentials.count() > approvers';
  const denying = { ...policy('EFFECT_DENY', "activity.action == 'SIGN'"), consensus };
  const [, second] = results([{ ...denying, consensus: 'approvers.count() > 9' }, denying]);
  expect(second).toMatchObject({ outcome: 'OUTCOME_ERROR', refuses: true });
});
