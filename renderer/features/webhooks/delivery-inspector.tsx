import type { DeliveryRow, DeliveryTry } from '../../../shared/model/index.ts';
import { errorSentence } from '../../language/sentence.ts';
import { Fold } from '../../meaning/fold.tsx';
import { idFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { go, openInBench, selectDelivery } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { BytesPane } from '../../ui/bytes-pane.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Visible } from '../../ui/visible.tsx';
import { sentenceOf } from '../../words/headline.ts';
import { counted } from '../../words/number.ts';
import { moment, tookWords } from '../../words/time.ts';
import { afterTry, deliveredLabel, deliveryWords, eventLabel, tryWords } from '../../words/webhooks.ts';

/** The attempts of a delivery over all sends, newest first. */
function Tries({ answer, problem }: Pick<ReturnType<typeof useAnswer<'webhooks.tries'>>, 'answer' | 'problem'>) {
  if (answer === null) return problem === null ? null : <Problem error={problem} />;
  if (answer.tries === null)
    return (
      <Notice tone="plain" title="The attempts could not be read">
        {answer.problem === null ? null : errorSentence(answer.problem)}
      </Notice>
    );
  const [newest] = answer.tries;
  if (newest === undefined) return <p className="soft">No attempt is recorded.</p>;
  return (
    <>
      {newest.response === null || newest.response === '' ? null : (
        <BytesPane label="Response body" text={newest.response} note={responseNote(newest)} />
      )}
      <Facts
        label="Each attempt"
        titled
        facts={answer.tries.map((each) => ({
          label: `Attempt ${each.number}`,
          ...(each.duration === null ? {} : { aside: tookWords(each.duration) }),
          value: (
            <>
              <Visible text={tryWords(each)} />
              <br />
              <span className="caption faint">{moment(each.at)}</span>
              {each === newest || each.response === null || each.response === '' ? null : (
                <Fold title="Response body" note="" isOpen={false}>
                  <BytesPane
                    label={`Response to attempt ${each.number}`}
                    text={each.response}
                    note={responseNote(each)}
                  />
                </Fold>
              )}
            </>
          ),
        }))}
      />
    </>
  );
}

/** Returns the author of a response, with the number of its bytes where the service reports it. */
function responseNote({ responseBytes, responseIsCut }: DeliveryTry): string {
  if (responseBytes === null) return responseIsCut ? 'by the receiver, cut' : 'by the receiver';
  const size = counted(responseBytes, 'byte', 'bytes');
  return responseIsCut ? `by the receiver, cut after ${size}` : `by the receiver, ${size}`;
}

interface DeliveryInspectorProps {
  readonly row: DeliveryRow;
  readonly onReplay: () => void;
}

/** Leads to the activity that the delivery is about, by its headline where it is described here. */
function ActivityLink({ id, words }: NonNullable<DeliveryRow['activity']>) {
  return (
    <Button kind="quiet" onClick={() => go('activities', { activityId: id })}>
      {words === undefined ? 'Open activity' : <Visible text={sentenceOf(words)} />}
    </Button>
  );
}

/** A delivery with its state, its attempts and its ids. */
export function DeliveryInspector({ row, onReplay }: DeliveryInspectorProps) {
  const tries = useAnswer('webhooks.tries', { deliveryId: row.id }, 'webhooks.changed');
  const newest = tries.answer?.tries?.[0];
  const latest = newest === undefined ? row : afterTry(row, newest);
  const { tone, sentence } = deliveryWords(latest);
  const answer = latest.outcome ?? 'None yet';
  const keyId = tries.answer?.tries?.[0]?.keyId ?? null;
  return (
    <Inspector
      label="Delivery details"
      title={deliveredLabel(row)}
      under={moment(row.createdAt)}
      onClose={() => selectDelivery(null)}
      actions={
        <>
          <Button kind={latest.state === 'failed' ? 'primary' : 'plain'} icon="refresh" onClick={onReplay}>
            Replay
          </Button>
          <Button onClick={() => openInBench(row.id)}>Open in bench</Button>
        </>
      }
    >
      {tone === 'plain' ? null : (
        <Notice tone={tone} title={`The last attempt ended with ${answer}`}>
          {sentence}
        </Notice>
      )}
      <Facts
        label="Latest send"
        titled
        facts={[
          { label: 'Tries', value: latest.attempts },
          { label: 'Response', value: answer },
          { label: 'Last change', value: moment(row.updatedAt) },
          ...(row.nextAttemptAt === null ? [] : [{ label: 'Next try', value: moment(row.nextAttemptAt) }]),
        ]}
      />
      <Tries {...tries} />
      <Facts
        label="Delivery"
        titled
        facts={[
          { label: 'Event', value: eventLabel(row.eventType) },
          ...(row.activity === undefined ? [] : [{ label: 'Activity', value: <ActivityLink {...row.activity} /> }]),
          ...(row.bodyBytes === undefined ? [] : [{ label: 'Body', value: counted(row.bodyBytes, 'byte', 'bytes') }]),
          ...(keyId === null ? [] : [idFact('Signed by key', keyId)]),
          idFact('Event id', row.eventId),
          idFact('Delivery id', row.id),
        ]}
      />
    </Inspector>
  );
}
