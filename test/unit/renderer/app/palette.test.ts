import { expect, test } from 'vitest';
import { closeness, ranked } from '../../../../renderer/words/match.ts';

const entries = [
  { label: 'Go to accounts' },
  { label: 'Add accounts' },
  { label: 'Open settings', words: 'audit log checks' },
  { label: 'Sign a message' },
];
const labels = (typed: string) => ranked(typed, entries).map(({ label }) => label);

test('an empty search shows all commands in order', () =>
  expect(labels('')).toEqual(entries.map(({ label }) => label)));

test('every word must match, in any order and letter case', () => {
  expect(labels('ACC add')).toEqual(['Add accounts']);
  expect(labels('message sign')).toEqual(['Sign a message']);
  expect(labels('sign wallet')).toEqual([]);
});

test('a match at the beginning of a label comes first', () => {
  expect(
    ranked('set', [{ label: 'Reset zoom' }, { label: 'Use the set' }, { label: 'Settings' }]).map(({ label }) => label),
  ).toEqual(['Settings', 'Use the set', 'Reset zoom']);
});

test('search words find a command without them in its label', () => expect(labels('audit')).toEqual(['Open settings']));

test('a word without a match finds nothing', () => expect(closeness('xyz', 'Accounts')).toBe(0));

test('an apostrophe of any kind, or none, finds the same', () => {
  for (const typed of ["what's new", 'what’s new', 'whats new'])
    expect(ranked(typed, [{ label: 'What’s new' }])).toHaveLength(1);
});
