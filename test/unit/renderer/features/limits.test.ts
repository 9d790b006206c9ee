import { describe, expect, test } from 'vitest';
import { limitLines } from '../../../../renderer/features/organization/access/access-rules.ts';
import { afterRequest } from '../../../../renderer/features/organization/limit/draft.ts';
import {
  changedMeanwhile,
  identifierFor,
  NEW_LIMIT,
  planBinding,
  planChange,
  planNew,
} from '../../../../renderer/features/organization/limit/limit-rules.ts';
import {
  bindingsOf,
  limitSentence,
  namingOf,
  resetText,
  usedShare,
} from '../../../../renderer/features/organization/limit/limit-words.ts';
import { exceededBy } from '../../../../renderer/features/send/limit-rules.ts';
import { sentence, type Text } from '../../../../shared/errors/index.ts';
import { checkExpression } from '../../../../shared/policy-language/index.ts';
import { limitText, windowText } from '../../../../shared/words/index.ts';
import { organization, overTime, WALLET_ID } from '../fixture-organization.ts';

const NOW = Date.UTC(2026, 10, 26, 14, 32);
const content = organization(NOW);
const ETHER = { token: null, symbol: 'ETH', decimals: 18 };
const limit = overTime(1, NOW);
const [use] = limit.uses ?? [];

test.each([
  ['3600', '1 hour'],
  ['5400', '90 minutes'],
  ['86400', '1 day'],
  ['90', '90 seconds'],
  ['9999999999', '9,999,999,999 seconds'],
  [null, 'all time'],
])('a window of %s seconds is %s', (seconds, words) => {
  expect(windowText(seconds)).toBe(words);
});

test('an unknown operator is repeated, and a threshold is grouped', () => {
  expect(limitText({ operator: 'X', threshold: '1250.5', unit: 'USDC', seconds: '60' })).toBe(
    'X 1,250.5 USDC in 1 minute',
  );
});

describe('a new limit', () => {
  const typed = { ...NEW_LIMIT, name: ' Ether a day ', amount: '010.50' };
  const plan = (changed: object = {}, walletName: string | null = null) =>
    planNew({ ...typed, ...changed }, { asset: ETHER, content: { ...content, limits: [] }, walletName });

  test('is a control and the policy that refuses signatures above it', () => {
    const { sentence: said, steps } = plan();
    expect(said).toBe('At most 10.5 ETH in 1 day, for everybody together');
    expect(steps.map(({ operation }) => operation)).toEqual(['create_velocity_control', 'create_policy']);
    expect(steps[0]?.parameters).toEqual({
      name: 'Ether a day',
      identifier: 'ether_a_day',
      dataSource: { chainAssetTransfer: { definition: [{ caip19: 'eip155:1/slip44:60', decimals: '18' }] } },
      aggregation: {
        method: 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM',
        operator: 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL',
        threshold: '10.5',
        window: { rolling: { duration: '86400' } },
        groupBy: { organization: {} },
      },
    });
    const condition = String(steps[1]?.parameters.condition);
    expect(condition).toBe("activity.action == 'SIGN' && controls.ether_a_day == false");
    expect(checkExpression('condition', condition, ['ether_a_day'])).toEqual([]);
  });

  test('of one wallet names it', () => {
    const { sentence: said, steps } = plan({ scope: 'wallet', walletId: WALLET_ID, seconds: null }, 'Treasury');
    expect(said).toBe('At most 10.5 ETH in all time, from Treasury, for everybody together');
    expect(steps[1]?.parameters.condition).toBe(
      `activity.action == 'SIGN' && wallet.id == '${WALLET_ID}' && controls.ether_a_day == false`,
    );
  });

  test.each([
    [{ name: ' ' }, { name: 'Give the limit a name.' }],
    [{ amount: '' }, { amount: 'Fill this in.' }],
    [{ amount: '0' }, { amount: 'The amount is zero. Enter more than zero.' }],
    [{ amount: `1.${'0'.repeat(18)}1` }, { amount: 'It has at most 18 decimals.' }],
    [{ amount: `${'9'.repeat(21)}.${'9'.repeat(18)}` }, { amount: 'It has at most 38 digits.' }],
    [{ amount: '1e3' }, { amount: 'Use digits, with a point before the fraction and no commas.' }],
  ])('with %j is not asked for', (changed, problems) => {
    expect(plan(changed)).toMatchObject({ problems, steps: [] });
  });

  test.each([
    ['Ether a day', 'ether_a_day_2'],
    ['10 ETH', 'limit_10_eth'],
    ['count', 'limit_count'],
    ['🦊', 'limit'],
    ['Zürich', 'zu_rich'],
  ])('named %s has the identifier %s', (name, identifier) => {
    expect(identifierFor(name, content)).toBe(identifier);
  });
});

