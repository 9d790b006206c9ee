import { expect, test } from 'vitest';
import {
  checkExpression,
  enforcementOf,
  explainPolicy,
  isMemberName,
  keywordsOf,
  namesControl,
  namesControlIn,
  parsePolicy,
  renameControl,
} from '../../../../shared/policy-language/index.ts';

const said = (text: string, controls?: readonly string[]) =>
  checkExpression('condition', text, controls).map(({ place, message }) => `${place}: ${message}`);

test.each([
  ['controls.daily'],
  ["wallet.id == 'w' && controls.daily == false"],
  ['(controls.daily || controls.other)'],
])('%s can hold, whatever controls there are', (text) => {
  expect(said(text)).toEqual([]);
  expect(said(text, ['daily', 'other'])).toEqual([]);
});

test.each([
  ['controls', [], 'line 1, column 1: A velocity control is written by its identifier; write controls.identifier.'],
  [
    '[controls].any(x, x.daily == false)',
    ['daily'],
    'line 1, column 2: A velocity control is written by its identifier; write controls.identifier.',
  ],
  [
    "controls['daily']",
    ['daily'],
    'line 1, column 1: A velocity control is written by its identifier; write controls.identifier.',
  ],
  ['controls.daily', [], 'line 1, column 1: There is no velocity control controls.daily; create it first.'],
  [
    'true && controls.daily',
    ['weekly'],
    'line 1, column 9: There is no velocity control controls.daily; write one of controls.weekly, or create it.',
  ],
  ['controls.daily > 1', ['daily'], 'line 1, column 1: > compares numbers, and controls.daily is true or false.'],
])('%s can never hold', (text, controls, finding) => {
  expect(said(text, controls)).toEqual([finding]);
});

test('the controls of an expression are found at any place', () => {
  const text = "solana.tx.transfers.any(t, t.to == 'a' && controls.one) || [true, controls.two][0] == controls.one";
  const { expression } = parsePolicy(text, keywordsOf('condition'));
  expect(['one', 'two', 'a'].map((identifier) => namesControlIn(expression, identifier))).toEqual([true, true, false]);
});

test('an expression that uses the controls as a value names each of them', () => {
  for (const text of ['[controls].any(x, x.daily == false)', 'controls == controls', '[controls][0].daily']) {
    const { expression } = parsePolicy(text, keywordsOf('condition'));
    expect(namesControlIn(expression, 'other'), text).toBe(true);
  }
});

test.each([
  ['daily_limit', true],
  ['count', false],
  ['true', false],
  ['in', false],
  ['1st', false],
  ['a b', false],
  ['', false],
])('%j as a name of a member is %s', (word, isName) => {
  expect(isMemberName(word)).toBe(isName);
});

test('a control is renamed in a condition, and a text with its name is not', () => {
  const text = "controls.daily == false || wallet.label == 'controls.daily' && controls . daily && controls.daily_two";
  expect(renameControl(text, { from: 'daily', to: 'weekly' })).toBe(
    "controls.weekly == false || wallet.label == 'controls.daily' && controls . weekly && controls.daily_two",
  );
  expect(renameControl('controls.daily &&', { from: 'daily', to: 'weekly' })).toBe('controls.daily &&');
});

test.each([
  ['controls.daily', 'daily', true],
  ["wallet.label == 'controls.daily'", 'daily', false],
  ['controls.daily_two', 'daily', false],
  ['controls.daily &&', 'daily', true],
])('that %j names %s is %s', (text, identifier, names) => {
  expect(namesControl(text, identifier)).toBe(names);
});

const BARE = { consensus: '', time: '' };

test.each([
  ['EFFECT_ALLOW', "activity.action == 'SIGN' && controls.a && controls.b", ['a', 'b']],
  ['EFFECT_ALLOW', 'controls.a || true', []],
  ['EFFECT_ALLOW', 'controls.a == false', []],
  ['EFFECT_DENY', "activity.action == 'SIGN' && controls.a == false", ['a']],
  ['EFFECT_DENY', 'false == controls.a', ['a']],
  ['EFFECT_DENY', 'controls.a', []],
  ['EFFECT_DENY', 'controls.a != false', []],
  ['EFFECT_DENY', 'true || controls.a == false', []],
  ['EFFECT_DENY', '', []],
  ['EFFECT_DENY', 'controls.a ==', []],
] as const)('%s with %j enforces %j', (effect, condition, enforced) => {
  expect(enforcementOf({ effect, condition, ...BARE }).controls).toEqual(enforced);
});

test.each<[string, object, { walletId?: string; isConditional?: boolean }]>([
  ["activity.action == 'SIGN' && controls.a == false", {}, {}],
  ["'SIGN' == activity.action && wallet.id == 'w' && controls.a == false", {}, { walletId: 'w' }],
  ["wallet.id == 'w' && wallet.id == 'v' && controls.a == false", {}, { walletId: 'w', isConditional: true }],
  ["activity.action == 'EXPORT' && controls.a == false", {}, { isConditional: true }],
  ["wallet.id != 'w' && controls.a == false", {}, { isConditional: true }],
  ['eth.tx.value > 1 && controls.a == false', {}, { isConditional: true }],
  ['controls.b == false && controls.a == false', {}, { isConditional: true }],
  ['controls.a == false', { consensus: "approvers.any(user, user.id == 'u')" }, { isConditional: true }],
  ['controls.a == false', { time: "CronSpan('0 9 * * 1-5', '8h')" }, { isConditional: true }],
])('a DENY policy with %j and %j is %j', (condition, parts, expected) => {
  expect(enforcementOf({ effect: 'EFFECT_DENY', condition, ...BARE, ...parts })).toMatchObject({
    walletId: null,
    isConditional: false,
    ...expected,
  });
});

test('a limit with a name is in words by its name', () => {
  const names = new Map([['controls.daily', 'Ether a day, at most 10 ETH in 1 day']]);
  const wordsOf = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) =>
    explainPolicy({ effect, condition, consensus: '', time: '' }, names).headline;
  expect(wordsOf('EFFECT_DENY', "activity.action == 'SIGN' && controls.daily == false")).toContain(
    'where the limit “Ether a day, at most 10 ETH in 1 day” does not hold',
  );
  expect(wordsOf('EFFECT_ALLOW', 'controls.weekly')).toContain('the velocity control weekly holds');
});
