import { AppError, type Text } from '../../../shared/errors/index.ts';
import {
  type DeliveryRow,
  type DeliveryTry,
  type EndpointContent,
  MAXIMUM_LISTED_DELIVERIES,
  type ProfileRow,
  readTimestamp,
  WebhookContent,
} from '../../../shared/model/index.ts';
import {
  checkValue,
  type DeliveryState,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointLog,
} from '../../../shared/operations/index.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Asking, Queries } from '../queries/queries.ts';
import { createRefusals, type Refusals, reasonOf } from './refusals.ts';

const STATES: Readonly<Record<DeliveryState, DeliveryRow['state']>> = {
  WEBHOOK_DELIVERY_STATE_PENDING: 'waiting',
  WEBHOOK_DELIVERY_STATE_DELIVERED: 'delivered',
  WEBHOOK_DELIVERY_STATE_FAILED: 'failed',
};

/** The webhook endpoints of the current profile's organization, with their newest deliveries. */
export interface WebhookLog {
  /** From the cache. Empty before the first read. */
  get(): WebhookContent;
  /**
   * Reads all of them. An endpoint whose deliveries are refused or not answered keeps its earlier ones, with the reason.
   * Throws the errors of a query, and then keeps the cached data.
   */
  refresh(counting?: Counting): Promise<{ endpoints: number }>;
  /** Reads the attempts to send a delivery, newest first. `tries` is null where the service refuses, with the reason. */
  tries(deliveryId: string): Promise<{ readonly tries: DeliveryTry[] | null; readonly problem: Text | null }>;
  /**
   * Waits for the first attempt of a delivery, at most 15 seconds. Returns an empty list where none was made in that
   * time. Throws the errors of a query.
   */
  firstTry(profile: ProfileRow, deliveryId: string, signal: AbortSignal): Promise<readonly DeliveryTry[]>;
}

/** The most characters of a response that are shown. Our own service sends no more. */
const MAXIMUM_RESPONSE = 2048;
/** The most characters of a key id. A thumbprint has 43. */
const MAXIMUM_KEY_ID = 256;
/** The waits for the first attempt of a delivery, in milliseconds. A receiver has 10 seconds to answer. */
const WAIT = { step: 500, whole: 15_000 } as const;

interface WebhookLogParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly queries: Pick<Queries, 'ask'>;
}

