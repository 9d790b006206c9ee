import { useCallback, useState } from 'react';
import { type ActivityLine, type ActivityRow, isCompared } from '../../../shared/model/index.ts';
import { copyText } from '../../parts/copy.tsx';
import { columnsOfLines, groupHeading, isGroupHeading } from '../../parts/groups.tsx';
import { List } from '../../parts/list.tsx';
import { PersonName } from '../../parts/person.tsx';
import { writeRows } from '../../parts/selection.tsx';
import { OpenRequest, useOpenRequests } from '../../request/open-request.tsx';
import { useVoting, type VotedOn, voteActs, voteKeys } from '../../request/use-voting.ts';
import { useClock } from '../../state/clock.ts';
import { activityLines } from '../../state/lists.ts';
import { useListView } from '../../state/preferences.ts';
import { openDialog, selectActivity, useRoute } from '../../state/route.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { actionOf } from '../../words/action.ts';
import { rowStatus } from '../../words/status.ts';
import { moment, shortMoment, timeOfDay } from '../../words/time.ts';
import { visibleString } from '../../words/visible.ts';
import { votesOf } from '../../words/votes.ts';
import './activities.css';
import { worded } from '../../language/worded.ts';
import { ActivityInspector } from './inspector.tsx';
import { Missing } from './missing.tsx';

const COLUMNS: readonly Column<ActivityRow>[] = [
  {
    key: 'what',
    title: 'What',
    width: 'minmax(0, 1.6fr)',
    cell: ({ words, title, type }) =>
      words === null ? <span title={type}>{worded(title)}</span> : <Visible text={actionOf(words)} />,
  },
  { key: 'with', title: 'With', soft: true, from: 641, cell: (row) => <With row={row} /> },
  {
    key: 'by',
    title: 'By',
    soft: true,
    width: 'minmax(0, 96px)',
    from: 757,
    cell: ({ askedBy }) =>
      askedBy === null ? <span className="faint">not shown</span> : <PersonName person={askedBy} />,
  },
  {
    key: 'status',
    title: 'Status',
    width: '152px',
    cell: (row) => <Status row={row} />,
  },
  {
    key: 'votes',
    title: 'Votes',
    soft: true,
    end: true,
    width: '40px',
    from: 561,
    cell: (row) => (row.approvals === 0 ? null : votesOf(row)),
  },
  {
    key: 'created',
    title: 'Time',
    soft: true,
    end: true,
    width: '104px',
    cell: ({ createdAt }) => shortMoment(createdAt),
  },
];

/** In an order there are no days above the rows, so the time has its date. */
const ORDERED_COLUMNS = columnsOfLines(COLUMNS);
const GROUPED_COLUMNS = columnsOfLines<ActivityRow>(
  COLUMNS.map((column) =>
    column.key === 'created' ? { ...column, width: '56px', cell: (row) => <Time row={row} /> } : column,
  ),
);

/** The time of day. The heading names the day, and the tooltip does so for an open activity of yesterday. */
function Time({ row: { createdAt } }: { readonly row: ActivityRow }) {
  return createdAt === null ? null : <span title={moment(createdAt)}>{timeOfDay(createdAt)}</span>;
}

/** The status in words. Votes expire while the row is shown. */
function Status({ row }: { readonly row: ActivityRow }) {
  const now = useClock((clock) => clock.now);
  const { tone, label, sentence } = rowStatus(row, now);
  return (
    <span title={sentence}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

/** The other party by its name, else by its address. Before the vault described it, the summary of the request. */
function With({ row: { words, summary, summaryKind } }: { readonly row: ActivityRow }) {
  if (words === null)
    return isCompared(summaryKind) ? (
      <ShortAddress text={summary} />
    ) : (
      <span title={visibleString(summary)}>
        <Visible text={summary} />
      </span>
    );
  if (words.party === null) return null;
  const { label, address } = words.party;
  return label === null ? <ShortAddress text={address} /> : <Visible text={label} />;
}

/** The activities of the organization by day, newest first. Unsettled requests and open activities stand above them. */
export function Activities({ title }: { readonly title: string }) {
  const activityId = useRoute((route) => route.activityId);
  const open = useOpenRequests() ?? [];
  const voting = useVoting();
  const [votable, setVotable] = useState<VotedOn | undefined>();
  // The selected row is as it was before the vote.
  const hasVoted = voting.request.flow.step === 'done' && voting.activityId === activityId;
  const now = useClock((clock) => clock.now);
  const search = useRoute((route) => route.search.activities ?? '');
  const { order } = useListView('activities');
  const select = useCallback((row: ActivityLine) => {
    if (isGroupHeading(row)) return;
    setVotable(row.canVote ? row : undefined);
    selectActivity(row.activityId);
  }, []);
  return (
    <List
      title={title}
      source={activityLines}
      columns={order === null ? GROUPED_COLUMNS : ORDERED_COLUMNS}
      headingOf={groupHeading}
      isSelected={activityId === null ? null : (row) => !isGroupHeading(row) && row.activityId === activityId}
      onSelect={select}
      onDeselect={() => selectActivity(null)}
      actsOf={(row) =>
        isGroupHeading(row)
          ? []
          : [
              ...(row.canVote ? voteActs(voting, row, now) : []),
              { label: 'Copy activity id', run: () => void copyText('Activity id', row.activityId) },
              { label: 'Copy fingerprint', run: () => void copyText('Fingerprint', row.fingerprint) },
            ]
      }
      onKey={voteKeys(voting, votable?.activityId === activityId && !hasVoted ? votable : undefined, now)}
      actions={
        <Button icon="export" onClick={() => void writeRows('activities', search, order, null)}>
          Export CSV
        </Button>
      }
      pinned={
        <>
          <Missing effect="The list, its search and its CSV leave them out." />
          {open.length === 0 ? null : (
            <ul className="activities-open" aria-label="Unsettled requests">
              {open.map((row) => (
                <li key={row.requestId}>
                  <OpenRequest row={row} />
                </li>
              ))}
            </ul>
          )}
        </>
      }
      empty={{
        about: 'Activities lists every request to the service, with its votes and its result.',
        title: 'None was made yet.',
        action: (
          <Button kind="primary" onClick={() => openDialog({ name: 'create-wallet' })}>
            Create wallet
          </Button>
        ),
      }}
      inspector={
        activityId === null ? null : <ActivityInspector key={activityId} activityId={activityId} voting={voting} />
      }
    />
  );
}
