/** The words for the events that a webhook endpoint is sent, by their names in the interface. */

/** The name of each event, and its explanation for the person who subscribes. */
export const EVENT_WORDS = {
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
} as const;

const LABELS: Readonly<Record<string, { readonly label: string }>> = {
  ...EVENT_WORDS,
  WEBHOOK_TEST: { label: 'Test delivery' },
};

/** Returns the name of an event. An event of a newer service is shown unchanged. */
export const eventLabel = (type: string): string =>
  (Object.hasOwn(LABELS, type) ? LABELS[type]?.label : undefined) ?? type;
