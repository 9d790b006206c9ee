import { type ActivityRow, isCompared } from '../../../shared/model/index.ts';
import { List } from '../../parts/list.tsx';
import { OpenRequest, useOpenRequests } from '../../request/open-request.tsx';
import { useVoting } from '../../request/use-voting.ts';
import { activitiesList } from '../../state/lists.ts';
import { go, selectActivity, useRoute } from '../../state/route.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { activityStatus } from '../../words/status.ts';
import { shortMoment } from '../../words/time.ts';
import './activities.css';
import { ActivityInspector } from './inspector.tsx';

const COLUMNS: readonly Column<ActivityRow>[] = [
  { key: 'title', title: 'Activity', cell: ({ type, title }) => <span title={type}>{title}</span> },
  {
    key: 'summary',
    title: 'Summary',
    soft: true,
    cell: ({ summary, summaryKind }) =>
      isCompared(summaryKind) ? <ShortAddress text={summary} /> : <span title={summary}>{summary}</span>,
  },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <Badge tone={activityStatus(status).tone}>{activityStatus(status).label}</Badge>,
  },
  { key: 'created', title: 'Created', soft: true, end: true, cell: ({ createdAt }) => shortMoment(createdAt) },
];

const selectRow = (row: ActivityRow) => selectActivity(row.activityId);

/** The activities of the organization, newest first. Open requests stand above them. */
export function Activities({ title }: { readonly title: string }) {
  const activityId = useRoute((route) => route.activityId);
  const open = useOpenRequests() ?? [];
  const voting = useVoting();
  return (
    <List
      title={title}
      source={activitiesList}
      columns={COLUMNS}
      isSelected={activityId === null ? null : (row) => row.activityId === activityId}
      onSelect={selectRow}
      pinned={
        open.length === 0 ? null : (
          <ul className="activities-open" aria-label="Unsettled requests">
            {open.map((row) => (
              <li key={row.requestId}>
                <OpenRequest row={row} />
              </li>
            ))}
          </ul>
        )
      }
      empty={{
        title: 'No activities yet. Everything you submit is listed here.',
        action: <Button onClick={() => go('sign')}>Sign a message</Button>,
      }}
      inspector={
        activityId === null ? null : <ActivityInspector key={activityId} activityId={activityId} voting={voting} />
      }
    />
  );
}
