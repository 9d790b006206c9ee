import { expect, test } from 'vitest';
import { fieldWords, labelWords, memberWords, writePath } from '../../../electron/vault/member-words.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';

const { request } = OPERATIONS.create_wallet;

test.each([
  [['parameters', 'walletName'], 'Wallet name', 'walletName'],
  [['parameters', 'accounts', 1, 'curve'], 'Account 2, Curve', 'curve in item 2 of accounts'],
  [['organizationId'], 'Organization id', 'organizationId'],
  [['parameters', 'extra'], 'extra', 'extra'],
])('the member %j is called %s, and in its place %s', (path, label, words) => {
  expect([labelWords(request, path), memberWords(path)]).toEqual([label, words]);
});

test('a name that could be taken for something else stays quoted', () => {
  const path = ['parameters', 'a in b', 0];
  expect([writePath(path), memberWords(path)]).toEqual(['parameters["a in b"][0]', 'parameters["a in b"][0]']);
  expect(labelWords(null, path)).toBe('parameters["a in b"][0]');
});

test('a field of contents is named by its path', () => {
  expect(fieldWords('domain.name')).toBe('name in domain');
  expect(fieldWords('instructions[0].memo')).toBe('memo in item 1 of instructions');
});
