import { useEffect, useRef } from 'react';
import type { BatchBroadcast, BatchDetail, LineState } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { keepActivitiesFresh } from '../../state/lists.ts';
import { go } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';

const PAGE = 200;

const STATES: Readonly<Record<LineState, { readonly label: string; readonly tone: 'plain' | 'care' | 'danger' }>> = {
  left: { label: 'Not signed', tone: 'care' },
  open: { label: 'Outcome unknown', tone: 'care' },
  waiting: { label: 'Waits at the service', tone: 'care' },
  signed: { label: 'Signed', tone: 'plain' },
  unproven: { label: 'Signature not proven', tone: 'danger' },
  failed: { label: 'Refused', tone: 'danger' },
  givenUp: { label: 'Given up, outcome unknown', tone: 'danger' },
};

/** A signature that was not compared yet is no wrong one. */
const UNCHECKED = { label: 'Signature not checked yet', tone: 'care' } as const;
const wordsOf = (state: LineState, isRefuted: boolean) =>
  state === 'unproven' && !isRefuted ? UNCHECKED : STATES[state];

const BROADCASTS: Readonly<
  Record<BatchBroadcast, { readonly label: string; readonly tone: 'plain' | 'care' | 'danger' }>
> = {
  left: { label: 'Not broadcast', tone: 'care' },
  open: { label: 'Outcome unknown', tone: 'care' },
  asked: { label: 'Waits at the service', tone: 'care' },
  sent: { label: 'Broadcast', tone: 'plain' },
  failed: { label: 'Failed, not broadcast', tone: 'danger' },
};

interface StateActsProps {
  readonly detail: BatchDetail;
  readonly onResume: () => void;
  readonly onBroadcast: () => void;
}

/** The next step of a confirmed batch. It stands in the footer, so a long list never hides it. */
export function StateActs({ detail, onResume, onBroadcast }: StateActsProps) {
  const { counts, lines } = detail;
  const rest = restOf(detail);
  const toSend = toSendOf(detail);
  if (rest > 0 || counts.unproven > 0)
    return (
      <Button kind="primary" large data-act="true" onClick={onResume}>
        {isUncheckedOf(detail) && rest === 0 ? 'Check signatures' : 'Resume'}
      </Button>
    );
  if (toSend === 0) return null;
  return (
    <Button kind="primary" large data-act="true" onClick={onBroadcast}>
      Broadcast {toSend === lines.length ? `all ${toSend}` : counted(toSend, 'line')}
    </Button>
  );
}

/** The lines that are not signed, or whose signing has an unknown outcome. */
const restOf = ({ counts }: Pick<BatchDetail, 'counts'>): number => counts.left + counts.open;

/** True when the service reports signatures that nothing here compared yet. */
const isUncheckedOf = ({ counts, isRefuted }: BatchDetail): boolean => counts.unproven > 0 && !isRefuted;

const toSendOf = ({ lines }: BatchDetail): number => lines.filter(({ broadcast }) => isToBroadcast(broadcast)).length;

/** True when a batch has a next step, which `StateActs` draws. */
export const hasActs = (detail: BatchDetail): boolean =>
  restOf(detail) > 0 || detail.counts.unproven > 0 || toSendOf(detail) > 0;

interface StateStepProps {
  readonly detail: BatchDetail;
  readonly isRunning: boolean;
  readonly onClosed: () => void;
}

