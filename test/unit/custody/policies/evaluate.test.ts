import { describe, expect, test } from 'vitest';
import { createBudget } from '../../../../electron/custody/policies/budget.ts';
import { asksAbout, evaluatePolicy, falseParts } from '../../../../electron/custody/policies/evaluate.ts';
import { PolicyFault, parsePolicy } from '../../../../shared/policy-language/index.ts';

const user = (id: string, ...tags: string[]) => ({ id, tags });
const NAMES = {
  activity: () => ({ type: 'SIGN', params: { ids: ['a', 'b'] } }),
  tx: () => ({ to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', value: 2n ** 200n, data: '0xa9059cbb00ff', list: [] }),
  absent: () => undefined,
  approvers: () => [user('a', 'signer'), user('b')],
};
const parse = (text: string) => parsePolicy(text, Object.keys(NAMES));
const evaluate = (text: string) => evaluatePolicy(parse(text), NAMES, createBudget());

describe('an expression', () => {
  test.each([
    ["activity.type == 'SIGN' && true", true],
    ['1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3 && 1 != 2', true],
    ['false || true && false', false],
    ['(false || true) && true', true],
    ["'a' in activity.params.ids", true],
    ["'c' in ['a', 'b']", false],
    ['[1, 2, 3][1] == 2', true],
    ["'abc'[1] == 'b' && 'abc'[0..2] == 'ab'", true],
    ["tx.data[0..10] == '0xa9059cbb'", true],
    ['[1, 2, 3][0..2].count() == 2', true],
    ['[1, 1].all(x, x == 1) && [1, 2].any(x, x == 2)', true],
    ['[].all(x, x == 1)', true],
    ['[].any(x, x == 1)', false],
    ['[1, 2, 3].filter(x, x > 1).count() == 2', true],
    ['tx.list.count == 0', true],
    ["approvers.filter(u, u.tags.contains('signer')).count() >= 1", true],
    ["approvers.any(u, u.tags.any(t, t == 'signer' && u.id == 'a'))", true],
    ["tx.to == '0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266'", true],
    [`tx.value > ${2n ** 199n}`, true],
    ["tx['to'] == tx.to", true],
    ["1 == '1' && '007' == 7 && 1 != '2'", true],
    [`tx.value == '${2n ** 200n}'`, true],
  ])('%s is %s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  test.each([
    ['true || absent.x == 1', '"absent" is nothing that this activity has'],
    ['true || tx.colour == 1', '"tx.colour" is a member that is not there'],
    ['[1, 2].any(x, x == 1 || [1][x] == 1)', '"[1][x]" is not there'],
    ["tx.data[0..100] == ''", 'goes beyond the end'],
    ["tx.data[2..1] == ''", 'goes beyond the end'],
    ["1 == '0x1'", 'compares values of different kinds'],
    ["1 == 'a'", 'compares values of different kinds'],
    ["true == '1'", 'compares values of different kinds'],
    ["'a' < 'b'", 'compares the size of what is no number'],
    ['tx == tx', 'compares values of different kinds'],
    ['1 && true', '"1" is neither true nor false'],
    ['activity.type', 'neither true nor false'],
    ["'a' in tx.to", 'not a list'],
    ['tx.toString', 'is a member that is not there'],
    ['tx.constructor', 'is a member that is not there'],
    ["tx['__proto__'] == 1", 'is not there'],
  ])('%s fails: %s', (text, why) => {
    expect(() => evaluate(text)).toThrow(PolicyFault);
    expect(() => evaluate(text)).toThrow(why);
  });

  test.each([
    ['', 'the expression is empty'],
    ["'open", 'the text after this quote is not ended'],
    ['1 < 2 < 3', 'join two of them with &&'],
    ['!true', 'there is no !'],
    ['~true', 'has no meaning outside of text'],
    ["Timestamp('2026-01-01T00:00:00Z') == 1", 'the name "Timestamp" is not known here'],
    ['tx.split(1)', 'there is no function "split"'],
    ['window.x', 'the name "window" is not known here'],
    ['[1].any(x, y == 1)', 'the name "y" is not known here'],
    ['[1].any(x, true) && x == 1', 'the name "x" is not known here'],
    ['9'.repeat(79), 'has more than 78 digits'],
    [`${'('.repeat(100)}true${')'.repeat(100)}`, 'nested more than 64 deep'],
    [`[${'1,'.repeat(5000)}1].count() == 1`, 'more than 4000 parts'],
  ])('%s is not read: %s', (text, why) => {
    expect(() => parse(text)).toThrow(PolicyFault);
    expect(() => parse(text)).toThrow(why);
  });

  test('is given up when it takes too much work', () => {
    const list = `[${Array.from({ length: 60 }, (_, index) => index).join(',')}]`;
    expect(() => evaluate(`${list}.all(a, ${list}.all(b, ${list}.all(c, a == b || c == c)))`)).toThrow('steps');
  });
});

test('names the false parts in their own words', () => {
  const found = falseParts(parse("activity.type == 'SIGN' && (1 == 2 || false) && 3 > 4"), NAMES, createBudget());
  expect(found).toEqual(['(1 == 2 || false)', '3 > 4']);
});

test.each([
  ["approvers.any(u, u.id == 'a')", true],
  ["approvers.any(u, u.id == 'x')", false],
  ["approvers.any(u, u.id == 'x') && approvers.any(u, u.tags.contains('signer'))", true],
  ["approvers.filter(u, u.id == 'x').count() >= 2", false],
  ['approvers.count() >= 2', true],
  ["approvers[1].id == 'x'", true],
  ['true', false],
])('whether %s asks about an approver: %s', (text, asks) => {
  const names = { approvers: () => [user('a', 'signer')] };
  expect(asksAbout(parsePolicy(text, ['approvers']), names, createBudget())).toBe(asks);
});
