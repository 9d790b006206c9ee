/** The words for the events that a webhook endpoint is sent. */
import { WEBHOOK_TEST, type WebhookEventType } from '../operations/index.ts';

/** The name of each event, and its explanation for the person who subscribes. */
export const EVENT_WORDS: Readonly<Record<WebhookEventType, { readonly label: string; readonly text: string }>> = {
  ACTIVITY_UPDATES: { label: 'Activities', text: 'Each request that is made, voted on, completed or refused.' },
  BALANCE_CONFIRMED_UPDATES: {
    label: 'Confirmed balances',
    text: 'Each transfer in a new block. It can still be undone.',
  },
  BALANCE_FINALIZED_UPDATES: { label: 'Final balances', text: 'Each transfer that can no longer be undone.' },
  SEND_TRANSACTION_STATUS_UPDATES: {
    label: 'Sent transactions',
    text: 'Each new state of a transaction that the service sends.',
  },
};

/** Returns the name of an event. An event of a newer service is shown unchanged. */
export const eventLabel = (type: string): string =>
  type === WEBHOOK_TEST
    ? 'Test delivery'
    : Object.hasOwn(EVENT_WORDS, type)
      ? EVENT_WORDS[type as WebhookEventType].label
      : type;
