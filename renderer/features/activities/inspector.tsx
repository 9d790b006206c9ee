import { factsOf, Value } from '../../meaning/value.tsx';
import { fingerprintFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { openDialog, selectActivity } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { breakable, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { activityStatus, voteLabel } from '../../words/status.ts';
import { moment } from '../../words/time.ts';

/** Everything known about the selected activity: what was asked, what came of it, who voted. */
export function ActivityInspector({ activityId }: { readonly activityId: string }) {
  const { answer: detail, problem } = useAnswer('activities.get', { activityId }, 'activities.changed');
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
        ) : undefined
      }
    >
      {problem === null ? null : <Problem error={problem} />}
      {detail === null || words === null ? null : (
        <>
          {words.tone === 'plain' ? null : (
            <Notice tone={words.tone} title={words.label}>
              <p>{words.sentence}</p>
              {detail.failure === null ? null : <p className="selectable">{detail.failure}</p>}
            </Notice>
          )}
          <Facts
            label="Activity"
            facts={[
              ...(words.tone === 'plain' ? [{ label: 'Status', value: words.label }] : []),
              {
                label: 'Summary',
                value: <Value text={detail.row.summary} kind={detail.row.summaryKind} />,
              },
              { label: 'Created', value: moment(detail.row.createdAt) },
              { label: 'Updated', value: moment(detail.row.updatedAt) },
              { label: 'Activity id', value: <span className="mono">{detail.row.activityId}</span> },
              { label: 'Type', value: <span className="mono">{breakable(detail.row.type)}</span> },
              fingerprintFact(detail.row.fingerprint),
            ]}
          />
          <Facts label="Intent" titled facts={factsOf(detail.intent)} />
          {detail.result.length === 0 ? null : <Facts label="Result" titled facts={factsOf(detail.result)} />}
          {detail.votes.length === 0 ? null : (
            <Facts
              label="Votes"
              titled
              facts={detail.votes.map((vote) => ({
                label: voteLabel(vote.selection),
                value: (
                  <>
                    <span className="mono">{vote.userId}</span>
                    <br />
                    <span className="caption faint">{moment(vote.createdAt)}</span>
                  </>
                ),
              }))}
            />
          )}
        </>
      )}
    </Inspector>
  );
}
