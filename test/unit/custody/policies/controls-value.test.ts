import { expect, test } from 'vitest';
import { createBudget } from '../../../../electron/custody/policies/budget.ts';
import { judgePolicy } from '../../../../electron/custody/policies/judge.ts';
import { keywordsOf, parsePolicy } from '../../../../shared/policy-language/index.ts';

const judge = (text: string, controls: Readonly<Record<string, boolean>>) =>
  judgePolicy(parsePolicy(text, keywordsOf('condition')), { controls: () => controls }, createBudget());

/** The second spelling is refused today. A policy from before may have it. */
test.each(['controls.daily == false', '[controls].any(x, x.daily == false)'])(
  'a rule that forbids fails without its control, wherever it is read: %s',
  (text) => {
    expect(judge(text, { daily: false })).toBe(true);
    expect(judge(text, { daily: true })).toBe(false);
    expect(() => judge(text, { other: true })).toThrow('is a member that is not there');
  },
);
