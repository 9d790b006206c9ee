import { useMemo, useState } from 'react';
import { foundWaiting, type WaitingRow } from '../../../shared/model/index.ts';
import { shortHeadline } from '../../meaning/headline.ts';
import { copyText } from '../../parts/copy.tsx';
import { List } from '../../parts/list.tsx';
import { PersonName } from '../../parts/person.tsx';
import { useVoting, type Voting, voteActs, voteKeys } from '../../request/use-voting.ts';
import { useClock } from '../../state/clock.ts';
import { activitiesList, inboxList } from '../../state/lists.ts';
import { isMarked, NO_MARKS, setMarks, toggled, useMarks } from '../../state/marks.ts';
import { go, selectActivity, setSearch, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { count, counted } from '../../words/number.ts';
import { span } from '../../words/time.ts';
import { votesOf } from '../../words/votes.ts';
import './activities.css';
import { ActivityInspector } from './inspector.tsx';
import { Missing } from './missing.tsx';
import { VotesDialog } from './votes-dialog.tsx';

const columnsWith = (cast: Voting['cast']): readonly Column<WaitingRow>[] => [
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
function Request({ row: { headline, addresses, warning, expiresAt } }: { readonly row: WaitingRow }) {
  const known = new Set(addresses);
  const now = useClock((clock) => clock.now);
  const isLapsed = expiresAt !== null && expiresAt <= now;
  return (
    <>
      <span className="inbox-line cut">
        <Visible text={shortHeadline(headline, known)} />
      </span>
      {warning === null && isLapsed ? (
        <span className="inbox-line caption soft cut">Its votes expired after 24 hours. Your vote begins anew.</span>
      ) : null}
      {warning === null ? null : (
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

const isDangerous = ({ warning }: WaitingRow): boolean => warning?.level === 'danger';

/** Votes from the row. A dangerous request is first looked at in the inspector, which a click on the row opens. */
function RowVote({ row, cast }: { readonly row: WaitingRow; readonly cast: Voting['cast'] }) {
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

/** Says how many waiting requests are not listed, and shows them in Activities. Draws nothing when all are listed. */
function Older({ listed, older }: { readonly listed: number; readonly older: number }) {
  if (older === 0) return null;
  const show = () => {
    setSearch('activities', 'status:needs-your-vote ');
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

/** The activities that wait for this operator's vote. The inspector shows the whole activity and its result. */
export function Inbox({ title }: { readonly title: string }) {
  const activityId = useRoute((route) => route.activityId);
  const voting = useVoting();
  const { cast } = voting;
  const columns = useMemo(() => columnsWith(cast), [cast]);
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
        isSelected={activityId === null ? null : (row) => row.activityId === activityId}
        onSelect={(row) => selectActivity(row.activityId)}
        onDeselect={() => selectActivity(null)}
        onOpen={() => {
          if (selected !== undefined && !isDangerous(selected)) cast('approve_activity', selected);
        }}
        actsOf={(row) => [
          ...(isDangerous(row) ? [{ label: 'Review', run: () => selectActivity(row.activityId) }] : []),
          ...voteActs(voting, row).filter(({ vote }) => vote === 'reject_activity' || !isDangerous(row)),
          { label: 'Copy activity id', run: () => void copyText('Activity id', row.activityId) },
          { label: 'Copy fingerprint', run: () => void copyText('Fingerprint', row.fingerprint) },
        ]}
        onKey={voteKeys(voting, selected)}
        markedAction={
          <Button kind="primary" disabled={marked.length === 0} onClick={() => setReviewing(true)}>
            Review {counted(marked.length, 'vote')}
          </Button>
        }
        pinned={
          <>
            <Missing effect="A request that waits for your vote can be among them." />
            <Older listed={answer?.rows.length ?? 0} older={answer?.older ?? 0} />
          </>
        }
        empty={{
          about: 'Inbox lists the requests of others that need your vote.',
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
