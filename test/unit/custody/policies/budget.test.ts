import { expect, it } from 'vitest';
import { createBudget, createTotal } from '../../../../electron/custody/policies/budget.ts';

it('a thousand characters compared count as one step more', () => {
  const spend = createBudget(undefined, 4);
  spend(999);
  spend(2000);
  expect(() => spend(0)).toThrow('evaluation takes more than 4 steps');
});

it('the steps of one policy count for the whole decision', () => {
  const total = createTotal(3);
  const [one, other] = [createBudget(total), createBudget(total)];
  one(1000);
  other();
  expect(() => other()).toThrow('the decision takes more than 3 steps');
});
