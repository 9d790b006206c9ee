import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import {
  type DeliveryRow,
  type EndpointContent,
  inQuotes,
  MAXIMUM_LISTED_DELIVERIES,
  type RowRules,
  readSearch,
} from '../../../shared/model/index.ts';
import { WEBHOOK_TEST } from '../../../shared/operations/index.ts';
import { call } from '../../bridge.ts';
import { errorSentence } from '../../language/sentence.ts';
import { List } from '../../parts/list.tsx';
import { askedChange, askedWhole } from '../../state/asked.ts';
import { useClock } from '../../state/clock.ts';
import type { ListSource } from '../../state/lists.ts';
import { isSingleKey } from '../../state/preferences.ts';
import { type AskedOperation, go, openDialog, openInBench, selectDelivery, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { webhooksRefresh } from '../../state/webhooks.ts';
import { type Act, ActMenu } from '../../ui/act-menu.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { closeness } from '../../words/match.ts';
import { count, counted } from '../../words/number.ts';
import { age, shortMoment } from '../../words/time.ts';
import { visibleString } from '../../words/visible.ts';
import {
  deliveredLabel,
  deliveryWords,
  eventLabel,
  failedCount,
  offWords,
  subscribedWords,
} from '../../words/webhooks.ts';
import { DeliveryInspector } from './delivery-inspector.tsx';

const COLUMNS: readonly Column<DeliveryRow>[] = [
  {
    key: 'time',
    title: 'Time',
    soft: true,
    width: '104px',
    from: 361,
    cell: ({ createdAt }) => shortMoment(createdAt),
  },
  { key: 'event', title: 'Event', cell: (row) => <Visible text={deliveredLabel(row)} /> },
  { key: 'tries', title: 'Tries', end: true, soft: true, width: '48px', from: 421, cell: ({ attempts }) => attempts },
  {
    key: 'state',
    title: 'State',
    width: 'minmax(0, 136px)',
    cell: (row) => {
      const { tone, label } = deliveryWords(row);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

const RULES: RowRules<DeliveryRow> = {
  orders: {},
  filters: {
    state: ({ state }, value) => state === value,
    event: (row, value) =>
      `${row.eventType} ${eventLabel(row.eventType)} ${deliveredLabel(row)}`.toLowerCase().includes(value),
  },
};

function isFound(row: DeliveryRow, search: string): boolean {
  const { text, passes } = readSearch(RULES, search);
  const { label } = deliveryWords(row);
  return (
    passes(row) &&
    closeness(text, [deliveredLabel(row), eventLabel(row.eventType), label, row.id, row.eventId].join(' ')) > 0
  );
}

/** The newest deliveries of an endpoint, or none. They are at most a hundred, so the page searches them. */
const sourceOf = (endpointId: string | null): ListSource<DeliveryRow> => ({
  place: 'webhooks',
  one: 'delivery',
  many: 'deliveries',
  refresh: webhooksRefresh,
  filters: Object.keys(RULES.filters),
  async load({ search, offset, limit }) {
    const { endpoints, readAt } = await call('webhooks.get', {});
    const all = endpoints.find(({ id }) => id === endpointId)?.deliveries ?? [];
    const found = all.filter((row) => isFound(row, search));
    return { rows: found.slice(offset, offset + limit), total: found.length, refreshedAt: readAt };
  },
  changed: 'webhooks.changed',
});

const open = (asked: AskedOperation) => openDialog({ name: 'operation', asked });

const ROTATE = askedWhole(
  'Rotate signing key',
  'rotate_webhook_key',
  {},
  'Publishes a new signing key now. It signs deliveries a day later, and the old key stays published for another day. Receivers that fetch the key set need no change.',
);

const replayOf = ({ id }: DeliveryRow) =>
  askedWhole(
    'Replay delivery',
    'replay_webhook_delivery',
    { deliveryId: id },
    'Sends the same body and event id again, with a new time and signature.',
  );

/** A service whose deliveries cannot be read has no test deliveries, and an endpoint that is off is sent nothing. */
const canTest = ({ isActive, problem }: EndpointContent) => isActive && problem === null;

const hasFailed = (endpoint: EndpointContent) => failedCount(endpoint) > 0;

/** A service that does not count them lists the newest deliveries only, so the number is not named then. */
const replayLabel = ({ counts }: EndpointContent) =>
  counts === undefined ? 'Replay all failed…' : `Replay ${count(counts.failed)} failed…`;

const replayAllOf = ({ id, name, isActive }: EndpointContent) =>
  askedWhole(
    `Replay failed deliveries of ${name}`,
    'replay_failed_webhook_deliveries',
    { endpointId: id },
    `Sends every failed delivery to ${inQuotes(name)} again, oldest first, each with its body and event id. Newer deliveries wait until then.${isActive ? '' : ' The endpoint is off, so they wait until it is on.'}`,
  );

const testOf = ({ id, name, url }: EndpointContent) =>
  askedWhole(
    `Send test delivery to ${name}`,
    'send_test_webhook_delivery',
    { endpointId: id },
    `Signs a test event and sends it to ${url} once. Its body says that nothing happened. Earlier deliveries that wait are sent first.`,
  );

/** The actions on a delivery, for the menu of its row. */
const actsOf = (row: DeliveryRow): readonly Act[] => [
  { label: 'Replay', run: () => open(replayOf(row)) },
  { label: 'Open in bench', run: () => openInBench(row.id) },
];

const NO_ENDPOINTS: readonly EndpointContent[] = [];
/** The waits between two reads while a test delivery is under way. A receiver has ten seconds to answer. */
const TEST_WAITS_MS = [1000, 1500, 2000, 3000, 4000];

/** Reads the deliveries again while a test delivery waits, a few times at most. */
function useFollowedTests(endpoints: readonly EndpointContent[]): void {
  const reads = useRef(0);
  useEffect(() => {
    const isUnderWay = endpoints.some(({ deliveries }) =>
      deliveries.some(({ state, eventType }) => state === 'waiting' && eventType === WEBHOOK_TEST),
    );
    if (!isUnderWay) reads.current = 0;
    const wait = isUnderWay ? TEST_WAITS_MS[reads.current] : undefined;
    if (wait === undefined) return;
    const timer = window.setTimeout(() => {
      reads.current += 1;
      void webhooksRefresh.start({});
    }, wait);
    return () => window.clearTimeout(timer);
  }, [endpoints]);
}

/** Returns the numbers of all deliveries of an endpoint. Absent where the service does not count them. */
function keptWords({ counts }: EndpointContent): string | undefined {
  if (counts === undefined) return undefined;
  const all = counted(counts.deliveries, 'delivery', 'deliveries');
  return counts.failed === 0 ? all : `${all}, ${count(counts.failed)} failed`;
}

interface DeliveriesProps {
  readonly title: string;
  /** Null while the organization has none. */
  readonly endpoint: EndpointContent | null;
  readonly views: ReactNode;
  readonly menu: ReactNode;
}

/** The newest deliveries of the chosen endpoint, and the actions on both. */
export function Deliveries({ title, endpoint, views, menu }: DeliveriesProps) {
  const selected = useRoute((route) => route.deliveryId);
  const source = useMemo(() => sourceOf(endpoint?.id ?? null), [endpoint?.id]);
  const { answer: content } = useAnswer('webhooks.get', {}, 'webhooks.changed');
  const row =
    content?.endpoints.find(({ id }) => id === endpoint?.id)?.deliveries.find(({ id }) => id === selected) ?? null;
  useFollowedTests(content?.endpoints ?? NO_ENDPOINTS);
  const add = (kind: 'primary' | 'plain' = 'plain') => (
    <Button icon="plus" kind={kind} data-act="true" onClick={() => openDialog({ name: 'add-endpoint' })}>
      Add endpoint
    </Button>
  );
  return (
    <List
      title={title}
      source={source}
      columns={COLUMNS}
      layout="webhooks"
      menu={menu}
      isRefreshed
      counted={endpoint === null ? undefined : keptWords(endpoint)}
      actsOf={actsOf}
      isSelected={selected === null ? null : ({ id }) => id === selected}
      onSelect={({ id }) => selectDelivery(id)}
      onDeselect={() => selectDelivery(null)}
      onKey={(event) => {
        if (event.key === 'R' && isSingleKey(event) && endpoint !== null && hasFailed(endpoint)) {
          event.preventDefault();
          return open(replayAllOf(endpoint));
        }
        if (row === null) return;
        if (event.key === 'r' && isSingleKey(event)) open(replayOf(row));
        else if (event.key === 'b' && isSingleKey(event)) openInBench(row.id);
        else return;
        event.preventDefault();
      }}
      pinned={endpoint === null ? null : <About endpoint={endpoint} views={views} />}
      actions={
        endpoint === null ? null : (
          <>
            {add()}
            <EndpointActs endpoint={endpoint} />
          </>
        )
      }
      empty={
        endpoint === null
          ? {
              about: 'Webhooks send the events of this organization to your servers.',
              title: 'No endpoint yet.',
              action: add('primary'),
            }
          : { title: 'Nothing was delivered yet.', action: null }
      }
      inspector={
        row === null ? null : <DeliveryInspector key={row.id} row={row} onReplay={() => open(replayOf(row))} />
      }
    />
  );
}

interface AboutProps {
  readonly endpoint: EndpointContent;
  readonly views: ReactNode;
}

/** The address and the events of the endpoint. */
function About({ endpoint, views }: AboutProps) {
  const { url, problem, deliveries, deliveriesReadAt = null } = endpoint;
  const off = offWords(endpoint);
  const now = useClock((clock) => clock.now);
  return (
    <>
      <div className="webhooks-about">
        <div className="webhooks-views">{views}</div>
        <span className="cut soft selectable" title={visibleString(url)}>
          <Visible text={url} />
        </span>
        <span className="caption faint cut">
          <Visible text={off === null ? subscribedWords(endpoint) : `${off} · ${subscribedWords(endpoint)}`} />
        </span>
        <span className="webhooks-about-acts">
          {hasFailed(endpoint) ? (
            <Button onClick={() => open(replayAllOf(endpoint))}>{replayLabel(endpoint)}</Button>
          ) : null}
          {canTest(endpoint) ? <Button onClick={() => open(testOf(endpoint))}>Send test</Button> : null}
        </span>
      </div>
      {problem === null ? null : (
        <div className="list-problem">
          <Notice tone="care" title="Deliveries could not be read">
            {errorSentence(problem)}{' '}
            {deliveriesReadAt === null ? 'None is shown.' : `The rows are from ${age(deliveriesReadAt, now)}.`} So no
            test delivery is offered here.
          </Notice>
        </div>
      )}
      {deliveries.length < MAXIMUM_LISTED_DELIVERIES ? null : (
        <p className="list-note caption soft">
          The newest {MAXIMUM_LISTED_DELIVERIES} deliveries are listed.{' '}
          <Button kind="quiet" onClick={() => go('operations')}>
            Read more in All operations
          </Button>
        </p>
      )}
    </>
  );
}

function EndpointActs({ endpoint }: Pick<AboutProps, 'endpoint'>) {
  const { id, name, url, isActive } = endpoint;
  return (
    <ActMenu
      label="Endpoint actions"
      acts={[
        ...(canTest(endpoint) ? [{ label: 'Send test delivery…', run: () => open(testOf(endpoint)) }] : []),
        ...(hasFailed(endpoint) ? [{ label: replayLabel(endpoint), run: () => open(replayAllOf(endpoint)) }] : []),
        {
          label: 'Edit endpoint…',
          run: () => open(askedChange(`Edit ${name}`, 'update_webhook_endpoint', { endpointId: id }, { url, name })),
        },
        {
          label: isActive ? 'Turn off…' : 'Turn on…',
          run: () =>
            open(
              askedWhole(
                isActive ? `Turn off ${name}` : `Turn on ${name}`,
                'update_webhook_endpoint',
                { endpointId: id, isActive: !isActive },
                isActive
                  ? `Stops deliveries to ${inQuotes(name)}. Events that happen meanwhile are not sent later.`
                  : `Sends new events to ${inQuotes(name)} again, and deliveries that wait.`,
              ),
            ),
        },
        {
          label: 'Remove endpoint…',
          run: () =>
            open(
              askedWhole(
                `Remove ${name}`,
                'delete_webhook_endpoint',
                { endpointId: id },
                `Removes the endpoint ${inQuotes(name)} with its log and its deliveries that wait.`,
              ),
            ),
        },
        { label: 'Rotate signing key…', run: () => open(ROTATE) },
      ]}
    />
  );
}
