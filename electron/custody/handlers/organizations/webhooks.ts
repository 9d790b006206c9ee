import { toTimestamp } from '../../../../shared/model/index.ts';
import { requireDestination } from '../../../../shared/network/index.ts';
import {
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointLog,
  type WebhookSubscription,
} from '../../../../shared/operations/index.ts';
import { utf8Decode } from '../../../../shared/wire/index.ts';
import { constantTimeEqual, randomUuid } from '../../../crypto/index.ts';
import { featureEndpointUuid } from '../../identifiers.ts';
import { found, overQuota, publicError, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import { rotateWebhookKey as rotateKey } from '../../service-keys/webhook-keys.ts';
import type { LoggedDelivery, WebhookEndpointRow } from '../../store/index.ts';
import { changedDelivery, macOf } from '../../webhooks/delivery-mac.ts';
import { readSubscriptions } from '../../webhooks/filters.ts';
import { recordTest } from '../../webhooks/outbox.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';

/** Choice (webhook-endpoints): an organization has at most this many. */
const MAXIMUM_ENDPOINTS = 20;

export const createWebhookEndpoint: ActivityHandler<'create_webhook_endpoint'> = (
  { url, name, subscriptions = [] },
  context,
) => {
  checkUrl(url, context);
  const wanted = readSubscriptions(subscriptions);
  const { store, caller, requestedAt } = context;
  const { organizationId, parentOrganizationId } = caller.organization;
  if (parentOrganizationId !== null && wanted.some(({ eventType }) => WEBHOOK_EVENTS[eventType].isOfParent))
    throw publicError('REQUEST_NOT_AUTHORIZED', 'request not authorized: these events are for the parent organization');
  return () => {
    if (store.webhooks.list(organizationId).length >= MAXIMUM_ENDPOINTS)
      throw overQuota(`organization over quota: it has at most ${MAXIMUM_ENDPOINTS} webhook endpoints`);
    const endpoint: WebhookEndpointRow = {
      endpointId: randomUuid(),
      organizationId,
      url,
      name,
      isActive: 1,
      subscriptions: JSON.stringify(subscriptions),
      createdAt: requestedAt,
      updatedAt: requestedAt,
    };
    store.webhooks.insert(endpoint);
    return resultOf(endpoint);
  };
};

export const updateWebhookEndpoint: ActivityHandler<'update_webhook_endpoint'> = (parameters, context) => {
  const { endpointId, url, name, isActive } = parameters;
  if (url !== undefined) checkUrl(url, context);
  return () => {
    const before = findOwnEndpoint(endpointId, context);
    const endpoint: WebhookEndpointRow = {
      ...before,
      url: url ?? before.url,
      name: name ?? before.name,
      isActive: (isActive ?? before.isActive === 1) ? 1 : 0,
      updatedAt: context.requestedAt,
    };
    context.store.webhooks.update(endpoint);
    if (endpoint.isActive !== before.isActive) {
      const { userId } = context.caller.user;
      const pause = { since: context.requestedAt, userId };
      context.store.webhooks.putPause(endpoint.endpointId, endpoint.isActive === 1 ? null : pause);
    }
    context.sender.wake();
    return resultOf(endpoint);
  };
};

export const deleteWebhookEndpoint: ActivityHandler<'delete_webhook_endpoint'> = (parameters, context) => () => {
  const { endpointId } = findOwnEndpoint(parameters.endpointId, context);
  context.store.webhooks.remove(endpointId);
  return { endpointId };
};

export const listWebhookEndpoints: QueryHandler<'list_webhook_endpoints'> = (_request, { store, caller }) => ({
  webhookEndpoints: store.webhooks.list(caller.organization.organizationId).map(wireEndpoint),
});

export const listWebhookDeliveries: QueryHandler<'list_webhook_deliveries'> = (request, context) => {
  const endpoint = findEndpoint(request.endpointId, context);
  const { paginationOptions = {} } = request;
  const deliveries = context.store.webhooks.log(endpoint.endpointId, paginationOptions);
  return { webhookDeliveries: deliveries.map(wireDelivery), endpointLog: endpointLog(endpoint, context) };
};

/** Throws DATABASE_CHANGED for a body that this service did not write. */
export const getWebhookDelivery: QueryHandler<'get_webhook_delivery'> = (request, context) => {
  const { body, mac, ...delivery } = findDelivery(request.deliveryId, context);
  if (!constantTimeEqual(mac, macOf({ ...delivery, body }, context.keyring))) throw changedDelivery(delivery);
  return { webhookDelivery: wireDelivery(delivery), body: utf8Decode(body) };
};

export const listWebhookAttempts: QueryHandler<'list_webhook_attempts'> = (request, context) => {
  const { deliveryId } = findDelivery(request.deliveryId, context);
  return {
    webhookAttempts: context.store.webhooks
      .attempts(deliveryId)
      .map(({ attemptedAt, failedStep, response, responseIsCut, responseBytes, duration, keyId, ...attempt }) => ({
        ...attempt,
        attemptedAt: toTimestamp(attemptedAt),
        ...(failedStep === null ? {} : { failedStep }),
        ...(response === null ? {} : { response }),
        ...(responseIsCut === 1 ? { responseIsCut: true } : {}),
        ...(responseBytes === null ? {} : { responseBytes }),
        ...(duration === null ? {} : { durationMilliseconds: duration }),
        ...(keyId === null ? {} : { keyId }),
      })),
  };
};

/** An endpoint that is off is sent nothing, so its test would wait without an end. */
export const sendTestWebhookDelivery: ActivityHandler<'send_test_webhook_delivery'> = (parameters, context) => () => {
  const endpoint = findEndpoint(parameters.endpointId, context);
  if (endpoint.isActive === 0)
    throw requestInvalid('this webhook endpoint is off. Nothing was sent. Turn it on, then test it.');
  return { deliveryId: recordTest(endpoint, context) };
};

/** Returns a delivery to its old place in the queue. Later deliveries are sent after it. */
export const replayWebhookDelivery: ActivityHandler<'replay_webhook_delivery'> = (parameters, context) => () => {
  const { store, sender, requestedAt } = context;
  const { deliveryId } = findDelivery(parameters.deliveryId, context);
  store.webhooks.progress({
    deliveryId,
    state: 'WEBHOOK_DELIVERY_STATE_PENDING',
    attempts: 0,
    outcome: null,
    dueAt: requestedAt,
    updatedAt: requestedAt,
  });
  sender.wake();
  return { deliveryId };
};

/** Each failed delivery returns to its old place in the queue, so the events arrive in their order. */
export const replayFailedWebhookDeliveries: ActivityHandler<'replay_failed_webhook_deliveries'> =
  (parameters, context) => () => {
    const { store, sender, requestedAt } = context;
    const { endpointId } = findEndpoint(parameters.endpointId, context);
    const replayed = store.webhooks.replayFailed(endpointId, requestedAt);
    sender.wake();
    return { replayed };
  };

/** The key signs for all organizations of this service, so only its first one changes it. */
export const rotateWebhookKey: ActivityHandler<'rotate_webhook_key'> = (_parameters, context) => () => {
  const { store, keyring, caller, requestedAt } = context;
  if (caller.organization.parentOrganizationId !== null)
    throw publicError('REQUEST_NOT_AUTHORIZED', 'request not authorized: the parent organization changes this key');
  const { kid, signsFrom } = rotateKey(store, keyring, requestedAt);
  return { keyId: kid, signsFrom: toTimestamp(signsFrom) };
};

/**
 * Throws REQUEST_INVALID for a forbidden address. The addresses that its name resolves to are checked at each delivery.
 * Choice (webhook-loopback): receivers of a root organization may be on this machine, where the service itself is.
 * Other organizations belong to somebody else, who does not own this machine.
 */
export function checkUrl(url: string, { caller }: Pick<ActingContext, 'caller'>): void {
  const mayBeHere = caller.organization.parentOrganizationId === null;
  requireDestination(url, mayBeHere, (why) => requestInvalid(`invalid webhook URL: ${why}`));
}

/** Returns an endpoint that no feature manages. */
function findOwnEndpoint(id: string, context: ActingContext): WebhookEndpointRow {
  const endpoint = findEndpoint(id, context);
  if (endpoint.endpointId !== featureEndpointUuid(endpoint.organizationId)) return endpoint;
  throw requestInvalid('this endpoint is the feature FEATURE_NAME_WEBHOOK. Set or remove that. Nothing was done.');
}

function findEndpoint(id: string, { store, caller }: ActingContext, what = 'webhook endpoint'): WebhookEndpointRow {
  const endpoint = store.webhooks.find(id);
  return found(endpoint?.organizationId === caller.organization.organizationId ? endpoint : undefined, what);
}

/** Returns a delivery to an endpoint of the caller's organization. */
function findDelivery(id: string, context: ActingContext) {
  const delivery = found(context.store.webhooks.delivery(id), 'webhook delivery');
  findEndpoint(delivery.endpointId, context, 'webhook delivery');
  return delivery;
}

function resultOf(endpoint: WebhookEndpointRow) {
  return { endpointId: endpoint.endpointId, webhookEndpoint: wireEndpoint(endpoint) };
}

function wireEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  const { endpointId, organizationId, url, name } = row;
  const subscriptions = JSON.parse(row.subscriptions) as WebhookSubscription[];
  return { endpointId, organizationId, url, name, isActive: row.isActive === 1, subscriptions };
}

