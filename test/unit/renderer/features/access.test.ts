import { expect, test } from 'vitest';
import { linesOf, signingWords } from '../../../../renderer/features/organization/access/access-rules.ts';
import type { AccessTrial } from '../../../../shared/model/index.ts';

const trial = (change: Partial<AccessTrial>): AccessTrial => ({
  act: 'send',
  key: 'Hot',
  outcome: 'allow',
  by: ['Payments'],
  ...change,
});
const report = (...trials: readonly AccessTrial[]) => ({ trials: [...trials], untried: 0 });

test('keys of one act and one authority share a line', () => {
  const keys = ['Hot', 'Cold', 'Two', 'Three', 'Four', 'Five', 'Six'].map((key) => trial({ key }));
  expect(linesOf(report(...keys), 'allow')).toEqual([
    {
      words: 'Send 1 wei on Ethereum from “Hot”, “Cold”, “Two”, “Three”, “Four” and 2 more',
      by: 'Policy Payments',
    },
  ]);
  expect(linesOf(report(...keys), 'deny')).toEqual([]);
});

test.each<[Partial<AccessTrial>, string, string]>([
  [{ act: 'export', by: ['root quorum'] }, 'Export “Hot”', 'As a member of the root quorum'],
  [{ act: 'create wallet', key: null, by: ['no policy'] }, 'Create a wallet', 'No policy allows it.'],
  [{ act: 'add user', key: null, by: ['own credential'] }, 'Add a user', 'Every user may.'],
  [{ act: 'sign message', by: [] }, 'Sign a message with “Hot”', 'The service could not decide this request.'],
])('%j is %s', (change, words, by) => {
  expect(linesOf(report(trial(change)), 'allow')).toEqual([{ words, by }]);
});

test.each<[AccessTrial['outcome'], string, string]>([
  ['consensus', 'root quorum', 'With further members of the root quorum'],
  ['deny', 'root quorum', 'Only the root quorum can.'],
  ['deny', 'No exports', 'Refused by No exports'],
  ['consensus', 'Payments', 'Policy Payments'],
])('%s by %s is %s', (outcome, name, by) => {
  expect(linesOf(report(trial({ outcome, by: [name] })), outcome)).toMatchObject([{ by }]);
});

test('a wallet counts once, and what could not be decided never counts as allowed', () => {
  const both = [trial({}), trial({ act: 'sign message' })];
  expect(signingWords('Bob', report(...both))).toBe('Bob signs alone with 1 wallet or key.');
  expect(signingWords('Bob', report(...both, trial({ key: 'Cold' })))).toBe('Bob signs alone with 2 wallets or keys.');
  expect(signingWords('Bob', report(trial({ outcome: 'consensus' })))).toBe(
    'Bob signs with 1 wallet or key, with more votes.',
  );
  expect(signingWords('Bob', report(trial({ outcome: 'unknown' }), trial({ act: 'export' })))).toBe(
    'Bob signs with no wallet or key.',
  );
});
