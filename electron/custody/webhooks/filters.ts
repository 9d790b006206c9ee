import { parseJson, placeInWords } from '../../../shared/model/index.ts';
import { checkValue, WebhookFilters, type WebhookSubscription } from '../../../shared/operations/index.ts';
import { requestInvalid } from '../public-error.ts';
import type { ActivityRow } from '../store/index.ts';

/** Throws REQUEST_INVALID for a filter that could not be held against anything. */
export function checkSubscriptions(subscriptions: readonly WebhookSubscription[]): void {
  for (const { filtersJson = '' } of subscriptions) if (filtersJson !== '') readFilters(filtersJson);
}

/**
 * Returns true when one of the subscriptions asks for the activity's new state. Choice (webhook-subscriptions): an
 * endpoint without a subscription is sent nothing.
 */
export function asksForActivity(subscriptions: readonly WebhookSubscription[], activity: ActivityRow): boolean {
  const { type, status, organizationId } = activity;
  return asks(subscriptions, 'ACTIVITY_UPDATES', {
    activityTypes: type,
    activityStatuses: status,
    organizationIds: organizationId,
  });
}

/** Returns true when one of the subscriptions covers an event of this type about an organization. */
export function asksForEvent(
  subscriptions: readonly WebhookSubscription[],
  eventType: string,
  organizationId: string,
): boolean {
  return asks(subscriptions, eventType, { organizationIds: organizationId });
}

/** The values of an event that each member of the filters is compared with. */
type Told = { readonly [Member in keyof WebhookFilters]: string };

function asks(subscriptions: readonly WebhookSubscription[], wanted: string, told: Told): boolean {
  return subscriptions.some(
    ({ eventType, filtersJson = '', isActive = true }) =>
      isActive && eventType === wanted && (filtersJson === '' || fits(readFilters(filtersJson), told)),
  );
}

/** An event without a filtered member does not match. */
function fits(filters: WebhookFilters, told: Told): boolean {
  return Object.entries(filters).every(([member, allowed]) => {
    const value = told[member as keyof WebhookFilters]?.toLowerCase();
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
