import type { DeliveryRow, DeliveryTry, EndpointContent } from '../../shared/model/index.ts';
import { type DeliveryTryStep, findActivityByType } from '../../shared/operations/index.ts';
import { eventLabel } from '../../shared/words/index.ts';
import { worded } from '../language/worded.ts';
import { sentenceOf } from './headline.ts';
import { inSentence, sentenceCase } from './labels.ts';
import { personWords } from './person.ts';
import { activityStatus, type Tone } from './status.ts';
import { dayOf, tookWords } from './time.ts';

export { EVENT_WORDS, eventLabel } from '../../shared/words/index.ts';

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

/**
 * Returns the event of a delivery in words: "Send 4.2 ETH, completed". While the activity is not described here, it is
 * "Create wallet, completed". The name of the event where the activity is not known.
 */
export function deliveredLabel({ eventType, activity }: Pick<DeliveryRow, 'eventType' | 'activity'>): string {
  if (activity === undefined) return eventLabel(eventType);
  const { type, words } = activity;
  const title = words === undefined ? worded(findActivityByType(type)?.title ?? type) : sentenceOf(words);
  return `${title}, ${inSentence(activityStatus(activity.status).label)}`;
}

interface DeliveryWords {
  readonly label: string;
  readonly tone: Tone;
  /** The next step of the service, for the operator. */
  readonly sentence: string;
}

const FINAL = 'The service does not send the delivery again.';
const FINAL_STATUS = 'A status from 300 to 499 is final, so the service does not send the delivery again.';
const REPLAY = 'A replay sends the same body and event id with a new time and signature.';

/** Returns an outcome for a narrow column: the status alone. */
const shortAnswer = (answer: string): string => /^HTTP (\d{3})$/.exec(answer)?.[1] ?? answer;

/** Returns the state of a delivery in words. */
export function deliveryWords({
  state,
  outcome,
  attempts,
  duration,
}: Pick<DeliveryRow, 'state' | 'outcome' | 'attempts' | 'duration'>): DeliveryWords {
  const answer = outcome ?? 'not sent yet';
  const took = duration === undefined ? '' : `, ${tookWords(duration)}`;
  switch (state) {
    case 'delivered':
      return { label: `${shortAnswer(answer)}${took}`, tone: 'plain', sentence: 'The receiver accepted it.' };
    case 'failed':
      return {
        label: `${shortAnswer(answer)}, final`,
        tone: 'danger',
        sentence: `${/^HTTP [34]\d\d$/.test(answer) ? FINAL_STATUS : FINAL} ${REPLAY}`,
      };
    case 'waiting':
      return attempts === 0
        ? { label: 'waiting', tone: 'plain', sentence: 'It was not sent yet.' }
        : { label: `${shortAnswer(answer)}, retrying`, tone: 'care', sentence: 'The service sends it again.' };
    case 'unknown':
      return { label: answer, tone: 'plain', sentence: 'This version of Castellan does not know this state.' };
  }
}

/** Returns the state of an endpoint in words: the failures first. */
export function endpointWords(endpoint: EndpointContent): {
  readonly label: string;
  readonly tone: Tone;
} {
  const { isActive, deliveries, problem } = endpoint;
  const failed = failedCount(endpoint);
  const retrying = deliveries.filter(({ state, attempts }) => state === 'waiting' && attempts > 0).length;
  if (!isActive) return { label: 'off', tone: 'plain' };
  if (problem !== null) return { label: 'not read', tone: 'care' };
  if (failed > 0) return { label: `${failed} failed`, tone: 'danger' };
  if (retrying > 0) return { label: `${retrying} retrying`, tone: 'care' };
  return { label: deliveries.length === 0 ? 'no deliveries' : 'OK', tone: 'plain' };
}

/** Returns the number of its failed deliveries, as the service counts them where it does. */
export const failedCount = ({ counts, deliveries }: Pick<EndpointContent, 'counts' | 'deliveries'>): number =>
  counts?.failed ?? deliveries.filter(({ state }) => state === 'failed').length;

/** Returns since when an endpoint is off and by whom: "Off since 2 Nov 2026, by Ada Byrne". Null for one that is on. */
export function offWords({ isActive, off }: Pick<EndpointContent, 'isActive' | 'off'>): string | null {
  if (isActive) return null;
  if (off === undefined || off.since === null) return 'Off';
  const since = `Off since ${dayOf(off.since)}`;
  return off.by === null ? since : `${since}, by ${personWords(off.by)}`;
}

/** Returns the events of an endpoint in one line. */
export function subscribedWords({ subscriptions }: Pick<EndpointContent, 'subscriptions'>): string {
  const active = subscriptions.filter(({ isActive }) => isActive);
  if (active.length === 0) return 'No events';
  return active
    .map(({ eventType, filters }) => `${eventLabel(eventType)}${filters === '' ? '' : ' (filtered)'}`)
    .join(', ');
}

/** Returns a delivery as a later attempt left it, which the list does not have yet. An earlier one changes nothing. */
export function afterTry(row: DeliveryRow, { at, outcome, failedStep }: DeliveryTry): DeliveryRow {
  if (at === null || row.updatedAt === null || at <= row.updatedAt) return row;
  const later = { ...row, outcome, attempts: row.attempts + 1, updatedAt: at };
  return failedStep === null ? { ...later, state: 'delivered', nextAttemptAt: null } : later;
}
