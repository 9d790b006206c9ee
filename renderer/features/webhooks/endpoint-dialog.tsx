import { useEffect, useMemo } from 'react';
import { OPERATIONS, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '../../../shared/operations/index.ts';
import { NamedIds } from '../../form/pick-by-name.tsx';
import { worded } from '../../language/worded.ts';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { useRequest } from '../../request/use-request.ts';
import { createDraft } from '../../state/draft.ts';
import { organizationRefresh } from '../../state/organization.ts';
import { closeDialog } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { webhooksRefresh } from '../../state/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Visible } from '../../ui/visible.tsx';
import { activityStatus } from '../../words/status.ts';
import { EVENT_WORDS } from '../../words/webhooks.ts';
import { filtersOf, organizationsOf, type TypedEndpoint } from './endpoint-filters.ts';

/** The statuses of activities that a filter can name. */
const STATUSES = [
  ...['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_PENDING', 'ACTIVITY_STATUS_COMPLETED'],
  ...['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'],
];
/** The newest version of each activity, by its title. */
const ACTIVITIES = Object.values(OPERATIONS)
  .flatMap((operation) =>
    operation.kind === 'activity' && operation.earlierOf === null
      ? [{ value: operation.activityType as string, label: worded(operation.title as string) }]
      : [],
  )
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

const EMPTY: TypedEndpoint = {
  name: '',
  url: '',
  events: ['ACTIVITY_UPDATES'],
  types: [],
  statuses: [],
  organizations: [],
};
const useEndpointDraft = createDraft<TypedEndpoint>(EMPTY, 'webhook');

const toggled = <Item,>(list: readonly Item[], item: Item, isIn: boolean): readonly Item[] =>
  isIn ? [...list, item] : list.filter((one) => one !== item);

/** Adds an endpoint. The events and filters of an endpoint never change, so only this form has them. */
export function EndpointDialog() {
  const { value: typed, set, discard } = useEndpointDraft();
  const request = useRequest();
  const { answer: content } = useAnswer('organization.get', {}, 'organization.changed');
  const organizations = useMemo(() => (content === null ? null : organizationsOf(content)), [content]);
  const isUnread = content?.parts.subOrganizations.readAt === null;
  useEffect(() => {
    if (isUnread) void organizationRefresh.start({});
  }, [isUnread]);
  const { step } = request.flow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    if (step !== 'done') return;
    discard();
    void webhooksRefresh.start({});
  }, [step]);
  const change = (next: Partial<TypedEndpoint>) => set({ ...typed, ...next });
  const events = WEBHOOK_EVENT_TYPES.filter((event) => typed.events.includes(event));
  const review = () => {
    const subscriptions = events.map((eventType) => {
      const filtersJson = filtersOf(eventType, typed);
      return { eventType, ...(filtersJson === '' ? {} : { filtersJson }) };
    });
    void request.review('create_webhook_endpoint', { name: typed.name, url: typed.url.trim(), subscriptions });
  };
  return (
    <RequestDialog
      title="Add endpoint"
      request={request}
      onReview={review}
      onClose={closeDialog}
      onCancel={discard}
      form={
        <>
          <TextField label="Name" value={typed.name} onChange={(event) => change({ name: event.target.value })} />
          <TextField
            label="URL"
            mono
            help="https://, or http:// to this computer"
            value={typed.url}
            onChange={(event) => change({ url: event.target.value })}
          />
          <fieldset className="webhooks-choices">
            <legend>Events</legend>
            {WEBHOOK_EVENT_TYPES.map((event) => (
              <div key={event}>
                <Checkbox
                  label={EVENT_WORDS[event].label}
                  checked={typed.events.includes(event)}
                  onChange={(isIn) => change({ events: toggled(typed.events, event, isIn) })}
                />
                <p className="field-help">
                  {EVENT_WORDS[event].text}
                  {WEBHOOK_EVENTS[event].isOfParent ? ' Only the parent organization can have it.' : ''}
                </p>
              </div>
            ))}
          </fieldset>
          {typed.events.includes('ACTIVITY_UPDATES') ? <ActivityFilters typed={typed} change={change} /> : null}
          <NamedIds
            title="Only these organizations (optional)"
            noun="organization"
            one="Organization"
            help="Every organization when none is chosen."
            choices={organizations}
            ids={typed.organizations}
            onChange={(ids) => change({ organizations: ids })}
          />
          <p className="field-help">Events and filters cannot be changed later. Add another endpoint instead.</p>
        </>
      }
      done={() => <p>The endpoint was added.</p>}
    />
  );
}

interface FiltersProps {
  readonly typed: TypedEndpoint;
  readonly change: (next: Partial<TypedEndpoint>) => void;
}

function ActivityFilters({ typed: { types, statuses }, change }: FiltersProps) {
  return (
    <>
      <SelectField
        label="Only these activities (optional)"
        help="Every activity when none is chosen."
        value=""
        choices={[{ value: '', label: 'Add an activity' }, ...ACTIVITIES.filter(({ value }) => !types.includes(value))]}
        onChange={(type) => type !== '' && change({ types: toggled(types, type, true) })}
      />
      {types.length === 0 ? null : (
        <ul className="webhooks-chosen" aria-label="Chosen activities">
          {types.map((type) => {
            const label = ACTIVITIES.find(({ value }) => value === type)?.label ?? type;
            return (
              <li key={type}>
                <Button
                  icon="close"
                  aria-label={`Remove ${label}`}
                  onClick={() => change({ types: toggled(types, type, false) })}
                >
                  <Visible text={label} />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <fieldset className="webhooks-choices webhooks-statuses">
        <legend>Only in these states (optional)</legend>
        {STATUSES.map((status) => (
          <Checkbox
            key={status}
            label={activityStatus(status).label}
            checked={statuses.includes(status)}
            onChange={(isIn) => change({ statuses: toggled(statuses, status, isIn) })}
          />
        ))}
      </fieldset>
    </>
  );
}
