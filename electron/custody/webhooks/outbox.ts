import { AppError } from '../../../shared/errors/index.ts';
import {
  type Activity,
  type DeliveredType,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
  type WebhookEventType,
} from '../../../shared/operations/index.ts';
import type { Report } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { randomUuid } from '../../crypto/index.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { ActivityRow, DeliveredActivity, DeliveryRow, Store, WebhookEndpointRow } from '../store/index.ts';
import { macOf } from './delivery-mac.ts';
import { asksForActivity, asksForEvent, readSubscriptions, type Subscription } from './filters.ts';
import type { Sender } from './sender.ts';

/**
 * Choice (webhook-bounds): each endpoint keeps this many deliveries and bytes of each type of event, pending and
 * finished together. So outside traffic cannot crowd out the organization's own events. Finished deliveries are dropped
 * first, the oldest first. Then pending ones are dropped, and the operator sees their number. Deliveries are recounted
 * every 100 insertions, so the limit can be exceeded by up to 100.
 */
const MAXIMUM_DELIVERIES = 1000;
/** About the number of transfers from or to one address in the largest block. Strangers can make such blocks. */
const MAXIMUM_OF_BALANCES = 20_000;
const MAXIMUM_BYTES = 64 * 1024 * 1024;
const COUNTED_AFTER = 100;
/** The size in bytes from which a delivery is counted at once. */
const LARGE = 64 * 1024;

/** The dependencies of recording an event. */
export interface OutboxContext {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly sender: Pick<Sender, 'wake'>;
  readonly report: Report;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Puts the state of an activity into the outbox of each subscribed endpoint of its organization and of the parent. Runs
 * inside the transaction that stores the activity, so that neither exists without the other. `bodyOf` makes the body:
 * the activity as its caller sees it, without an envelope (docs/protocol.md#webhooks).
 */
export function recordActivity(activity: ActivityRow, bodyOf: () => Activity, context: OutboxContext): void {
  const asks = (subscriptions: readonly Subscription[]) => asksForActivity(subscriptions, activity);
  const { activityId, type: activityType, status: activityStatus } = activity;
  const about = { activityId, activityType, activityStatus };
  enqueue({ eventType: 'ACTIVITY_UPDATES', about }, receiversOf(activity, asks, context), bodyOf, context);
}

/**
 * Puts an event about an organization into the outbox of each subscribed endpoint of the organization and of the
 * parent. Runs inside the transaction that stores the cause. `bodyOf` makes the body from the event's id.
 */
export function recordEvent(
  eventType: WebhookEventType,
  organizationId: string,
  bodyOf: (eventId: string) => object,
  context: OutboxContext,
): void {
  const asks = (subscriptions: readonly Subscription[]) => asksForEvent(subscriptions, eventType, organizationId);
  enqueue({ eventType }, receiversOf({ organizationId }, asks, context), bodyOf, context);
}

/**
 * Puts a test event into the outbox of one endpoint, whatever it is subscribed to. Returns the id of the delivery. The
 * body says that it is a test, and names no activity, so no receiver can act on it.
 */
export function recordTest(endpoint: WebhookEndpointRow, context: OutboxContext): string {
  const { endpointId, organizationId } = endpoint;
  const bodyOf = (eventId: string) => ({
    type: WEBHOOK_TEST,
    id: eventId,
    organizationId,
    endpointId,
    message: 'This is a test delivery. Nothing happened.',
  });
  return enqueue({ eventType: WEBHOOK_TEST }, [endpoint], bodyOf, context)[0] ?? '';
}

/** Returns the ids of the deliveries in the order of the endpoints. */
function enqueue(
  { eventType, about }: { readonly eventType: DeliveredType; readonly about?: DeliveredActivity },
  endpoints: readonly WebhookEndpointRow[],
  bodyOf: (eventId: string) => object,
  { store, keyring, sender, report, now }: OutboxContext,
): readonly string[] {
  if (endpoints.length === 0) return [];
  const deliveryIds: string[] = [];
  const eventId = randomUuid();
  const body = utf8Encode(JSON.stringify(bodyOf(eventId)));
  const time = now();
  for (const { endpointId, organizationId } of endpoints) {
    const content = { deliveryId: randomUuid(), endpointId, organizationId, eventId, eventType, body };
    deliveryIds.push(content.deliveryId);
    store.webhooks.enqueue({
      ...content,
      ...about,
      mac: macOf(content, keyring),
      state: 'WEBHOOK_DELIVERY_STATE_PENDING',
      attempts: 0,
      outcome: null,
      dueAt: time,
      createdAt: time,
      updatedAt: time,
    });
    const added = store.webhooks.added(endpointId, eventType);
    if (added % COUNTED_AFTER !== 0 && body.length < LARGE) continue;
    const waited = keepWithin({ endpointId, eventType }, store);
    if (waited > 0) report('webhooks', full(endpointId, eventType, waited));
  }
  sender.wake();
  return deliveryIds;
}

function receiversOf(
  { organizationId }: { readonly organizationId: string },
  asks: (subscriptions: readonly Subscription[]) => boolean,
  { store }: OutboxContext,
): WebhookEndpointRow[] {
  const parent = store.organizations.find(organizationId)?.parentOrganizationId ?? null;
  return [organizationId, ...(parent === null ? [] : [parent])]
    .flatMap((owner) => store.webhooks.receivers(owner))
    .filter(({ isActive, subscriptions }) => isActive === 1 && asks(readSubscriptions(JSON.parse(subscriptions))));
}

type Kept = Pick<DeliveryRow, 'endpointId' | 'eventType'>;

/** Deletes deliveries beyond the limits of an endpoint and type. Returns how many of them were still waiting. */
function keepWithin(kept: Kept, { webhooks }: OutboxContext['store']): number {
  const isOfStrangers = kept.eventType !== WEBHOOK_TEST && WEBHOOK_EVENTS[kept.eventType].isOfStrangers;
  const most = isOfStrangers ? MAXIMUM_OF_BALANCES : MAXIMUM_DELIVERIES;
  let waited = 0;
  for (;;) {
    const { count, bytes } = webhooks.held(kept);
    const tooLarge = bytes > MAXIMUM_BYTES && count > 1 ? Math.ceil(count / COUNTED_AFTER) : 0;
    const tooMany = Math.max(count - most, tooLarge);
    if (tooMany <= 0) return waited;
    waited += webhooks.dropOldest(kept, tooMany);
  }
}

function full(endpointId: string, eventType: DeliveredType, count: number): AppError {
  return new AppError(
    'TOO_LARGE',
    `The queue of ${eventType} for the webhook endpoint ${endpointId} is full, so the ${count === 1 ? 'oldest delivery was' : `${count} oldest deliveries were`} given up. Check its receiver, or delete the endpoint.`,
  );
}
