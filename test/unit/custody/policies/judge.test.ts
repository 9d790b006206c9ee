import { expect, test } from 'vitest';
import { createBudget, createTotal } from '../../../../electron/custody/policies/budget.ts';
import { judgePolicy } from '../../../../electron/custody/policies/judge.ts';
import { Quantity } from '../../../../electron/custody/policies/quantity.ts';
import { SeveralTexts, UnknownText } from '../../../../electron/custody/policies/special-text.ts';
import { PolicyFault, parsePolicy } from '../../../../shared/policy-language/index.ts';

const NAMES = {
  eth: () => ({ eip_712: { message: { spender: 'x', amount: new Quantity(5n), items: [{ a: 1n }, { b: 2n }] } } }),
  bitcoin: () => ({ network: new UnknownText(''), payers: new SeveralTexts(() => true) }),
  solana: () => undefined,
  tron: () => {
    throw new PolicyFault('it is a digest', 'opaque');
  },
};
const judge = (text: string, budget = createBudget()) =>
  judgePolicy(parsePolicy(text, Object.keys(NAMES)), NAMES, budget);
const M = 'eth.eip_712.message';

test.each([
  [`${M}.spender == 'x' || ${M}.value > 1`, true],
  [`${M}.value > 1 || ${M}.spender == 'x'`, true],
  [`${M}.value > 1`, false],
  [`(${M}.value < 5) == false`, true],
  [`${M}.value != 5`, true],
  [`${M}.value in [1]`, false],
  [`${M}.spender in [${M}.value, 'x']`, true],
  [`${M}.items.any(i, i.b == 2)`, true],
  [`${M}.items.filter(i, i.b == 2).count() == 1`, true],
  [`${M}.items.all(i, i.b != 3)`, true],
  [`${M}.amount == '5' && ${M}.amount == 5 && ${M}.amount in ['4', '5'] && ${M}.amount > 4`, true],
  // An absent item of a list hides no other.
  [`[${M}.value, ${M}.spender].any(x, x == 'x')`, true],
  [`[${M}.value, ${M}.spender].any(x, x == 'y')`, false],
  [`[${M}.value, ${M}.spender].all(x, x == 'x')`, true],
  [`[${M}.value, ${M}.spender].all(x, x == 'y')`, false],
  [`[${M}.value, ${M}.spender].contains('x')`, true],
  [`[[${M}.value, ${M}.spender]].any(l, l.contains('x'))`, true],
  [`[${M}.value, ${M}.spender][1] == 'x'`, true],
  [`[${M}.value, ${M}.spender][0] == 'x'`, false],
  [`[${M}.value, ${M}.spender].filter(x, x != 'y').count() == 1`, true],
  [`'x' in [${M}.value, ${M}.spender].filter(x, x != 'y')`, true],
  [`[solana.tx.x, ${M}.spender].any(x, x == 'x')`, true],
  [`[solana.tx.x, ${M}.spender].contains('y')`, 'inapplicable'],
  [`[tron.tx.x, solana.tx.x, ${M}.spender].contains('y')`, 'opaque'],
  [`[tron.tx.x, ${M}.spender].all(x, x == 'y')`, false],
  [`${M}.items[0..9].any(i, i.a == 1)`, true],
  [`${M}.items[0..9].any(i, i.a == 3)`, false],
  [`${M}.items[0..9].all(i, i.a == 1 || i.b == 2)`, true],
  [`${M}.items[1..9].filter(i, i.b != 3).count() > 0`, true],
  ["eth.tx.to == 'x'", 'inapplicable'],
  ["(eth.tx.to == 'x') == false", 'inapplicable'],
  [`solana.tx.x == 1 && ${M}.spender == 'x'`, 'inapplicable'],
  [`solana.tx.x == 1 || ${M}.spender == 'x'`, true],
  ['tron.tx.x == 1', 'opaque'],
  ['(tron.tx.x == 1) == false', 'opaque'],
  [`tron.tx.x == 1 && ${M}.spender == 'y'`, false],
  ['tron.tx.x == 1 || solana.tx.x == 1', 'opaque'],
  ['tron.tx.x == 1 && solana.tx.x == 1', 'inapplicable'],
  ["bitcoin.network[0..4] == 'main'", 'opaque'],
  ["bitcoin.network[0] == 'm'", 'opaque'],
  ["bitcoin.network[0] != 'm'", 'opaque'],
  ["bitcoin.payers[0..2] == 'bc'", 'opaque'],
  ["bitcoin.payers[0] == 'b'", 'opaque'],
])('a rule that forbids: %s is %s', (text, verdict) => {
  expect(judge(text)).toBe(verdict);
});

test.each([
  `${M}.spender == 1 || true`,
  `false && ${M}.spender > 1`,
  `${M}.spender.any(x, true) || true`,
  "'a'[0..9] == 'a' || true",
])('%s fails, whatever the other side is', (text) => {
  expect(() => judge(text)).toThrow(PolicyFault);
});

test('one policy leaves the budget of another whole, and the bound of the decision has its own kind', () => {
  const total = createTotal(20);
  expect(judge('1 == 1', createBudget(total, 5))).toBe(true);
  expect(judge('1 == 1', createBudget(total, 5))).toBe(true);
  expect(() => judge('[1].any(x, [1].any(y, x == y))', createBudget(total, 5))).toThrow('more than 5 steps');
  expect(() => judge('[1, 2, 3, 4, 5].any(x, x == 9)', createBudget(total, 100))).toThrow(
    expect.objectContaining({ kind: 'spent' }),
  );
});
