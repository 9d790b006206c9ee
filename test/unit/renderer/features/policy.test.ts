import { describe, expect, test } from 'vitest';
import {
  faultsOf,
  NEW_POLICY,
  type PolicyDraft,
  requestOf,
} from '../../../../renderer/features/organization/policy/draft.ts';
import { classOf, segments, shownClause } from '../../../../renderer/features/organization/policy/segments.ts';
import {
  aloneWords,
  decidingClause,
  decisionWords,
  exampleOf,
  isTried,
  outcomeWords,
  parametersProblem,
  pastOf,
  REQUESTS,
  sortTrials,
  textOf,
  trialTitle,
  withText,
} from '../../../../renderer/features/organization/policy/trial-rules.ts';
import type { TitledTrial } from '../../../../shared/model/index.ts';
import { checkValue, findActivityByType, OPERATIONS } from '../../../../shared/operations/index.ts';
import { clausesOfPolicy } from '../../../../shared/policy-language/index.ts';

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
        policyId: TODAY.id,
        policyEffect: 'EFFECT_DENY',
        policyCondition: '',
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
  value: TitledTrial['clauses'][number]['value'],
  part: 'condition' | 'consensus' = 'condition',
) => ({ part, number, value, text: 'wallet.imported', reason: null });

function trial(change: Partial<TitledTrial>): TitledTrial {
  const before = { outcome: 'deny' as const, by: ['no policy'] };
  return {
    activityId: '1',
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    at: 0,
    approvers: [],
    before,
    after: before,
    alone: { outcome: 'OUTCOME_DENY_IMPLICIT', reason: '', refuses: false },
    title: null,
    clauses: [],
    ...change,
  };
}

