import { parseJson, placeInWords } from '../../../shared/model/index.ts';
import {
  checkValue,
  readEventType,
  type WebhookEventType,
  WebhookFilters,
  type WebhookSubscription,
} from '../../../shared/operations/index.ts';
import { requestInvalid } from '../public-error.ts';
import type { ActivityRow } from '../store/index.ts';

/** A subscription to an event that is sent. */
export interface Subscription {
  readonly eventType: WebhookEventType;
  /** Null for every event of the type. */
  readonly filters: WebhookFilters | null;
  readonly isActive: boolean;
}

/**
 * Reads the subscriptions of an endpoint. Leaves out those to an event that is never sent. Throws REQUEST_INVALID
 * for an invalid filter.
 */
export function readSubscriptions(subscriptions: readonly WebhookSubscription[]): Subscription[] {
  return subscriptions.flatMap(({ eventType: name, filtersJson = '', isActive = true }) => {
    const filters = filtersJson === '' ? null : readFilters(filtersJson);
    const eventType = readEventType(name);
    return eventType === null ? [] : [{ eventType, filters, isActive }];
  });
}

/**
 * Returns true when one of the subscriptions asks for the activity's new state. Choice (webhook-subscriptions): an
 * endpoint without a subscription is sent nothing.
 */
export function asksForActivity(subscriptions: readonly Subscription[], activity: ActivityRow): boolean {
  const { type, status, organizationId } = activity;
  return asks(subscriptions, 'ACTIVITY_UPDATES', {
    activityTypes: type,
    activityStatuses: status,
    organizationIds: organizationId,
  });
}

/** Returns true when one of the subscriptions covers an event of this type about an organization. */
export function asksForEvent(
  subscriptions: readonly Subscription[],
  eventType: WebhookEventType,
  organizationId: string,
): boolean {
  return asks(subscriptions, eventType, { organizationIds: organizationId });
}

/** The values of an event that each member of the filters is compared with. */
type EventValues = { readonly [Member in keyof WebhookFilters]: string };

const asks = (subscriptions: readonly Subscription[], wanted: WebhookEventType, values: EventValues): boolean =>
  subscriptions.some(
    ({ eventType, filters, isActive }) =>
      isActive && eventType === wanted && (filters === null || fits(filters, values)),
  );

/** An event without a filtered member does not match. */
function fits(filters: WebhookFilters, values: EventValues): boolean {
  return Object.entries(filters).every(([member, allowed]) => {
    const value = values[member as keyof WebhookFilters]?.toLowerCase();
    return allowed.some((one) => one.toLowerCase() === value);
  });
}

function readFilters(text: string): WebhookFilters {
  const filters = parseJson(text, (why) => requestInvalid(`invalid filtersJson: ${why}`));
  const [problem] = checkValue(WebhookFilters, filters);
  if (problem !== undefined)
    throw requestInvalid(`invalid filtersJson: ${placeInWords(problem.path)} ${problem.reason}`);
  return filters as WebhookFilters;
}
