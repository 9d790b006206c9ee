import { expect, test } from 'vitest';
import { isPosition } from '../../../../renderer/app/kept-route.ts';

const SEND = {
  place: 'send',
  accountsSection: 'accounts',
  organizationSection: 'users',
  webhookView: 'endpoints',
  isMany: false,
  operation: null,
  activityId: null,
  transaction: null,
  logEntry: 4,
  search: { audit: 'vote' },
};

test('a position in the window is restored after a crash of the page', () => {
  expect(isPosition(SEND)).toBe(true);
});

test.each([
  { place: 'connect' },
  { place: 'constructor' },
  { accountsSection: 'toString' },
  { organizationSection: '__proto__' },
  { webhookView: null },
  { isMany: 'yes' },
  { operation: 5 },
  { activityId: {} },
  { transaction: '4' },
  { logEntry: undefined },
  { search: { audit: 1 } },
  { search: ['vote'] },
])('a kept value that is no position is not: %o', (change) => {
  expect(isPosition({ ...SEND, ...change })).toBe(false);
});
