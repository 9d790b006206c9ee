import { expect, test } from 'vitest';
import { limitsNothing } from '../../../../shared/policy-language/index.ts';

test.each([
  '',
  ' ',
  'true',
  '1 == 1',
  '1==1',
  '(true)',
  '2 > 1',
  'activity.type == activity.type',
  "activity.action == 'SIGN' || true",
  "activity.action == 'SIGN' || activity.action != 'SIGN'",
  "true || activity.action == 'SIGN'",
  'true && 1 <= 2',
  'eth.tx.value >= eth.tx.value',
  'eth.tx.value > 5 || eth.tx.value < 10',
  "activity.action == 'SIGN' || wallet.label != 'a' || wallet.label != 'b'",
])('the condition %j limits nothing', (text) => {
  expect(limitsNothing(text, 'condition')).toBe(true);
});

test.each([
  'false',
  '1 == 2',
  "activity.action == 'SIGN'",
  "activity.action == 'SIGN' && true",
  'activity.type != activity.type',
  'activity.type == activity.resource',
  'eth.tx.value > 5 || eth.tx.value < 5',
  "activity.action == 'SIGN' && (eth.tx.value > 5 || eth.tx.value < 10)",
  'not an expression',
  'approvers.count() >= 1',
])('the condition %j limits something, or cannot be read', (text) => {
  expect(limitsNothing(text, 'condition')).toBe(false);
});

test.each([
  ['true', true],
  ['approvers.count() >= 1', true],
  ['approvers.count() > 0', true],
  ['approvers.count() >= 0', true],
  ['approvers.any(user, true)', true],
  ['approvers.all(user, 1 == 1)', true],
  ['credentials.any(one, one.type == one.type)', true],
  ['approvers.count() >= 2', false],
  ['approvers.count() > 1', false],
  ['approvers.count() == 1', false],
  ["approvers.any(user, user.id == 'x')", false],
])('the consensus %j is that of everybody: %s', (text, isForEverybody) => {
  expect(limitsNothing(text, 'consensus')).toBe(isForEverybody);
});
