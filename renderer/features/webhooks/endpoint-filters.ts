import type { OrganizationContent } from '../../../shared/model/index.ts';
import type { WebhookEventType, WebhookFilters } from '../../../shared/operations/index.ts';
import { choicesByName } from '../../form/choices.ts';
import type { Choice } from '../../ui/field.tsx';

/** The typed values of the form for an endpoint. */
export interface TypedEndpoint {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly types: readonly string[];
  readonly statuses: readonly string[];
  /** Ids of organizations. */
  readonly organizations: readonly string[];
}

/** The ids in the typed texts. A pasted list may have commas or blanks between its ids. */
const idsIn = (texts: readonly string[]) => texts.flatMap((text) => text.split(/[\s,;]+/)).filter((id) => id !== '');

/** The filters of one event as the interface takes them. The empty text is no filter. */
export function filtersOf(event: WebhookEventType, { types, statuses, organizations }: TypedEndpoint): string {
  const ofActivities = event === 'ACTIVITY_UPDATES';
  const ids = idsIn(organizations);
  const filters: WebhookFilters = {
    ...(ofActivities && types.length > 0 ? { activityTypes: [...types] } : {}),
    ...(ofActivities && statuses.length > 0 ? { activityStatuses: [...statuses] } : {}),
    ...(ids.length > 0 ? { organizationIds: ids } : {}),
  };
  return Object.keys(filters).length === 0 ? '' : JSON.stringify(filters);
}

/** This organization and those below it, by name. */
export const organizationsOf = ({ id, name, subOrganizations }: OrganizationContent): readonly Choice<string>[] =>
  choicesByName([{ id, name }, ...subOrganizations].map((one) => ({ id: one.id, name: one.name || one.id })));
