import { type DeliveryTryStep, WEBHOOK_TEST } from '../../../shared/operations/index.ts';
import { COURIER_FAILURES, type Courier, type CourierFailure, type Report } from '../../../shared/processes/index.ts';
import { deliveryHeaders, deliveryMessage, WEBHOOK_ALGORITHM, WEBHOOK_VERSION } from '../../../shared/wire/index.ts';
import { constantTimeEqual } from '../../crypto/index.ts';
import type { Keyring } from '../keys/keyring.ts';
import { signWebhook } from '../service-keys/webhook-keys.ts';
import type { AttemptRow, DeliveryRow, Store } from '../store/index.ts';
import { untilDue } from '../until-due.ts';
import { changedDelivery, macOf } from './delivery-mac.ts';
import { type KeptResponse, readResponse } from './response.ts';

export interface SenderOptions {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly courier: Courier;
  readonly report: Report;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Runs the work after this many milliseconds. Returns a function that cancels it. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
}

export interface Sender {
  /** There may be something to send: looks as soon as the step under way has ended. */
  wake(): void;
  /** Stops sending. Deliveries under way are sent again after the next start. */
  close(): void;
}

/**
 * Choice (webhook-retries): 15 attempts in about five hours. The waiting time doubles from 5 seconds up to an hour. A
 * random part of up to a half is left out, so that a returning receiver is not flooded at once.
 */
const MAXIMUM_ATTEMPTS = 15;
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 60 * 60 * 1000;
/** The longest time that a receiver may take, in milliseconds. */
const TIMEOUT = 10_000;
/** The number of endpoints that are sent to at a time. Each has one delivery under way. */
const AT_A_TIME = 16;
/** The most bytes of a response that are read. */
const MAXIMUM_ANSWER = 1024;
/** After a failure of this service itself, such as a full disk. */
const PAUSE = 60_000;

/**
 * Delivers the outbox: to each endpoint one at a time in the order of the events, and to several endpoints in parallel.
 * An endpoint that does not answer therefore delays no other. An attempt is recorded after it was made. One that a
 * crash cut off is repeated under the same event id, with a new time and signature.
 */
export function createSender(options: SenderOptions): Sender {
  const { store, now, later, report } = options;
  const busy = new Set<string>();
  let cancel = () => {};
  let ended = false;

  const wake = () => {
    cancel();
    if (!ended) cancel = later(0, sendDue);
  };

  const sendDue = () => {
    if (ended) return;
    try {
      // An event that could still be taken back must not be sent.
      store.flush();
      const waiting = store.webhooks.heads().filter(({ endpointId }) => !busy.has(endpointId));
      let next = Number.POSITIVE_INFINITY;
      for (const { deliveryId, endpointId, dueAt, updatedAt } of waiting) {
        const wait = untilDue(dueAt, dueAt - updatedAt, now());
        if (wait > 0) {
          next = Math.min(next, wait);
          continue;
        }
        if (busy.size >= AT_A_TIME) return;
        busy.add(endpointId);
        void deliver(deliveryId, endpointId);
      }
      if (next < Number.POSITIVE_INFINITY) cancel = later(next, sendDue);
    } catch (error) {
      report('webhooks', store.describeError(error));
      cancel = later(PAUSE, sendDue);
    }
  };

  const deliver = async (deliveryId: string, endpointId: string) => {
    const free = () => {
      busy.delete(endpointId);
      wake();
    };
    try {
      const delivery = store.webhooks.delivery(deliveryId);
      if (delivery !== undefined) {
        const result = await attempt(delivery, options);
        if (ended) return;
        const { outcome, failedStep, sent } = result;
        store.transaction(() => {
          store.webhooks.progress(progressOf(delivery, result, options));
          store.webhooks.attempted({ deliveryId, attemptedAt: now(), outcome, failedStep, ...sent });
        });
      }
      free();
    } catch (error) {
      if (ended) return;
      report('webhooks', store.describeError(error));
      later(PAUSE, free);
    }
  };

  return {
    wake,
    close() {
      ended = true;
      cancel();
    },
  };
}