export function createWebhookLog(
  { ports, cache, changes }: Pick<Base, 'ports' | 'cache' | 'changes'>,
  { profiles, queries }: WebhookLogParts,
): WebhookLog {
  const keptOf = ({ name }: Pick<ProfileRow, 'name'>): WebhookContent => {
    const kept = cache.reader.report('webhooks', name)?.kept;
    return checkValue(WebhookContent, kept).length === 0 ? (kept as WebhookContent) : { readAt: null, endpoints: [] };
  };
  const readOne = async (
    endpoint: WebhookEndpoint,
    earlier: EndpointContent | undefined,
    { refusals, ...asking }: Asking & { readonly refusals: Refusals },
  ): Promise<EndpointContent> => {
    const { endpointId, name, url, isActive, subscriptions = [] } = endpoint;
    const about = {
      id: endpointId,
      name,
      url,
      isActive,
      subscriptions: subscriptions.map(({ eventType, filtersJson = '', isActive: on = true }) => ({
        eventType,
        filters: filtersJson,
        isActive: on,
      })),
    };
    try {
      const paginationOptions = { limit: String(MAXIMUM_LISTED_DELIVERIES) };
      const { webhookDeliveries, endpointLog } = await queries.ask(
        'list_webhook_deliveries',
        { endpointId, paginationOptions },
        asking,
      );
      refusals.succeeded();
      const deliveries = webhookDeliveries.map(readDelivery);
      return { ...about, deliveries, problem: null, deliveriesReadAt: ports.clock.now(), ...readLog(endpointLog) };
    } catch (error) {
      const { deliveries = [], deliveriesReadAt = null } = earlier ?? {};
      return { ...about, deliveries, problem: refusals.reasonOf(error), deliveriesReadAt };
    }
  };
  const readTries = async (deliveryId: string, asking: Asking): Promise<DeliveryTry[]> =>
    (await queries.ask('list_webhook_attempts', { deliveryId }, asking)).webhookAttempts.map(readTry);
  return {
    async tries(deliveryId) {
      try {
        return { tries: await readTries(deliveryId, { profile: profiles.get() }), problem: null };
      } catch (error) {
        return { tries: null, problem: reasonOf(error) };
      }
    },
    async firstTry(profile, deliveryId, signal) {
      const { clock } = ports;
      const end = clock.steady() + WAIT.whole;
      for (;;) {
        const tries = await readTries(deliveryId, { profile, signal });
        if (tries.length > 0 || signal.aborted || clock.steady() >= end) return tries;
        await clock.pause(WAIT.step, signal);
      }
    },
    get() {
      const { name } = profiles.get();
      const { readAt, endpoints } = keptOf({ name });
      const described = (delivery: DeliveryRow): DeliveryRow => {
        const { activity } = delivery;
        const words = activity === undefined ? null : (cache.reader.activityRow(name, activity.id)?.words ?? null);
        return activity === undefined || words === null ? delivery : { ...delivery, activity: { ...activity, words } };
      };
      const withWords = endpoints.map((one) => ({ ...one, deliveries: one.deliveries.map(described) }));
      return { readAt, endpoints: withWords };
    },
    async refresh({ signal, progress } = {}) {
      const profile = profiles.get();
      const asking = { profile, signal };
      const { webhookEndpoints } = await queries.ask('list_webhook_endpoints', {}, asking);
      const earlier = new Map(keptOf(profile).endpoints.map((endpoint) => [endpoint.id, endpoint]));
      const refusals = createRefusals();
      const endpoints: EndpointContent[] = [];
      for (const [done, endpoint] of webhookEndpoints.entries()) {
        if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. The earlier rows are still shown.');
        const total = webhookEndpoints.length;
        progress?.({ done, total, text: `Reading deliveries of endpoint ${done + 1} of ${total}` });
        endpoints.push(await readOne(endpoint, earlier.get(endpoint.endpointId), { ...asking, refusals }));
      }
      const readAt = ports.clock.now();
      cache.writer.putReport('webhooks', profile.name, { readAt, endpoints } satisfies WebhookContent, readAt);
      changes.announce('webhooks');
      return { endpoints: endpoints.length };
    },
  };
}

const readTry = ({ number, attemptedAt, outcome, failedStep, ...response }: WebhookAttempt): DeliveryTry => ({
  number,
  at: readTimestamp(attemptedAt),
  outcome,
  failedStep: failedStep ?? null,
  response: response.response?.slice(0, MAXIMUM_RESPONSE) ?? null,
  responseIsCut: response.responseIsCut === true || (response.response ?? '').length > MAXIMUM_RESPONSE,
  responseBytes: response.responseBytes ?? null,
  duration: response.durationMilliseconds ?? null,
  keyId: response.keyId?.slice(0, MAXIMUM_KEY_ID) ?? null,
});

/** Reads the numbers of an endpoint, and since when it is off. Nothing for a service that does not report them. */
function readLog(log: WebhookEndpointLog | undefined): Pick<EndpointContent, 'counts' | 'off'> {
  if (log === undefined) return {};
  const { deliveries, failed, offSince, offByUserId: userId, offByUserName = null } = log;
  const counts = { deliveries, failed };
  if (offSince === undefined) return { counts };
  const by = userId === undefined ? null : { userId, name: offByUserName };
  return { counts, off: { since: readTimestamp(offSince), by } };
}

function readDelivery(delivery: WebhookDelivery): DeliveryRow {
  const { deliveryId, eventId, eventType, state, attempts, outcome = null, nextAttemptAt } = delivery;
  const { activityId: id, activityType: type, activityStatus: status } = delivery;
  const { bodyBytes, durationMilliseconds: duration } = delivery;
  return {
    id: deliveryId,
    eventId,
    eventType,
    attempts,
    outcome,
    ...(id === undefined || type === undefined || status === undefined ? {} : { activity: { id, type, status } }),
    state: Object.hasOwn(STATES, state) ? STATES[state as DeliveryState] : 'unknown',
    nextAttemptAt: readTimestamp(nextAttemptAt),
    createdAt: readTimestamp(delivery.createdAt),
    updatedAt: readTimestamp(delivery.updatedAt),
    ...(bodyBytes === undefined ? {} : { bodyBytes }),
    ...(duration === undefined ? {} : { duration }),
  };
}
