import { describe, expect, test } from 'vitest';
import {
  faultsOf,
  NEW_POLICY,
  type PolicyDraft,
  requestOf,
} from '../../../../renderer/features/organization/policy/draft.ts';
import {
  aloneWords,
  decisionWords,
  exampleOf,
  outcomeWords,
  parametersProblem,
  REQUESTS,
  sortTrials,
  trialTitle,
} from '../../../../renderer/features/organization/policy/trial-rules.ts';
import type { PolicyTrial } from '../../../../shared/model/index.ts';
import { checkValue, findActivityByType, OPERATIONS } from '../../../../shared/operations/index.ts';

const draft = (change: Partial<PolicyDraft>): PolicyDraft => ({ ...NEW_POLICY, name: 'Payments', ...change });
const TODAY = {
  ...draft({ condition: 'wallet.imported', notes: 'by Ada' }),
  id: '00000000-0000-4000-8000-000000000001',
};

describe('the request of a draft', () => {
  test('of a new policy leaves empty members out', () => {
    const request = requestOf(draft({ condition: 'wallet.imported', consensus: ' \n' }), null);
    expect(request).toEqual({
      operation: 'create_policy',
      parameters: { policyName: 'Payments', effect: 'EFFECT_ALLOW', condition: 'wallet.imported' },
    });
    expect(checkValue(OPERATIONS.create_policy.parameters, request?.parameters)).toEqual([]);
  });

  test('of a change has only what differs, to the byte', () => {
    expect(requestOf(TODAY, TODAY)).toBeNull();
    const request = requestOf(
      { ...TODAY, condition: '', effect: 'EFFECT_DENY', consensus: ' approvers.count() > 1\n' },
      TODAY,
    );
    expect(request).toEqual({
      operation: 'update_policy',
      parameters: {
        ...{ policyId: TODAY.id, policyEffect: 'EFFECT_DENY', policyCondition: '' },
        policyConsensus: ' approvers.count() > 1\n',
      },
    });
    expect(checkValue(OPERATIONS.update_policy.parameters, request?.parameters)).toEqual([]);
  });

  test('has faults at their places, and none for an empty expression', () => {
    const faults = faultsOf(draft({ condition: 'walet.imported', consensus: '  ' }));
    expect(faults.condition).toMatchObject([{ start: 0, end: 5 }]);
    expect([faults.consensus, faults.time]).toEqual([[], []]);
  });
});

const clause = (
  number: number,
  value: PolicyTrial['clauses'][number]['value'],
  part: 'condition' | 'consensus' = 'condition',
) => ({
  ...{ part, number, value, text: 'wallet.imported', reason: null },
});

function trial(change: Partial<PolicyTrial>): PolicyTrial {
  const before = { outcome: 'deny' as const, by: ['no policy'] };
  return {
    ...{ activityId: '1', type: 'ACTIVITY_TYPE_CREATE_WALLET', at: 0, approvers: [], before, after: before },
    alone: { outcome: 'OUTCOME_DENY_IMPLICIT', reason: '' },
    clauses: [],
    ...change,
  };
}

describe('a trial', () => {
  const allowed = { outcome: 'allow' as const, by: ['Payments'] };

  test('names the outcome, its authority and the clause that decides', () => {
    expect(trialTitle(trial({}))).toBe(OPERATIONS.create_wallet.title);
    expect(trialTitle(trial({ type: 'ACTIVITY_TYPE_UNKNOWN' }))).toBe('ACTIVITY_TYPE_UNKNOWN');
    expect(outcomeWords(trial({}))).toBe('Refused, as before');
    expect(outcomeWords(trial({ after: { outcome: 'consensus', by: ['Payments'] } }))).toBe('Needs votes');
    expect(decisionWords(trial({}).before)).toBe('Refused: no policy allows it');
    expect(decisionWords(allowed)).toBe('Allowed by Payments');
    expect(aloneWords(trial({ clauses: [clause(1, 'true')] }))).toBe('Every clause is true, so the policy applies.');
    expect(aloneWords(trial({ clauses: [clause(1, 'true'), clause(2, 'hidden')] }))).toMatch(/^Clause 2 is not true/);
    expect(aloneWords(trial({ clauses: [clause(1, 'false', 'consensus')] }))).toMatch(/^Clause 1 of the consensus /);
  });

  test('that changes comes first, and one that was not decided is named', () => {
    const untried = { activityId: '3', problem: 'The user who asked was removed.' };
    const found = sortTrials([trial({}), untried, trial({ activityId: '2', after: allowed })]);
    expect(found.trials.map(({ activityId }) => activityId)).toEqual(['2', '1']);
    expect([found.changed, found.untried]).toEqual([1, [untried]]);
  });
});

describe('a composed request', () => {
  test.each(REQUESTS.map(({ value }) => value))('%s starts with parameters that the service takes', (type) => {
    const operation = findActivityByType(type);
    expect(parametersProblem(exampleOf(type))).toBeUndefined();
    expect(operation === undefined || checkValue(operation.parameters, JSON.parse(exampleOf(type)))).toEqual([]);
  });

  test.each(['', '{', '[]', 'null', '1'])('refuses %j as parameters', (text) => {
    expect(parametersProblem(text)).toMatch(/JSON/);
  });
});
