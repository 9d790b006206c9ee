import type { CallOutput } from '../../../shared/ipc/index.ts';
import type { ActivityDetail } from '../../../shared/model/index.ts';
import { isCalm } from '../../meaning/calm.ts';
import { headlineOf } from '../../meaning/headline.ts';
import { MeaningView } from '../../meaning/meaning.tsx';
import { factsOf } from '../../meaning/value.tsx';
import { fingerprintFact } from '../../parts/copy.tsx';
import { PersonName } from '../../parts/person.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Result } from '../../request/result.tsx';
import { Failure, isCompleted, RunningResult } from '../../request/running.tsx';
import type { Voting } from '../../request/use-voting.ts';
import { useClock } from '../../state/clock.ts';
import { selectActivity } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { breakable, type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Mono, Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { activityStatus, rowStatus, takesApproval, voteLabel } from '../../words/status.ts';
import { moment } from '../../words/time.ts';
import { missingWords } from '../../words/votes.ts';

interface ActivityInspectorProps {
  readonly activityId: string;
  readonly voting: Voting;
}

/** The details of the selected activity: its effect, its result, its votes, and the operator's own vote. */
export function ActivityInspector(props: ActivityInspectorProps) {
  const isUnlocked = useSession((session) => session.app?.vault.state === 'unlocked');
  return isUnlocked ? (
    <Explained {...props} />
  ) : (
    <Details
      {...props}
      described={null}
      problem={null}
      why="Unlock the vault to see what it does. These are its parameters."
    />
  );
}

function Explained(props: ActivityInspectorProps) {
  const { activityId } = props;
  const { answer, problem } = useAnswer('activities.describe', { activityId }, 'activities.changed');
  return <Details {...props} described={answer} problem={answer === null ? problem : null} why={null} />;
}

interface DetailsProps extends ActivityInspectorProps {
  /** The vault's explanation, or null before it and without one. */
  readonly described: CallOutput<'activities.describe'> | null;
  readonly problem: unknown;
  /** Why the vault does not explain it, when it was not asked. */
  readonly why: string | null;
}

function Details({ activityId, voting, described, problem, why }: DetailsProps) {
  const { answer: detail, problem: unread } = useAnswer('activities.get', { activityId }, 'activities.changed');
  const headline =
    described === null ? (detail?.row.title ?? 'Activity') : headlineOf(described.meaning, described.naming);
  const isUnexplained = described === null && (problem !== null || why !== null);
  return (
    <Inspector
      label="Activity details"
      title={headline}
      onClose={() => selectActivity(null)}
      actions={
        detail?.canVote === true ? (
          <VoteButtons
            detail={detail}
            voting={voting}
            isCalm={described !== null && isCalm(described.meaning, described.naming)}
          />
        ) : undefined
      }
    >
      {unread === null ? null : <Problem error={unread} />}
      {voting.activityId === activityId ? <VoteProgress voting={voting} /> : null}
      {detail === null ? null : (
        <>
          <Became detail={detail} />
          {isCompleted({ activity: detail }) ? <Result detail={detail} /> : null}
          {problem === null ? null : <Problem error={problem} />}
          {why === null ? null : <p className="soft">{why}</p>}
          {isUnexplained ? <Facts label="Intent" titled facts={factsOf(detail.intent)} /> : null}
        </>
      )}
      {described === null ? null : (
        <MeaningView
          meaning={described.meaning}
          naming={described.naming}
          cannot="This cannot be explained"
          name={null}
          facts={[]}
          bytes={
            described.body === null
              ? null
              : {
                  label: 'Exact bytes',
                  text: described.body,
                  note: `${counted(described.meaning.bodyLength, 'byte')}, proven by the fingerprint`,
                }
          }
        />
      )}
      {detail === null ? null : <Record detail={detail} />}
    </Inspector>
  );
}

interface VoteButtonsProps {
  readonly detail: ActivityDetail;
  readonly voting: Voting;
  /** The effect is fully known, and no finding calls it dangerous. */
  readonly isCalm: boolean;
}

/**
 * The two votes. An activity that takes no approval of this operator takes only a rejection. Main's own window shows what
 * is voted on and takes the answer. Only the approval of a calm request looks like the usual next step.
 */
function VoteButtons({ detail, voting, isCalm }: VoteButtonsProps) {
  const now = useClock((clock) => clock.now);
  return (
    <>
      {!takesApproval(detail.row, now) ? null : (
        <Button
          kind={isCalm ? 'primary' : 'plain'}
          data-act="true"
          aria-keyshortcuts="Control+Enter"
          onClick={() => voting.cast('approve_activity', detail.row)}
        >
          Approve
        </Button>
      )}
      <Button onClick={() => voting.cast('reject_activity', detail.row)}>Reject</Button>
    </>
  );
}

/** The vote on its way, and its error. An accepted vote shows as the new state of the activity. */
function VoteProgress({ voting: { request } }: { readonly voting: Voting }) {
  const { flow, reset } = request;
  switch (flow.step) {
    case 'idle':
      return flow.problem === null ? null : <Problem error={flow.problem} />;
    case 'submitting':
      return <RunningResult request={request} />;
    case 'failed':
      return <Failure flow={flow} onClosed={reset} />;
    case 'preparing':
    case 'done':
      return null;
  }
}

/** The outcome of the activity, when it is not the usual one. */
function Became({ detail }: { readonly detail: ActivityDetail }) {
  const now = useClock((clock) => clock.now);
  const { status, expiresAt = null } = detail.row;
  const isLapsed = expiresAt !== null && expiresAt <= now;
  const { tone, label, sentence: usual } = isLapsed ? rowStatus(detail.row, now) : activityStatus(status);
  const sentence = !detail.canVote || isLapsed ? usual : votable(detail.row);
  if (tone === 'plain' && !isLapsed) return null;
  // Amber means that it is this operator's turn.
  const isOthersTurn = detail.canVote && detail.row.wantsVote === false;
  return (
    <Notice tone={isOthersTurn ? 'plain' : tone} title={label}>
      <p>{sentence}</p>
      {detail.failure === null ? null : (
        <p className="selectable">
          <Visible text={detail.failure} />
        </p>
      )}
    </Notice>
  );
}

const votable = ({ wantsVote = true }: ActivityDetail['row']): string =>
  wantsVote
    ? 'The service accepts your vote. Nothing has happened yet.'
    : 'The service takes no approval of yours now. Others must act first. Nothing has happened yet.';

/** The votes that are missing, by name where they are known. */
function missingFact({ row, canVote }: ActivityDetail): Fact[] {
  const words = missingWords(row);
  if (words !== null) return [{ label: 'Missing', value: words }];
  return canVote ? [{ label: 'Missing', value: <span className="soft">More votes may be needed.</span> }] : [];
}

/** The votes on the activity, and how the service records it. */
function Record({ detail }: { readonly detail: ActivityDetail }) {
  const words = activityStatus(detail.row.status);
  return (
    <>
      {detail.votes.length === 0 ? null : (
        <Facts
          label="Votes"
          titled
          facts={[
            ...detail.votes.map((vote) => ({
              label: voteLabel(vote.selection),
              value: (
                <>
                  <PersonName person={vote} />
                  <br />
                  <span className="caption faint">{moment(vote.createdAt)}</span>
                </>
              ),
            })),
            ...missingFact(detail),
          ]}
        />
      )}
      <Facts
        label="Activity"
        titled
        facts={[
          ...(words.tone === 'plain' ? [{ label: 'Status', value: words.label }] : []),
          { label: 'Created', value: moment(detail.row.createdAt) },
          { label: 'Updated', value: moment(detail.row.updatedAt) },
          { label: 'Activity id', value: <Mono text={detail.row.activityId} /> },
          { label: 'Type', value: <span className="mono">{breakable(detail.row.type)}</span> },
          fingerprintFact(detail.row.fingerprint),
        ]}
      />
    </>
  );
}