/** Returns the numbers of an endpoint's deliveries, and since when it is off. */
function endpointLog({ endpointId, isActive }: WebhookEndpointRow, { store }: ActingContext): WebhookEndpointLog {
  const pause = isActive === 1 ? undefined : store.webhooks.pause(endpointId);
  if (pause === undefined) return store.webhooks.counts(endpointId);
  const { since, userId } = pause;
  const offByUserName = store.organizations.findUser(userId)?.userName;
  return {
    ...store.webhooks.counts(endpointId),
    offSince: toTimestamp(since),
    offByUserId: userId,
    ...(offByUserName === undefined ? {} : { offByUserName }),
  };
}

function wireDelivery(row: LoggedDelivery): WebhookDelivery {
  const { outcome, dueAt, createdAt, updatedAt, activityId, activityType, activityStatus, duration, ...delivery } = row;
  const isPending = delivery.state === 'WEBHOOK_DELIVERY_STATE_PENDING';
  return {
    ...delivery,
    ...(outcome === null ? {} : { outcome }),
    // A delivery that waits for its replay has no attempt of that replay yet.
    ...(outcome === null || duration === null ? {} : { durationMilliseconds: duration }),
    ...(activityId === null ? {} : { activityId }),
    ...(activityType === null ? {} : { activityType }),
    ...(activityStatus === null ? {} : { activityStatus }),
    ...(isPending ? { nextAttemptAt: toTimestamp(dueAt) } : {}),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  };
}
