import { describe, expect, test } from 'vitest';
import { deliveredLabel, deliveryWords, EVENT_WORDS, eventLabel } from '../../../../renderer/words/webhooks.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_TEST } from '../../../../shared/operations/index.ts';

const activity = { id: 'a', type: 'ACTIVITY_TYPE_CREATE_WALLET', status: 'ACTIVITY_STATUS_COMPLETED' };

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