describe('a change', () => {
  const [today] = content.limits;
  const draft = { name: 'Ether a day', amount: '20', seconds: '86400' };

  test('makes the new limit first, moves each policy to it, and deletes the old one last', () => {
    const { steps, effects, problem } = planChange(today!, draft, content);
    expect(problem).toBeNull();
    expect(steps.map(({ operation }) => operation)).toEqual([
      'create_velocity_control',
      'update_policy',
      'delete_velocity_control',
    ]);
    expect(steps[0]?.parameters).toMatchObject({ identifier: 'ether_a_day_2', aggregation: { threshold: '20' } });
    expect(steps[1]?.parameters.policyCondition).toBe("activity.action == 'SIGN' && controls.ether_a_day_2 == false");
    expect(effects).toContain('Counting begins again at nothing. Earlier use does not count.');
  });

  test('of nothing is not asked for', () => {
    expect(planChange(today!, { ...draft, amount: '10.0' }, content)).toMatchObject({
      problem: 'Nothing is changed yet.',
      steps: [],
    });
  });

  test('of a limit that a session profile names is refused', () => {
    const scope = 'controls.ether_a_day';
    const sessionProfiles = [{ id: 's', name: 'Bots', scope, seconds: null, notes: '', createdAt: null }];
    const { problem, steps } = planChange(today!, draft, { ...content, sessionProfiles });
    expect(problem).toBe('The session profile “Bots” names this limit. Change it there first.');
    expect(steps).toEqual([]);
  });
});

describe('another operator', () => {
  const [today] = content.limits;
  const { steps } = planChange(today!, { name: 'Ether a day', amount: '20', seconds: '86400' }, content);

  test('who changes or deletes a policy meanwhile stops the change of its limit', () => {
    expect(changedMeanwhile(steps, content)).toBeNull();
    const tightened = content.policies.map((policy) =>
      policy.name === 'Daily ether' ? { ...policy, condition: 'controls.ether_a_day == false' } : policy,
    );
    const stopped =
      'The policy “Daily ether” was changed or deleted meanwhile. Nothing more was changed. Read the policy, then begin the change again.';
    expect(changedMeanwhile(steps, { ...content, policies: tightened })).toBe(stopped);
    expect(changedMeanwhile(steps, { ...content, policies: [] })).toBe(stopped);
    expect(changedMeanwhile(steps.slice(-1), { ...content, policies: [] })).toBeNull();
  });

  test('cannot be ruled out where the policies were not read', () => {
    const stoppedBy = (readAt: number | null, problem: Text | null) =>
      changedMeanwhile(steps, { ...content, parts: { ...content.parts, policies: { readAt, problem } } });
    const rest = 'Nothing more was changed. Try again.';
    expect(stoppedBy(NOW, sentence`Castellan reads at most ${10} of them.`)).toBe(
      `The policies could not be read: Castellan reads at most 10 of them. ${rest}`,
    );
    expect(stoppedBy(null, null)).toBe(`The policies could not be read: the service did not report them. ${rest}`);
  });

  test('may have written a condition in which a limit cannot be renamed', () => {
    const policies = content.policies.map((policy) => ({ ...policy, condition: '[controls].any(x, x.a == false)' }));
    const { problem, steps: none } = planChange(
      today!,
      { name: 'Ether a day', amount: '20', seconds: '86400' },
      { ...content, policies },
    );
    expect(problem).toContain('names this limit in a way that cannot be changed here');
    expect(none).toEqual([]);
  });
});

