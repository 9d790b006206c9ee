import type { ActivityDetail } from '../../../shared/model/index.ts';
import { headlineOf, MeaningView } from '../../meaning/meaning.tsx';
import { factsOf } from '../../meaning/value.tsx';
import { fingerprintFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { openDialog, selectActivity } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { breakable, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { activityStatus, voteLabel } from '../../words/status.ts';
import { moment } from '../../words/time.ts';

/** Everything known about the selected activity: what it does, what became of it, who voted. */
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
        detail?.canOpenExport === true ? (
          <Button kind="primary" icon="reveal" onClick={() => openDialog({ name: 'reveal', activityId })}>
            Open export
          </Button>
        ) : detail?.canVote === true ? (
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
          {detail.exportKeyEnds !== null && !detail.canOpenExport ? (
            <Notice tone="plain" title="This export cannot be opened any more">
              Its key was destroyed on {moment(detail.exportKeyEnds)}. Export again.
            </Notice>
          ) : null}
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
              ...(detail.canOpenExport && detail.exportKeyEnds !== null
                ? [{ label: 'Can be opened until', value: moment(detail.exportKeyEnds) }]
                : []),
            ]}
          />
          {detail.result.length === 0 ? null : <Facts label="Result" titled facts={factsOf(detail.result)} />}
          {detail.votes.length === 0 ? null : (
            <Facts
              label="Votes"
              titled
              facts={[
                ...detail.votes.map((vote) => ({
                  label: voteLabel(vote.selection),
                  value: (
                    <>
                      <span className="mono">{vote.userId}</span>
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

/** Characters of a headline from which it is no larger than the text: a long name is not to push away what is found about it. */
const LONG = 140;

const MISSING = {
  label: 'Missing',
  value: <span className="soft">The service does not say which further votes it needs.</span>,
};

/** What became of it, where that is not as usual. */
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

/** What it does, by the vault; its parameters where that cannot be told. */
function Does({ activityId, detail }: { readonly activityId: string; readonly detail: ActivityDetail }) {
  const { answer, problem } = useAnswer('activities.tell', { activityId }, 'activities.changed');
  if (answer === null)
    return problem === null ? <Became detail={detail} /> : <Untold detail={detail} why={null} problem={problem} />;
  const { meaning, naming, body } = answer;
  const headline = headlineOf(meaning, naming);
  return (
    <>
      <h3 className={headline.length > LONG ? 'activity-headline activity-headline-long' : 'activity-headline'}>
        <Visible text={headline} />
      </h3>
      <Became detail={detail} />
      <MeaningView
        meaning={meaning}
        naming={naming}
        cannot="This cannot be told"
        name={null}
        facts={[]}
        bytes={
          body === null
            ? null
            : {
                label: 'Exact bytes',
                text: body,
                note: `${counted(meaning.bodyLength, 'byte')}, proven by the fingerprint`,
              }
        }
      />
    </>
  );
}

interface UntoldProps {
  readonly detail: ActivityDetail;
  readonly why: string | null;
  readonly problem?: unknown;
}

/** The parameters as the service shows them, where nobody can say what they do. */
function Untold({ detail, why, problem }: UntoldProps) {
  return (
    <>
      <Became detail={detail} />
      {problem === undefined ? null : <Problem error={problem} />}
      {why === null ? null : <p className="soft">{why}</p>}
      <Facts label="Intent" titled facts={factsOf(detail.intent)} />
    </>
  );
}