describe('a trial', () => {
  test('is of the policy that was tried, whatever its name', () => {
    const tried = { ...NEW_POLICY, condition: 'true' };
    expect(isTried(tried, { ...tried, name: 'Other', notes: 'Other' })).toBe(true);
    for (const change of [
      { effect: 'EFFECT_DENY' },
      { condition: '' },
      { consensus: 'true' },
      { time: 'true' },
    ] as const)
      expect(isTried(tried, { ...tried, ...change })).toBe(false);
  });

  const allowed = { outcome: 'allow' as const, by: ['Payments'] };

  test('names the outcome, its authority and the clause that decides', () => {
    expect(trialTitle(trial({}))).toBe(OPERATIONS.create_wallet.title);
    expect(trialTitle(trial({ type: 'ACTIVITY_TYPE_UNKNOWN' }))).toBe('ACTIVITY_TYPE_UNKNOWN');
    expect(trialTitle(trial({ title: 'Create wallet “Hot”' }))).toBe('Create wallet “Hot”');
    expect(outcomeWords(trial({}))).toBe('Refused, as before');
    expect(outcomeWords(trial({ after: { outcome: 'consensus', by: ['Payments'] } }))).toBe('Needs votes');
    expect(decisionWords(trial({}).before)).toBe('Refused: no policy allows it');
    expect(decisionWords(allowed)).toBe('Allowed by Payments');
    const applies = { outcome: 'OUTCOME_ALLOW' as const, reason: '', refuses: false };
    expect(aloneWords(trial({ alone: applies, clauses: [clause(1, 'true')] }))).toBe(
      'Every clause is true, so the policy applies.',
    );
    expect(aloneWords(trial({ clauses: [clause(1, 'true'), clause(2, 'hidden')] }))).toMatch(/^Clause 2 is not true/);
    expect(aloneWords(trial({ clauses: [clause(1, 'false', 'consensus')] }))).toMatch(/^Clause 1 of the consensus /);
  });

  test('of a denial that an error makes refuse does not say that the denial does not apply', () => {
    const refused = trial({
      alone: { outcome: 'OUTCOME_ERROR', reason: '', refuses: true },
      clauses: [clause(1, 'true'), clause(2, 'hidden')],
    });
    expect(aloneWords(refused)).toBe('Clause 2 cannot be decided, so the policy refuses the request.');
    // A false clause rules, wherever it stands.
    const passed = trial({ clauses: [clause(1, 'hidden'), clause(2, 'false')] });
    expect(aloneWords(passed)).toBe('Clause 2 is not true, so the policy does not apply.');
    expect(decidingClause(passed)?.number).toBe(2);
  });

  test('names the authority in words, and a policy with the name of one in quotes', () => {
    expect(decisionWords({ outcome: 'allow', by: ['root quorum'] })).toBe('Allowed by the root quorum');
    expect(decisionWords({ outcome: 'deny', by: ['“no policy”'] })).toBe('Refused by “no policy”');
    expect(decisionWords({ outcome: 'allow', by: ['The root quorum'] })).toBe('Allowed by “The root quorum”');
    expect(decisionWords({ outcome: 'allow', by: ['the session profile', 'Payments'] })).toBe(
      'Allowed by “the session profile”, Payments',
    );
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
    const text = textOf(exampleOf(type));
    expect(parametersProblem(text)).toBeUndefined();
    expect(operation === undefined || checkValue(operation.parameters, JSON.parse(text))).toEqual([]);
  });

  test.each(['', '{', '[]', 'null', '1'])('refuses %j as parameters', (text) => {
    expect(parametersProblem(text)).toMatch(/JSON/);
  });

  test('names the place of a fault in its JSON', () => {
    expect(parametersProblem('{\n  "walletName": }')).toMatch(/line 2, column 17.*Nothing was tried/s);
  });

  test('has a form that follows its JSON, as long as the form has a field for everything', () => {
    const draft = exampleOf('ACTIVITY_TYPE_DELETE_WALLETS');
    const walletIds = ['00000000-0000-4000-8000-000000000009'];
    const changed = withText(draft, JSON.stringify({ walletIds }));
    expect([changed.text, changed.values]).toEqual([null, expect.objectContaining({ walletIds })]);
    expect(JSON.parse(textOf(changed))).toMatchObject({ walletIds });
    const more = withText(changed, JSON.stringify({ walletIds, other: 1 }));
    expect([JSON.parse(textOf(more)), more.values]).toEqual([{ walletIds, other: 1 }, changed.values]);
    expect(textOf(withText(changed, '{'))).toBe('{');
  });
});

test('past activities are those of the last 30 days, or the newest', () => {
  const now = Date.UTC(2026, 10, 28);
  expect(pastOf('month', now)).toEqual({ activities: 500, since: Date.UTC(2026, 9, 29) });
  expect(pastOf('newest', now)).toEqual({ activities: 100, since: null });
});

describe('the text of an expression', () => {
  const text = 'wallet.imported &&\neth.tx.value <= 5 && eth.tx.chain_id == 1';
  const { condition: clauses } = clausesOfPolicy(draft({ condition: text }));
  const drawn = (marked: number | null, of = clauses.map(shownClause)) =>
    segments(text, { faults: [], clauses: of, marked }, null);

  test('has the number of each clause where it begins, also of a second one on a line', () => {
    const parts = drawn(null).filter((part) => part.text !== '');
    expect(parts.map((part) => [part.number, part.isWithin, part.text])).toEqual([
      [1, false, 'wallet.imported &&\n'],
      [2, false, 'eth.tx.value <= 5 && '],
      [3, true, 'eth.tx.chain_id == 1'],
    ]);
    expect(drawn(null, clauses.slice(0, 1).map(shownClause)).every(({ number }) => number === null)).toBe(true);
  });

  test('has a mark on the clause that decides', () => {
    const marked = drawn(3).filter(({ isMarked }) => isMarked);
    expect(marked.map((one) => [one.text, classOf(one)])).toEqual([['eth.tx.chain_id == 1', 'expression-marked']]);
    expect(drawn(4).some(({ isMarked }) => isMarked)).toBe(false);
  });
});