describe('the requests that a limit binds', () => {
  const binds = (changed: Partial<(typeof content.policies)[number]>, parts = content.parts) => {
    const policies = [{ ...content.policies.at(-1)!, name: 'L', ...changed }];
    const naming = namingOf({ ...content, policies }, 'ether_a_day');
    return bindingsOf({ policies, parts }, { identifier: 'ether_a_day', naming }, () => 'Treasury');
  };
  const sign = "activity.action == 'SIGN'";

  test.each<[Parameters<typeof binds>[0], string, boolean]>([
    [{}, 'everybody but the root quorum', false],
    [
      { condition: `${sign} && wallet.id == 'w' && controls.ether_a_day == false` },
      'everybody but the root quorum, with the wallet Treasury only',
      true,
    ],
    [{ consensus: "approvers.any(user, user.id == 'u')" }, 'under conditions of the policy “L”', true],
    [{ condition: 'controls.ether_a_day == true' }, 'under conditions of the policy “L”', true],
    [{ condition: '[controls].any(x, x.ether_a_day == false)' }, 'under conditions of the policy “L”', true],
    [
      { condition: `${sign} && eth.tx.value > 5 && controls.ether_a_day == false` },
      'under conditions of the policy “L”',
      true,
    ],
    [{ effect: 'EFFECT_ALLOW', condition: 'controls.ether_a_day' }, 'only what the policy “L” allows', true],
  ])('by %j are %s', (changed, text, isCare) => {
    expect(binds(changed)).toEqual([{ text, isCare }]);
  });

  test('are not known where the policies were not read', () => {
    const parts = { ...content.parts, policies: { readAt: NOW, problem: 'Refused.' } };
    expect(binds({}, parts)).toContainEqual({ text: 'not known: not all policies were read', isCare: true });
  });
});

test('a limit that nothing names is bound by a policy', () => {
  const [, unbound] = content.limits;
  expect(namingOf(content, 'unbound')).toEqual([]);
  const { sentence: said, steps } = planBinding(unbound!, WALLET_ID, 'Treasury');
  expect(said).toBe('At most 10 ETH in all time, from Treasury, for everybody together');
  expect(steps.map(({ operation }) => operation)).toEqual(['create_policy']);
});

describe('the used part', () => {
  test.each([
    ['10', '4', '6', 0.4],
    ['10', '10', '0', 1],
    ['10', '25', '0', 1],
    ['10', '9.999999999999999999', '0.000000000000000001', 0.999],
    ['0', '0', '0', 1],
    ['1', '9'.repeat(78), '0', 1],
  ])('of %s with %s is %s', (threshold, used, remaining, share) => {
    expect(usedShare({ threshold }, { ...use!, used, remaining })).toBe(share);
  });

  test('has no share without a largest total', () => {
    expect(usedShare(limit, { ...use!, remaining: null })).toBeNull();
  });

  test('resets when the next amount leaves, or never', () => {
    expect(resetText(limit, use!, NOW)).toMatch(/^1 ETH at \d\d:\d\d$/);
    expect(resetText({ unit: 'ETH', seconds: null }, { ...use!, nextAmount: null, nextAt: null }, NOW)).toBe('never');
    expect(resetText(limit, { ...use!, nextAmount: null, nextAt: null }, NOW)).toBe('');
  });

  test('is in words with its owners', () => {
    expect(limitSentence(limit)).toBe('At most 10 ETH in 1 day, for everybody together');
  });
});

test('access names the limits that bind a user, and none for the only root user', () => {
  const [, ...others] = content.users;
  const userId = others[0]!.id;
  expect(limitLines(content, userId)).toEqual([
    { words: 'Ether a day: At most 10 ETH in 1 day, for everybody together', by: 'Used: 4 of 10 ETH' },
  ]);
  expect(limitLines({ ...content, quorum: { threshold: 1, userIds: [userId] } }, userId)).toEqual([]);
  expect(limitLines({ ...content, policies: [] }, userId)).toEqual([]);
});

