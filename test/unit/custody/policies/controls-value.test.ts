import { expect, test } from 'vitest';
import { createBudget } from '../../../../electron/custody/policies/budget.ts';
import { COMPLETE, type Struct } from '../../../../electron/custody/policies/evaluate.ts';
import { judgePolicy } from '../../../../electron/custody/policies/judge.ts';
import { controlsValue } from '../../../../electron/custody/policies/velocity/controls.ts';
import type { ActingContext } from '../../../../electron/custody/request-context.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { keywordsOf, parsePolicy } from '../../../../shared/policy-language/index.ts';

const judge = (text: string, controls: Struct) =>
  judgePolicy(parsePolicy(text, keywordsOf('condition')), { controls: () => controls }, createBudget());

/** The value of `controls` in an organization without any. */
const NONE = controlsValue({ operation: OPERATIONS.create_wallet, parameters: {} }, {
  store: { velocityControls: { list: () => [] } },
  caller: { organization: { organizationId: 'o' } },
} as unknown as ActingContext);

/** The second spelling is refused today. A policy from before may have it. */
test.each(['controls.daily == false', '[controls].any(x, x.daily == false)'])(
  'a rule that forbids fails without its control, wherever it is read: %s',
  (text) => {
    expect(judge(text, { [COMPLETE]: true, daily: false })).toBe(true);
    expect(judge(text, { [COMPLETE]: true, daily: true })).toBe(false);
    expect(() => judge(text, { [COMPLETE]: true, other: true })).toThrow('is a member that is not there');
    expect(() => judge(text, NONE)).toThrow('is a member that is not there');
  },
);
