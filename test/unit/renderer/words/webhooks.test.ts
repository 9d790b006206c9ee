import { describe, expect, test } from 'vitest';
import {
  afterTry,
  deliveredLabel,
  deliveryWords,
  EVENT_WORDS,
  endpointWords,
  eventLabel,
  offWords,
} from '../../../../renderer/words/webhooks.ts';
import type { DeliveryRow } from '../../../../shared/model/index.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_TEST } from '../../../../shared/operations/index.ts';

const activity = { id: 'a', type: 'ACTIVITY_TYPE_CREATE_WALLET', status: 'ACTIVITY_STATUS_COMPLETED' };

const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const words = { what: `Send 1200.5 USDC from ${from}`, party: null, addresses: [from] };
const endpoint = {
  id: 'e',
  name: 'Desk',
  url: 'https://desk.example/',
  isActive: true,
  subscriptions: [],
  problem: null,
  deliveries: [
    { id: 'd', eventId: 'v', eventType: 'ACTIVITY_UPDATES', state: 'failed', attempts: 1, outcome: null },
  ].map((one) => ({ ...one, nextAttemptAt: null, createdAt: null, updatedAt: null }) as DeliveryRow),
};

test('every event has words', () => {
  expect(Object.keys(EVENT_WORDS)).toEqual(WEBHOOK_EVENT_TYPES);
  expect(eventLabel(WEBHOOK_TEST)).toBe('Test delivery');
});

describe('a delivery in words', () => {
  test.each([
    [{ eventType: 'ACTIVITY_UPDATES', activity }, 'Create wallet, completed'],
    [
      { eventType: 'ACTIVITY_UPDATES', activity: { ...activity, type: 'ACTIVITY_TYPE_NEWER' } },
      'ACTIVITY_TYPE_NEWER, completed',
    ],
    [
      { eventType: 'ACTIVITY_UPDATES', activity: { ...activity, words } },
      'Send 1,200.5 USDC from 0xf39Fd6…b92266, completed',
    ],
    [{ eventType: 'ACTIVITY_UPDATES' }, 'Activities'],
    [{ eventType: 'BALANCE_CONFIRMED_UPDATES' }, 'Confirmed balances'],
    [{ eventType: 'WEBHOOK_TEST' }, 'Test delivery'],
    [{ eventType: 'OF_A_NEWER_SERVICE' }, 'OF_A_NEWER_SERVICE'],
  ])('%j is %s', (delivery, words) => expect(deliveredLabel(delivery)).toBe(words));

  test.each([
    ['HTTP 400', 'A status from 300 to 499 is final, so the service does not send the delivery again. A replay sends'],
    ['HTTP 302', 'A status from 300 to 499 is final'],
    ['HTTP 503', 'The service does not send the delivery again. A replay sends'],
    ['not sent: the endpoint no longer exists', 'The service does not send the delivery again.'],
  ])('that ended with %s says why it is final', (outcome, sentence) =>
    expect(deliveryWords({ state: 'failed', outcome, attempts: 1 }).sentence.startsWith(sentence)).toBe(true),
  );
});

test('a delivered row shows its duration beside the status', () => {
  const row = { state: 'delivered', outcome: 'HTTP 200', attempts: 1 } as const;
  expect(deliveryWords({ ...row, duration: 84 }).label).toBe('200, 84 ms');
  expect(deliveryWords({ ...row, duration: 1234 }).label).toBe('200, 1.2 s');
  expect(deliveryWords(row).label).toBe('200');
});

test('an endpoint counts the failures that the service reports, else the listed ones', () => {
  expect(endpointWords(endpoint).label).toBe('1 failed');
  expect(endpointWords({ ...endpoint, counts: { deliveries: 1204, failed: 2 } }).label).toBe('2 failed');
});

test.each([
  [{ ...endpoint, off: { since: 0, by: null } }, null],
  [{ ...endpoint, isActive: false }, 'Off'],
  [{ ...endpoint, isActive: false, off: { since: Date.UTC(2026, 10, 2, 12), by: null } }, 'Off since 2 Nov 2026'],
  [
    { ...endpoint, isActive: false, off: { since: Date.UTC(2026, 10, 2, 12), by: { userId: 'u', name: 'Ada Byrne' } } },
    'Off since 2 Nov 2026, by Ada Byrne',
  ],
  [{ ...endpoint, isActive: false, off: { since: 1e300, by: null } }, 'Off since a day not known'],
])('an endpoint says since when it is off', (one, sentence) => expect(offWords(one)).toBe(sentence));

test('a later attempt than the listed one decides the state of a delivery', () => {
  const [listed] = endpoint.deliveries;
  if (listed === undefined) throw new Error('no delivery');
  const row: DeliveryRow = { ...listed, state: 'waiting', outcome: 'HTTP 500', updatedAt: 1000, nextAttemptAt: 9000 };
  const attempt = {
    number: 2,
    outcome: 'HTTP 200',
    failedStep: null,
    response: null,
    responseIsCut: false,
    responseBytes: null,
    duration: null,
    keyId: null,
  };
  const after = afterTry(row, { ...attempt, at: 2000 });
  expect(after).toMatchObject({ state: 'delivered', outcome: 'HTTP 200', attempts: 2, nextAttemptAt: null });
  expect(deliveryWords(after).tone).toBe('plain');
  expect(afterTry(row, { ...attempt, at: 1000 })).toBe(row);
  expect(afterTry(row, { ...attempt, at: null })).toBe(row);
});