describe('a payment', () => {
  type Payment = Parameters<typeof exceededBy>[1];
  const payment: Payment = {
    chain: 'eip155:1',
    token: null,
    decimals: 18,
    units: 0n,
    feeUnits: 0n,
    walletId: WALLET_ID,
  };
  const ether = (count: bigint, more = 0n): Payment => ({ ...payment, units: count * 10n ** 18n + more });
  const texts = (changed: object, paid = ether(7n)) =>
    exceededBy({ ...content, ...changed }, paid).map(({ text }) => text);

  test('of exactly the rest is within the limit, and of one wei more is not', () => {
    expect(texts({}, ether(6n))).toEqual([]);
    const [text] = texts({}, ether(6n, 1n));
    expect(text).toContain('Used: 4 of 10 ETH. This payment: 6.000000000000000001 ETH. There is room for it from');
  });

  test.each<[string, object, string]>([
    ['DENY policy', {}, 'Only the root quorum can sign it now.'],
    [
      'ALLOW policy',
      { effect: 'EFFECT_ALLOW', condition: 'controls.ether_a_day' },
      'The policy “Daily ether” does not allow it.',
    ],
    [
      'DENY policy with other conditions',
      { consensus: 'approvers.count() >= 2' },
      'The policy “Daily ether” refuses it where its other conditions hold.',
    ],
  ])('above the limit of a %s has only the consequence of that policy', (_which, changed, consequence) => {
    const [text = ''] = texts({ policies: [{ ...content.policies.at(-1), ...changed }] });
    expect(text.endsWith(consequence)).toBe(true);
  });

  test('says when there is room, or that there never is', () => {
    expect(texts({}, ether(7n))[0]).toContain('There is room for it from');
    expect(texts({}, ether(9n))[0]).toContain('There is room for it by');
    expect(texts({}, ether(11n))[0]).toContain('because it alone is above the limit.');
  });

  test('on Bitcoin counts with its fee', () => {
    const definition = [{ caip19: 'bip122:000000000019d6689c085ae165831e93/slip44:0', decimals: '8' }];
    const limits = [{ ...content.limits[0], definition, unit: 'BTC' }];
    const paid = {
      ...payment,
      chain: 'bip122:000000000019d6689c085ae165831e93' as const,
      decimals: 8,
      units: 600_000_000n,
    };
    expect(texts({ limits }, paid)).toEqual([]);
    expect(texts({ limits }, { ...paid, feeUnits: 1n })).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['of the only root user', { quorum: { threshold: 1, userIds: [content.me] } }],
    ['under a limit that binds nobody', { policies: [] }],
    ['under a limit whose use is not reported', { limits: [{ ...content.limits[0], uses: null }] }],
    [
      'of another asset',
      { limits: [{ ...content.limits[0], definition: [{ caip19: 'eip155:10/slip44:60', decimals: '18' }] }] },
    ],
    [
      'of another wallet than the policy names',
      {
        policies: [
          {
            ...content.policies.at(-1),
            condition:
              "activity.action == 'SIGN' && wallet.id == '00000000-0000-4000-8000-000000000000' && controls.ether_a_day == false",
          },
        ],
      },
    ],
  ])('%s has no notice', (_what, changed) => {
    expect(texts(changed)).toEqual([]);
  });

  test('of a wallet that used nothing has the whole limit', () => {
    const limits = [{ ...content.limits[0], scope: 'wallet' }];
    expect(texts({ limits }, ether(10n))).toEqual([]);
    expect(texts({ limits }, ether(10n, 1n))).toHaveLength(1);
  });
});

test('a limit is created once: its run goes on at its next request, and ends when one is not completed', () => {
  const asset = ETHER;
  const plan = planNew({ ...NEW_LIMIT, name: 'Daily', amount: '1' }, { asset, content, walletName: null });
  expect(plan.steps.map(({ operation }) => operation)).toEqual(['create_velocity_control', 'create_policy']);
  expect(afterRequest({ plan, done: 0 }, true)).toEqual({ plan, done: 1 });
  expect(afterRequest({ plan, done: 1 }, true)).toBeNull();
  expect(afterRequest({ plan, done: 0 }, false)).toBeNull();
});
