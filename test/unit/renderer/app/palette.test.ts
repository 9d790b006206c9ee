import { expect, test } from 'vitest';
import { closeness, ranked } from '../../../../renderer/words/match.ts';

const entries = [
  { label: 'Go to accounts' },
  { label: 'Add accounts' },
  { label: 'Open settings', words: 'audit log checks' },
  { label: 'Sign a message' },
];
const labels = (typed: string) => ranked(typed, entries).map(({ label }) => label);

test('nothing typed shows everything in its order', () =>
  expect(labels('')).toEqual(entries.map(({ label }) => label)));

test('every word must fit, in any order and letter case', () => {
  expect(labels('ACC add')).toEqual(['Add accounts']);
  expect(labels('message sign')).toEqual(['Sign a message']);
  expect(labels('sign wallet')).toEqual([]);
});

test('the beginning of the label comes before the middle', () => {
  expect(
    ranked('set', [{ label: 'Reset zoom' }, { label: 'Use the set' }, { label: 'Settings' }]).map(({ label }) => label),
  ).toEqual(['Settings', 'Use the set', 'Reset zoom']);
});

test('further words find a command that does not name them', () => expect(labels('audit')).toEqual(['Open settings']));

test('what does not occur does not fit', () => expect(closeness('xyz', 'Accounts')).toBe(0));
