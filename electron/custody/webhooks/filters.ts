import { checkValue, WebhookFilters, type WebhookSubscription } from '../../../shared/operations/index.ts';
import { requestInvalid } from '../public-error.ts';
import type { ActivityRow } from '../store/index.ts';

/** Throws REQUEST_INVALID for a filter that could not be held against anything. */
export function checkSubscriptions(subscriptions: readonly WebhookSubscription[]): void {
  for (const { filtersJson = '' } of subscriptions) if (filtersJson !== '') readFilters(filtersJson);
}

/**
 * Whether one of the subscriptions asks for what became of an activity.
 * Choice (webhook-subscriptions): an endpoint without a subscription is sent nothing.
 */
export function asksForActivity(subscriptions: readonly WebhookSubscription[], activity: ActivityRow): boolean {
  return subscriptions.some(
    ({ eventType, filtersJson = '', isActive = true }) =>
      isActive && eventType === 'ACTIVITY_UPDATES' && (filtersJson === '' || fits(readFilters(filtersJson), activity)),
  );
}

function fits(filters: WebhookFilters, { type, status, organizationId }: ActivityRow): boolean {
  const allows = (wanted: readonly string[] | undefined, value: string) =>
    wanted === undefined || wanted.some((one) => one.toLowerCase() === value.toLowerCase());
  return (
    allows(filters.activityTypes, type) &&
    allows(filters.activityStatuses, status) &&
    allows(filters.organizationIds, organizationId)
  );
}

function readFilters(text: string): WebhookFilters {
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    throw requestInvalid('invalid filtersJson: it is not JSON');
  }
  const [problem] = checkValue(WebhookFilters, filters);
  if (problem !== undefined) throw requestInvalid(`invalid filtersJson: ${problem.path || 'it'} ${problem.reason}`);
  return filters as WebhookFilters;
}
