import type { DeliveryRow, DeliveryTry, EndpointContent } from '../../shared/model/index.ts';
import { type DeliveryTryStep, WEBHOOK_TEST, type WebhookEventType } from '../../shared/operations/index.ts';
import { sentenceCase } from './labels.ts';
import type { Tone } from './status.ts';

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

/** The steps of sending, as the operator knows them. */
const STEP_WORDS: Readonly<Record<DeliveryTryStep, string>> = {
  record: 'the service’s own record',
  address: 'the address',
  name: 'the name lookup',
  connection: 'the connection',
  certificate: 'the certificate',
  answer: 'the response of the receiver',
};

/** Returns the result of an attempt: "HTTP 500. It failed at the response of the receiver." */
export function tryWords({ outcome, failedStep }: Pick<DeliveryTry, 'outcome' | 'failedStep'>): string {
  if (failedStep === null) return `${outcome}. The receiver accepted it.`;
  const step = Object.hasOwn(STEP_WORDS, failedStep) ? STEP_WORDS[failedStep as DeliveryTryStep] : failedStep;
  return `${sentenceCase(outcome)}. It failed at ${step}.`;
}

/** Returns the name of an event. An event of a newer service is shown unchanged. */
export const eventLabel = (type: string): string =>
  type === WEBHOOK_TEST
    ? 'Test delivery'
    : Object.hasOwn(EVENT_WORDS, type)
      ? EVENT_WORDS[type as WebhookEventType].label
      : type;

interface DeliveryWords {
  readonly label: string;
  readonly tone: Tone;
  /** The next step of the service, for the operator. */
  readonly sentence: string;
}

const FINAL = 'It is not sent again. A replay sends the same body and event id with a new time and signature.';

/** Returns the state of a delivery in words. */
export function deliveryWords({
  state,
  outcome,
  attempts,
}: Pick<DeliveryRow, 'state' | 'outcome' | 'attempts'>): DeliveryWords {
  const answer = outcome ?? 'not sent yet';
  switch (state) {
    case 'delivered':
      return { label: answer, tone: 'plain', sentence: 'The receiver accepted it.' };
    case 'failed':
      return { label: `${answer}, final`, tone: 'danger', sentence: FINAL };
    case 'waiting':
      return attempts === 0
        ? { label: 'waiting', tone: 'plain', sentence: 'It was not sent yet.' }
        : { label: `${answer}, retrying`, tone: 'care', sentence: 'The service sends it again.' };
    case 'unknown':
      return { label: answer, tone: 'plain', sentence: 'This version of Castellan does not know this state.' };
  }
}

/** Returns the state of an endpoint in words: the failures first. */
export function endpointWords({ isActive, deliveries, problem }: EndpointContent): {
  readonly label: string;
  readonly tone: Tone;
} {
  const failed = deliveries.filter(({ state }) => state === 'failed').length;
  const retrying = deliveries.filter(({ state, attempts }) => state === 'waiting' && attempts > 0).length;
  if (!isActive) return { label: 'off', tone: 'plain' };
  if (problem !== null) return { label: 'not read', tone: 'care' };
  if (failed > 0) return { label: `${failed} failed`, tone: 'danger' };
  if (retrying > 0) return { label: `${retrying} retrying`, tone: 'care' };
  return { label: deliveries.length === 0 ? 'no deliveries' : 'OK', tone: 'plain' };
}

/** Returns the events of an endpoint in one line. */
export function subscribedWords({ subscriptions }: Pick<EndpointContent, 'subscriptions'>): string {
  const active = subscriptions.filter(({ isActive }) => isActive);
  if (active.length === 0) return 'No events';
  return active
    .map(({ eventType, filters }) => `${eventLabel(eventType)}${filters === '' ? '' : ' (filtered)'}`)
    .join(', ');
}
