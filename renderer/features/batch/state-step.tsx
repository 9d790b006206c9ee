import type { BatchDetail, LineState } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { go } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
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

interface StateStepProps {
  readonly detail: BatchDetail;
  readonly isRunning: boolean;
  readonly onResume: () => void;
  readonly onClosed: () => void;
}

/** A confirmed batch: how far it got, its lines, and the result file. */
export function StateStep({ detail, isRunning, onResume, onClosed }: StateStepProps) {
  const { id, counts, lines, isSent } = detail;
  const rest = counts.left + counts.open;
  const isUnproven = counts.unproven > 0;
  const writing = useAction((as: 'csv' | 'json') => call('batches.write', { id, as }));
  const closing = useAction(async () => {
    await call('batches.close', { id });
    onClosed();
  });
  return (
    <div className="batch-state">
      <Notice
        tone={isUnproven ? 'danger' : rest > 0 ? 'care' : counts.failed + counts.givenUp > 0 ? 'danger' : 'plain'}
        title={rest > 0 && !isUnproven ? `${counted(rest, 'line')} of ${lines.length} not signed` : stateWords(detail)}
        action={
          rest === 0 && !isUnproven ? undefined : (
            <Button kind="primary" disabled={isRunning} onClick={onResume}>
              Resume
            </Button>
          )
        }
      >
        {isUnproven
          ? 'Do not use a signature that is not proven. Resume proves it again, and signs nothing while it has no proof.'
          : rest > 0
            ? 'Resume looks up what was sent, then asks again about the lines that are left. No line is signed twice.'
            : isSent
              ? 'The service sends what it signed. Open an activity for the state of its transaction.'
              : 'Broadcast each payment from its activity.'}
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
                <th scope="col">Activity</th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(page * PAGE, (page + 1) * PAGE).map(({ line, what, state, activityId }) => (
                <tr key={line}>
                  <td className="tabular soft">{line}</td>
                  <td>
                    <Visible text={what} />
                  </td>
                  <td className={`batch-finding tone-${STATES[state].tone}`}>{STATES[state].label}</td>
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