/** The result of one attempt. `again` means that a retry may succeed. */
interface Result {
  readonly state: 'delivered' | 'again' | 'failed';
  readonly outcome: string;
  /** Null for an accepted delivery. */
  readonly failedStep: DeliveryTryStep | null;
  /** The measures of the exchange, with the beginning of its response where one was read. Absent where nothing was sent. */
  readonly sent?: Partial<KeptResponse & Pick<AttemptRow, 'responseBytes'>> & Pick<AttemptRow, 'duration' | 'keyId'>;
}

/** The step that each failure of the courier belongs to. */
const FAILED_STEPS: Readonly<Record<CourierFailure, DeliveryTryStep>> = {
  address_refused: 'address',
  name_unknown: 'name',
  unreachable: 'connection',
  connection_lost: 'answer',
  certificate_refused: 'certificate',
  timed_out: 'answer',
  answer_too_long: 'answer',
};

async function attempt(
  delivery: DeliveryRow,
  { store, keyring, courier, report, now }: SenderOptions,
): Promise<Result> {
  if (!constantTimeEqual(delivery.mac, macOf(delivery, keyring))) {
    report('webhooks', changedDelivery(delivery));
    return { state: 'failed', outcome: 'not sent: this service did not write it', failedStep: 'record' };
  }
  const endpoint = store.webhooks.find(delivery.endpointId);
  if (endpoint === undefined)
    return { state: 'failed', outcome: 'not sent: the endpoint no longer exists', failedStep: 'record' };
  const timestamp = String(now());
  const { eventId, eventType, organizationId, body } = delivery;
  const signed = signWebhook(store, keyring, Number(timestamp), (keyId) =>
    deliveryMessage({ keyId, timestamp, eventId }, body),
  );
  const scheme = { algorithm: WEBHOOK_ALGORITHM, version: WEBHOOK_VERSION };
  const begun = now();
  const answer = await courier({
    method: 'POST',
    url: endpoint.url,
    mayBeHere: store.organizations.find(endpoint.organizationId)?.parentOrganizationId === null,
    headers: deliveryHeaders({ ...signed, ...scheme, timestamp, eventId }, { organizationId, eventType }),
    body: Uint8Array.from(body),
    timeout: TIMEOUT,
    maximumAnswer: MAXIMUM_ANSWER,
    cutsAnswer: true,
  });
  // The clock can be set back meanwhile.
  const sent = { duration: Math.max(0, now() - begun), keyId: signed.keyId };
  if ('failure' in answer) {
    const state = answer.failure === 'address_refused' ? 'failed' : 'again';
    return { state, outcome: COURIER_FAILURES[answer.failure], failedStep: FAILED_STEPS[answer.failure], sent };
  }
  const { status } = answer;
  const state = status >= 200 && status < 300 ? 'delivered' : status >= 500 ? 'again' : 'failed';
  const failedStep = state === 'delivered' ? null : 'answer';
  const response = { ...readResponse(answer, body), responseBytes: answer.body.length };
  return { state, outcome: `HTTP ${status}`, failedStep, sent: { ...sent, ...response } };
}

function progressOf(
  { deliveryId, eventType, attempts: before }: DeliveryRow,
  { state, outcome }: Result,
  { now, random }: SenderOptions,
) {
  const attempts = before + 1;
  // A test that waits for a receiver would delay the events behind it.
  const isAgain = state === 'again' && attempts < MAXIMUM_ATTEMPTS && eventType !== WEBHOOK_TEST;
  const wait = Math.min(FIRST_WAIT * 2 ** before, LONGEST_WAIT) * (1 - random() / 2);
  const updatedAt = now();
  return {
    deliveryId,
    attempts,
    outcome,
    updatedAt,
    dueAt: isAgain ? updatedAt + Math.round(wait) : updatedAt,
    state: isAgain
      ? 'WEBHOOK_DELIVERY_STATE_PENDING'
      : state === 'delivered'
        ? 'WEBHOOK_DELIVERY_STATE_DELIVERED'
        : 'WEBHOOK_DELIVERY_STATE_FAILED',
  } as const;
}
