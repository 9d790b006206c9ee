import type { ActivityDetail } from '../../../shared/model/index.ts';
import { headlineOf, MeaningView } from '../../meaning/meaning.tsx';
import { factsOf } from '../../meaning/value.tsx';
import { fingerprintFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Result } from '../../request/result.tsx';
import { isCompleted } from '../../request/running.tsx';
import { openDialog, selectActivity } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { BytesPane } from '../../ui/bytes-pane.tsx';
import { breakable, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { activityStatus, voteLabel } from '../../words/status.ts';
import { moment } from '../../words/time.ts';

/** The details of the selected activity: its effect, its outcome and its votes. */
export function ActivityInspector({ activityId }: { readonly activityId: string }) {
  const { answer: detail, problem } = useAnswer('activities.get', { activityId }, 'activities.changed');
  const isUnlocked = useSession((session) => session.app?.vault.state === 'unlocked');
  const words = detail === null ? null : activityStatus(detail.row.status);
  return (
    <Inspector
      label="Activity details"
      title={detail?.row.title ?? 'Activity'}
      onClose={() => selectActivity(null)}
      actions={
        detail?.canVote === true ? (
          <Button
            kind="primary"
            data-act="true"
            aria-keyshortcuts="Control+Enter"
            onClick={() => openDialog({ name: 'vote', fingerprint: detail.row.fingerprint })}
          >
            Review and vote
          </Button>
        ) : undefined
      }
    >
      {problem === null ? null : <Problem error={problem} />}
      {detail === null || words === null ? null : (
        <>
          {isUnlocked ? (
            <Does activityId={activityId} detail={detail} />
          ) : (
            <Untold detail={detail} why="Unlock the vault to see what it does. These are its parameters." />
          )}
          <Facts
            label="Activity"
            titled
            facts={[
              ...(words.tone === 'plain' ? [{ label: 'Status', value: words.label }] : []),
              { label: 'Created', value: moment(detail.row.createdAt) },
              { label: 'Updated', value: moment(detail.row.updatedAt) },
              { label: 'Activity id', value: <span className="mono">{detail.row.activityId}</span> },
              { label: 'Type', value: <span className="mono">{breakable(detail.row.type)}</span> },
              fingerprintFact(detail.row.fingerprint),
            ]}
          />
          {detail.votes.length === 0 ? null : (
            <Facts
              label="Votes"
              titled
              facts={[
                ...detail.votes.map((vote) => ({
                  label: voteLabel(vote.selection),
                  value: (
                    <>
                      {vote.name ?? <span className="mono">{vote.userId}</span>}
                      <br />
                      <span className="caption faint">{moment(vote.createdAt)}</span>
                    </>
                  ),
                })),
                ...(detail.canVote ? [MISSING] : []),
              ]}
            />
          )}
        </>
      )}
    </Inspector>
  );
}

/** Characters from which a headline is drawn at text size, so that a long name does not push the findings away. */
const LONG = 140;

const MISSING = {
  label: 'Missing',
  value: <span className="soft">The service does not say which further votes it needs.</span>,
};

/** The outcome of the activity, when it is not the usual one. */
function Became({ detail }: { readonly detail: ActivityDetail }) {
  const { tone, label, sentence: usual } = activityStatus(detail.row.status);
  const sentence = detail.canVote ? 'The service takes your vote. Nothing was done yet.' : usual;
  if (tone === 'plain') return null;
  return (
    <Notice tone={tone} title={label}>
      <p>{sentence}</p>
      {detail.failure === null ? null : <p className="selectable">{detail.failure}</p>}
    </Notice>
  );
}

/** The activity's meaning as decoded by the vault, or its raw parameters when the vault cannot decode it. */
function Does({ activityId, detail }: { readonly activityId: string; readonly detail: ActivityDetail }) {
  const { answer, problem } = useAnswer('activities.tell', { activityId }, 'activities.changed');
  if (answer === null)
    return problem === null ? <Became detail={detail} /> : <Untold detail={detail} why={null} problem={problem} />;
  const { meaning, naming, body } = answer;
  const headline = headlineOf(meaning, naming);
  const note = `${counted(meaning.bodyLength, 'byte')}, proven by the fingerprint`;
  const isDone = isCompleted({ activity: detail });
  return (
    <>
      <h3 className={headline.length > LONG ? 'activity-headline activity-headline-long' : 'activity-headline'}>
        <Visible text={headline} />
      </h3>
      <Became detail={detail} />
      {isDone ? <Result detail={detail} /> : null}
      <MeaningView
        meaning={meaning}
        naming={naming}
        cannot="This cannot be told"
        name={null}
        facts={[]}
        bytes={
          body === null || isDone
            ? null
            : {
                label: 'Exact bytes',
                text: body,
                note,
              }
        }
      />
      {body === null || !isDone ? null : (
        <details className="meaning-fields">
          <summary>Exact bytes</summary>
          <BytesPane label="Exact bytes" text={body} note={note} />
        </details>
      )}
    </>
  );
}

interface UntoldProps {
  readonly detail: ActivityDetail;
  readonly why: string | null;
  readonly problem?: unknown;
}

/** The parameters as the service shows them, when they cannot be decoded. */
function Untold({ detail, why, problem }: UntoldProps) {
  return (
    <>
      <Became detail={detail} />
      {problem === undefined ? null : <Problem error={problem} />}
      {why === null ? null : <p className="soft">{why}</p>}
      {isCompleted({ activity: detail }) ? <Result detail={detail} /> : null}
      <Facts label="Intent" titled facts={factsOf(detail.intent)} />
    </>
  );
}
