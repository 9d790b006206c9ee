import type { FeatureName } from '../../../../shared/model/index.ts';
import type { Feature, WebhookEventType } from '../../../../shared/operations/index.ts';
import { featureEndpointUuid } from '../../identifiers.ts';
import { requestInvalid } from '../../public-error.ts';
import type { ActingContext, ActivityContext } from '../../request-context.ts';
import { originsIn } from '../../store/index.ts';
import type { ActivityHandler } from '../types.ts';
import { checkUrl } from './webhooks.ts';

export const setOrganizationFeature: ActivityHandler<'set_organization_feature'> = ({ name, value }, context) => {
  CHECKS[name]?.(value, context);
  return () => {
    change(name, value, context);
    return { features: featuresOf(context) };
  };
};

export const removeOrganizationFeature: ActivityHandler<'remove_organization_feature'> =
  ({ name }, context) =>
  () => {
    change(name, null, context);
    return { features: featuresOf(context) };
  };

/**
 * Sets FEATURE_NAME_WEBAUTHN_ORIGINS for older clients. Choice (allowed-origins): only pages of these origins can use
 * passkeys afterwards. An empty list is refused, because it would lock out all passkeys.
 */
export const updateAllowedOrigins: ActivityHandler<'update_allowed_origins'> = ({ allowedOrigins }, context) => {
  const value = allowedOrigins.join(',');
  checkOrigins(value);
  return () => {
    change('FEATURE_NAME_WEBAUTHN_ORIGINS', value, context);
    return {};
  };
};

/** Returns the enabled features of the caller's organization in their public form, which omits an empty value. */
export function featuresOf({ store, caller }: ActingContext): Feature[] {
  const features = store.features.of(caller.organization.organizationId);
  return [...features].map(([name, value]) => ({ name, ...(value === '' ? {} : { value }) }));
}

/** Returns the origins whose pages may use passkeys, as older clients read them. Without a member when every origin may. */
export function allowedOriginsOf({ store, caller }: ActingContext): { allowedOrigins?: string[] } {
  const value = store.features.of(caller.organization.organizationId).get('FEATURE_NAME_WEBAUTHN_ORIGINS');
  return value === undefined ? {} : { allowedOrigins: originsIn(value) };
}

/** Checks of the values that have an effect here. Any value is accepted for other features. Each throws REQUEST_INVALID. */
const CHECKS: Readonly<Partial<Record<FeatureName, (value: string, context: ActingContext) => void>>> = {
  FEATURE_NAME_WEBHOOK: checkUrl,
  FEATURE_NAME_WEBAUTHN_ORIGINS: checkOrigins,
};

/**
 * Checks a list of origins with commas between them. Each must be spelled as browsers send it, because passkeys compare
 * the text. Throws REQUEST_INVALID.
 */
function checkOrigins(value: string): void {
  for (const origin of originsIn(value))
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw requestInvalid('invalid feature value: it is not a list of origins such as https://app.example.com');
}

/**
 * Choice (recovery-feature): setting or removing a feature by its older name (left) also sets or removes the newer one
 * (right). Only the newer one has an effect.
 */
const NEWER: Readonly<Partial<Record<FeatureName, FeatureName>>> = {
  FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY: 'FEATURE_NAME_EMAIL_RECOVERY',
};

/** Stores the value of a feature, or null to switch it off, and applies its effects. Runs inside the transaction. */
function change(name: FeatureName, value: string | null, context: ActivityContext): void {
  const { store, caller, requestedAt } = context;
  const { organizationId } = caller.organization;
  store.features.put({ organizationId, name, value });
  const newer = NEWER[name];
  if (newer !== undefined) store.features.put({ organizationId, name: newer, value });
  if (name !== 'FEATURE_NAME_WEBHOOK') return;
  // Choice (webhook-feature): the older webhook feature is stored as an endpoint for activity updates with its name.
  const endpointId = featureEndpointUuid(organizationId);
  const before = store.webhooks.find(endpointId);
  const times = { createdAt: before?.createdAt ?? requestedAt, updatedAt: requestedAt };
  const subscriptions = JSON.stringify([{ eventType: 'ACTIVITY_UPDATES' satisfies WebhookEventType }]);
  if (value === null) store.webhooks.remove(endpointId);
  else if (before === undefined)
    store.webhooks.insert({ endpointId, organizationId, url: value, name, isActive: 1, subscriptions, ...times });
  else store.webhooks.update({ ...before, url: value, ...times });
}