/** A confirmed batch: how far it got, its lines, and the result file. */
export function StateStep({ detail, isRunning, onClosed }: StateStepProps) {
  const { id, counts, lines, isSent, isRefuted } = detail;
  const rest = restOf(detail);
  const isUnproven = counts.unproven > 0;
  const isUnchecked = isUncheckedOf(detail);
  const toSend = toSendOf(detail);
  const hasBroadcasts = lines.some(({ broadcast }) => broadcast !== null);
  const writing = useAction((as: 'csv' | 'json') => call('batches.write', { id, as }));
  const closing = useAction(async () => {
    await call('batches.close', { id });
    onClosed();
  });
  return (
    <div className="batch-state">
      <Notice
        tone={
          isRefuted
            ? 'danger'
            : isUnproven || rest > 0
              ? 'care'
              : counts.failed + counts.givenUp > 0
                ? 'danger'
                : 'plain'
        }
        title={
          isUnchecked
            ? `${counted(counts.unproven, 'signature')} not checked yet${rest > 0 ? `, ${counted(rest, 'line')} not signed` : ''}`
            : rest > 0 && !isUnproven
              ? `${counted(rest, 'line')} of ${lines.length} not signed`
              : stateWords(detail)
        }
      >
        {isUnchecked
          ? rest > 0
            ? 'Resume compares each signature with its request, then asks again about the lines that are left. No line is signed twice.'
            : 'The service reports them. Use none before Castellan compared it with its request.'
          : isUnproven
            ? 'Do not use a signature that is not proven. Resume proves it again, and signs nothing while it has no proof.'
            : rest > 0
              ? 'Resume looks up what was sent, then asks again about the lines that are left. No line is signed twice.'
              : isSent
                ? 'The service sends what it signed. Open an activity for the state of its transaction.'
                : toSend > 0
                  ? 'Broadcast asks once about the signed lines, then sends them in order. No line is sent twice.'
                  : hasBroadcasts
                    ? 'Every signed line was broadcast. Open an activity for the state of its transaction.'
                    : 'Open an activity for its signature.'}
      </Notice>
      {[writing.problem, closing.problem].map((problem, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: one place for each act
        problem === null ? null : <Problem key={index} error={problem} />,
      )}
      <div className="batch-choice">
        <Button icon="export" disabled={writing.busy} onClick={() => void writing.run('csv')}>
          Export CSV
        </Button>
        <Button icon="export" disabled={writing.busy} onClick={() => void writing.run('json')}>
          Export JSON
        </Button>
        <Button disabled={isRunning || closing.busy || counts.open > 0} onClick={() => void closing.run()}>
          Remove from list
        </Button>
      </div>
      <Pages label="Lines" count={Math.ceil(lines.length / PAGE)}>
        {(page) => (
          <table className="batch-states" aria-label="Lines">
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">What</th>
                <th scope="col">Status</th>
                {hasBroadcasts ? <th scope="col">Broadcast</th> : null}
                <th scope="col">Activity</th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(page * PAGE, (page + 1) * PAGE).map(({ line, what, state, activityId, broadcast }) => (
                <tr key={line}>
                  <td className="tabular soft">{line}</td>
                  <td lang="en">
                    <Visible text={what} />
                  </td>
                  <td className={`batch-finding tone-${wordsOf(state, isRefuted).tone}`}>
                    {wordsOf(state, isRefuted).label}
                  </td>
                  {hasBroadcasts ? (
                    <td className={`batch-finding tone-${broadcast === null ? 'plain' : BROADCASTS[broadcast].tone}`}>
                      {broadcast === null ? null : BROADCASTS[broadcast].label}
                    </td>
                  ) : null}
                  <td>
                    {activityId === null ? null : (
                      <Button kind="quiet" onClick={() => go('activities', { activityId })}>
                        Show<span className="visually-hidden"> activity of line {line}</span>
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Pages>
    </div>
  );
}

interface FreshBatchProps {
  readonly id: string;
  readonly onRead: (detail: BatchDetail) => void;
}

/** Reads a shown batch again when its requests or activities changed, as after a vote elsewhere. Draws nothing. */
export function FreshBatch({ id, onRead }: FreshBatchProps) {
  const { answer } = useAnswer('batches.get', { id }, 'requests.changed', 'activities.changed');
  // The function is new with each drawing, and only a new answer counts.
  const read = useRef(onRead);
  useEffect(() => {
    read.current = onRead;
  });
  useEffect(() => {
    if (answer !== null) read.current(answer);
  }, [answer]);
  useEffect(keepActivitiesFresh, []);
  return null;
}

/** An open broadcast is settled by the next run, which sends the same bytes. */
const isToBroadcast = (broadcast: BatchBroadcast | null): boolean =>
  broadcast === 'left' || broadcast === 'failed' || broadcast === 'open';

/** “3 lines signed, 1 waits at the service” */
export function stateWords({ counts }: Pick<BatchDetail, 'counts'>): string {
  const { signed, unproven, waiting, failed, givenUp, left, open } = counts;
  const parts = [
    `${counted(signed, 'line')} signed`,
    ...(unproven === 0 ? [] : [`${unproven} not proven`]),
    ...(waiting === 0 ? [] : [`${waiting} waiting at the service`]),
    ...(failed === 0 ? [] : [`${failed} refused`]),
    ...(givenUp === 0 ? [] : [`${givenUp} given up`]),
    ...(left + open === 0 ? [] : [`${left + open} not signed`]),
  ];
  return parts.join(', ');
}
