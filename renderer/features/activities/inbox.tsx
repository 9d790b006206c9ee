import { useMemo, useState } from 'react';
import { ACTIVITIES_WITH_VOTES, foundWaiting, type WaitingRow } from '../../../shared/model/index.ts';
import { shortHeadline } from '../../meaning/headline.ts';
import { copyText } from '../../parts/copy.tsx';
import { columnsOfLines, groupHeading, isGroupHeading } from '../../parts/groups.tsx';
import { List } from '../../parts/list.tsx';
import { PersonName } from '../../parts/person.tsx';
import { useVoting, type Voting, voteActs, voteKeys } from '../../request/use-voting.ts';
import { useClock } from '../../state/clock.ts';
import { activitiesList, type GroupedRequest, inboxList } from '../../state/lists.ts';
import { isMarked, NO_MARKS, setMarks, toggled, useMarks } from '../../state/marks.ts';
import { go, selectActivity, setSearch, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { count, counted } from '../../words/number.ts';
import { span } from '../../words/time.ts';
import { missingWords, votesOf } from '../../words/votes.ts';
import './activities.css';
import { ActivityInspector } from './inspector.tsx';
import { Missing } from './missing.tsx';
import { VotesDialog } from './votes-dialog.tsx';

const columnsWith = (cast: Voting['cast']): readonly Column<GroupedRequest>[] => [
  {
    key: 'headline',
    title: 'Request',
    cell: (row) => <Request row={row} />,
  },
  {
    key: 'by',
    title: 'Asked by',
    soft: true,
    width: 'minmax(0, 136px)',
    from: 381,
    cell: ({ askedBy }) =>
      askedBy === null ? <span className="faint">not shown</span> : <PersonName person={askedBy} />,
  },
  {
    key: 'votes',
    title: 'Votes',
    soft: true,
    width: '64px',
    from: 561,
    cell: (row) => (row.missing === undefined ? `${row.approvals} so far` : votesOf(row)),
  },
  {
    key: 'expires',
    title: 'Expires',
    soft: true,
    end: true,
    width: '64px',
    cell: ({ expiresAt }) => <Expires at={expiresAt} />,
  },
  { key: 'act', title: 'Vote', isOver: true, cell: (row) => <RowVote row={row} cast={cast} /> },
];

/** The request in a sentence, with its most serious warning below. */
function Request({ row }: { readonly row: GroupedRequest }) {
  const { headline, addresses, warning, expiresAt } = row;
  const known = new Set(addresses);
  const now = useClock((clock) => clock.now);
  const isLapsed = expiresAt !== null && expiresAt <= now;
  return (
    <>
      <span className="inbox-line cut">
        <Visible text={shortHeadline(headline, known)} />
      </span>
      {row.in !== 'wanted' || (warning === null && isLapsed) ? (
        <span className="inbox-line caption soft cut">
          <Visible text={standingWords(row, isLapsed)} />
        </span>
      ) : warning === null ? null : (
        <span className={`inbox-line inbox-warning caption tone-${warning.level}`}>
          <Icon name={warning.level} />
          <span className="cut">
            <Visible text={shortHeadline(warning.text, known)} />
          </span>
        </span>
      )}
    </>
  );
}

/** The state of a request in a line: whose vote it needs, or that its votes expired. */
function standingWords(row: GroupedRequest, isLapsed: boolean): string {
  if (isLapsed)
    return row.in === 'wanted'
      ? 'Its votes expired after 24 hours. Your vote begins anew.'
      : 'Its votes expired after 24 hours. New votes can still decide it.';
  const missing = missingWords(row);
  return missing === null ? 'Waits for the votes of others.' : `Needs ${missing}.`;
}

const isDangerous = ({ warning }: WaitingRow): boolean => warning?.level === 'danger';

/** Votes from the row. A dangerous request is first looked at in the inspector, which a click on the row opens. */
function RowVote({ row, cast }: { readonly row: GroupedRequest; readonly cast: Voting['cast'] }) {
  if (row.in !== 'wanted') return null;
  return (
    <span className="inbox-act">
      {isDangerous(row) ? (
        <Button tabIndex={-1}>Review</Button>
      ) : (
        <>
          <Button tabIndex={-1} onClick={() => cast('reject_activity', row)}>
            Reject
          </Button>
          <Button tabIndex={-1} onClick={() => cast('approve_activity', row)}>
            Approve
          </Button>
        </>
      )}
    </span>
  );
}

/** When its approvals count no more. */
function Expires({ at }: { readonly at: number | null }) {
  const now = useClock((clock) => clock.now);
  if (at === null) return null;
  return at <= now ? <Badge tone="plain">expired</Badge> : span(at - now);
}

/** The actions on a row. Only a request that wants this operator's vote can be voted on. */
function actsOf(voting: Voting, row: GroupedRequest, now: number): readonly Act[] {
  const votes = row.in === 'wanted' ? voteActs(voting, row, now) : [];
  return [
    ...(row.in === 'wanted' && isDangerous(row)
      ? [{ label: 'Review', run: () => selectActivity(row.activityId) }]
      : []),
    ...votes.filter(({ vote }) => vote === 'reject_activity' || !isDangerous(row)),
    { label: 'Copy activity id', run: () => void copyText('Activity id', row.activityId) },
    { label: 'Copy fingerprint', run: () => void copyText('Fingerprint', row.fingerprint) },
  ];
}

/** Says how many waiting requests are not listed, and shows them in Activities. Draws nothing when all are listed. */
function Older({ listed, older }: { readonly listed: number; readonly older: number }) {
  if (older === 0) return null;
  const show = () => {
    setSearch('activities', ACTIVITIES_WITH_VOTES);
    go('activities');
  };
  return (
    <p className="list-note caption soft">
      The newest {counted(listed, 'request')} are listed. {count(older)} older ones wait for votes too.{' '}
      <Button kind="quiet" onClick={show}>
        Show all in Activities
      </Button>
    </p>
  );
}

/** The activities that wait for votes, by whose turn it is. The inspector shows the whole activity and its result. */
export function Inbox({ title }: { readonly title: string }) {
  const activityId = useRoute((route) => route.activityId);
  const voting = useVoting();
  const now = useClock((clock) => clock.now);
  const { cast } = voting;
  const columns = useMemo(() => columnsOfLines(columnsWith(cast)), [cast]);
  const { answer } = useAnswer('activities.waiting', {}, 'activities.changed');
  const selected = answer?.rows.find((row) => row.activityId === activityId);
  const [isReviewing, setReviewing] = useState(false);
  const marks = useMarks((all) => all.inbox ?? NO_MARKS);
  const search = useRoute((route) => route.search.inbox ?? '');
  const marked = foundWaiting(answer?.rows ?? [], marks.allBut ? search : '', null).filter((row) =>
    isMarked(marks, row.activityId),
  );
  return (
    <>
      <List
        title={title}
        source={inboxList}
        columns={columns}
        lines={2}
        headingOf={groupHeading}
        isSelected={activityId === null ? null : (line) => !isGroupHeading(line) && line.activityId === activityId}
        onSelect={(line) => {
          if (!isGroupHeading(line)) selectActivity(line.activityId);
        }}
        onDeselect={() => selectActivity(null)}
        onOpen={() => {
          if (selected !== undefined && !isDangerous(selected)) cast('approve_activity', selected);
        }}
        actsOf={(line) => (isGroupHeading(line) ? [] : actsOf(voting, line, now))}
        onKey={voteKeys(voting, selected, now)}
        markedAction={
          <Button kind="primary" disabled={marked.length === 0} onClick={() => setReviewing(true)}>
            Review {counted(marked.length, 'vote')}
          </Button>
        }
        pinned={
          <>
            <Missing effect="A request that waits for your vote can be among them." />
            <Older
              listed={answer === null ? 0 : answer.rows.length + answer.others.length + answer.voted.length}
              older={answer?.older ?? 0}
            />
          </>
        }
        empty={{
          about: 'Inbox lists the requests that need your vote, and those that wait for others.',
          title: 'None waits now.',
          action: <Button onClick={() => void activitiesList.refresh.start({})}>Check again</Button>,
        }}
        inspector={
          activityId === null ? null : <ActivityInspector key={activityId} activityId={activityId} voting={voting} />
        }
      />
      {isReviewing ? (
        <VotesDialog
          rows={marked}
          onShow={selectActivity}
          onTakeOut={(id) => setMarks('inbox', toggled(marks, id))}
          onClose={(hasVoted) => {
            setReviewing(false);
            if (hasVoted) setMarks('inbox', NO_MARKS);
          }}
        />
      ) : null}
    </>
  );
}
