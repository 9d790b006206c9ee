import { AppError } from '../../../shared/errors/index.ts';
import type { WebhookSubscription } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { randomUuid } from '../../crypto/index.ts';
import { wireActivity } from '../activities/wire-activity.ts';
import type { ServiceContext } from '../context.ts';
import type { QueryContext } from '../request-context.ts';
import type { ActivityRow, DeliveryRow, WebhookEndpointRow } from '../store/index.ts';
import { macOf } from './delivery-mac.ts';
import { asksForActivity, asksForEvent } from './filters.ts';

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
export type OutboxContext = Pick<ServiceContext, 'store' | 'keyring' | 'sender' | 'report' | 'now'>;

/**
 * Puts the state of an activity into the outbox of each subscribed endpoint of its organization and of the parent. Runs
 * inside the transaction that stores the activity, so that neither exists without the other. The body is the activity
 * as the caller sees it, without an envelope (PROTOCOL 8).
 */
export function recordActivity(activity: ActivityRow, context: QueryContext): void {
  const asks = (subscriptions: readonly WebhookSubscription[]) => asksForActivity(subscriptions, activity);
  enqueue('ACTIVITY_UPDATES', receiversOf(activity, asks, context), () => wireActivity(activity, context), context);
}

/**
 * Puts an event about an organization into the outbox of each subscribed endpoint of the organization and of the
 * parent. Runs inside the transaction that stores the cause. `bodyOf` makes the body from the event's id.
 */
export function recordEvent(
  eventType: string,
  organizationId: string,
  bodyOf: (eventId: string) => object,
  context: OutboxContext,
): void {
  const asks = (subscriptions: readonly WebhookSubscription[]) =>
    asksForEvent(subscriptions, eventType, organizationId);
  enqueue(eventType, receiversOf({ organizationId }, asks, context), bodyOf, context);
}

function enqueue(
  eventType: string,
  endpoints: readonly WebhookEndpointRow[],
  bodyOf: (eventId: string) => object,
  { store, keyring, sender, report, now }: OutboxContext,
): void {
  if (endpoints.length === 0) return;
  const eventId = randomUuid();
  const body = utf8Encode(JSON.stringify(bodyOf(eventId)));
  const time = now();
  for (const { endpointId, organizationId } of endpoints) {
    const content = { deliveryId: randomUuid(), endpointId, organizationId, eventId, eventType, body };
    store.webhooks.enqueue({
      ...content,
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
}

function receiversOf(
  { organizationId }: { readonly organizationId: string },
  asks: (subscriptions: readonly WebhookSubscription[]) => boolean,
  { store }: OutboxContext,
): WebhookEndpointRow[] {
  const parent = store.organizations.find(organizationId)?.parentOrganizationId ?? null;
  return [organizationId, ...(parent === null ? [] : [parent])]
    .flatMap((owner) => store.webhooks.list(owner))
    .filter(
      ({ isActive, subscriptions }) => isActive === 1 && asks(JSON.parse(subscriptions) as WebhookSubscription[]),
    );
}

type Kept = Pick<DeliveryRow, 'endpointId' | 'eventType'>;

/** Deletes deliveries beyond the limits of an endpoint and type. Returns how many of them were still waiting. */
function keepWithin(kept: Kept, { webhooks }: OutboxContext['store']): number {
  const most = kept.eventType.startsWith('BALANCE_') ? MAXIMUM_OF_BALANCES : MAXIMUM_DELIVERIES;
  let waited = 0;
  for (;;) {
    const { count, bytes } = webhooks.held(kept);
    const tooLarge = bytes > MAXIMUM_BYTES && count > 1 ? Math.ceil(count / COUNTED_AFTER) : 0;
    const tooMany = Math.max(count - most, tooLarge);
    if (tooMany <= 0) return waited;
    waited += webhooks.dropOldest(kept, tooMany);
  }
}

function full(endpointId: string, eventType: string, count: number): AppError {
  return new AppError(
    'TOO_LARGE',
    `More of ${eventType} waits to be delivered to the webhook endpoint ${endpointId} than is kept, so the ${count === 1 ? 'oldest delivery was' : `${count} oldest deliveries were`} given up. See to its receiver, or delete the endpoint.`,
  );
}
