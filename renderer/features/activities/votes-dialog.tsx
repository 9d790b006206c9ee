import { useState } from 'react';
import { MAXIMUM_VOTES } from '../../../shared/ipc/index.ts';
import type { WaitingRow } from '../../../shared/model/index.ts';
import { sentence } from '../../language/sentence.ts';
import { Problem } from '../../parts/problem.tsx';
import type { Vote } from '../../request/use-voting.ts';
import { useAsking } from '../../state/session.ts';
import { createWork } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/steps.tsx';
import { useFocusAfterChange } from '../../ui/use-focus-after-change.ts';
import { counted } from '../../words/number.ts';
import { isCancelled, isRefused } from '../../words/problem.ts';
import { doneTitle, Outcomes } from './vote-outcomes.tsx';
import { Requests } from './vote-requests.tsx';

const casting = createWork('votes.cast');
/** The buttons of the listed requests. */
const TAKE_OUT = 'li>.button';

interface VotesDialogProps {
  /** The selected requests. */
  readonly rows: readonly WaitingRow[];
  /** Shows a request in the inspector. */
  readonly onShow: (activityId: string) => void;
  /** Takes a request out of the selection. */
  readonly onTakeOut: (activityId: string) => void;
  /** True once votes were sent. */
  readonly onClose: (hasVoted: boolean) => void;
}

/**
 * The requests of one group of votes. A dangerous request, and one that cannot be described, is voted on alone. Main
 * reads every other one again, and its window shows it whole before the one answer.
 */
export function VotesDialog({ rows, onShow, onTakeOut, onClose }: VotesDialogProps) {
  const isAsking = useAsking();
  const { running, progress, problem, result } = casting.use();
  /** The requests that were asked about, which leave the inbox as they are voted on. */
  const [asked, setAsked] = useState<readonly WaitingRow[] | null>(null);
  const alone = rows.filter((row) => row.warning?.level === 'danger');
  const grouped = rows.filter((row) => row.warning?.level !== 'danger');
  const tooMany = grouped.length > MAXIMUM_VOTES;
  const { box, changed } = useFocusAfterChange(TAKE_OUT);
  const takeOut = (activityId: string) => {
    changed();
    onTakeOut(activityId);
  };
  const vote = async (operation: Vote) => {
    setAsked(grouped);
    await casting.start({ vote: operation, activityIds: grouped.map(({ activityId }) => activityId) });
  };
  const isDone = asked !== null && !running && problem === null && result !== null;
  const close = () => onClose(isDone);
  const show = (activityId: string) => {
    close();
    onShow(activityId);
  };
  return (
    <Dialog
      title={isDone ? doneTitle(result.votes) : `Review ${counted(rows.length, 'vote')}`}
      onClose={close}
      closable={!running}
      wide
      step={isDone ? 'done' : 'review'}
    >
      <div ref={box} className="dialog-form">
        <DialogBody>
          {asked === null || problem === null || isCancelled(problem) ? null : isRefused(problem) ? (
            <Notice tone="plain" title="You did not vote">
              Nothing was stamped or sent.
            </Notice>
          ) : (
            <Problem error={problem} />
          )}
          {isDone ? (
            <Outcomes rows={asked} votes={result.votes} onShow={show} />
          ) : (
            <>
              {alone.length === 0 ? null : (
                <Requests
                  title={`Vote on ${alone.length === 1 ? 'this one' : 'these'} alone`}
                  help="A dangerous request has a question of its own. It is not in this group."
                  rows={alone}
                  isBusy={running}
                  onShow={show}
                  onTakeOut={takeOut}
                />
              )}
              {grouped.length === 0 ? null : (
                <Requests
                  title={`One answer votes on ${counted(grouped.length, 'request')}`}
                  help="The next window shows each of them whole, decoded on this machine."
                  rows={grouped}
                  isBusy={running}
                  onShow={show}
                  onTakeOut={takeOut}
                />
              )}
              {tooMany ? (
                <Notice tone="care" title={`A group has at most ${MAXIMUM_VOTES} requests`}>
                  Take out {counted(grouped.length - MAXIMUM_VOTES, 'request')}.
                </Notice>
              ) : null}
            </>
          )}
        </DialogBody>
        {running ? (
          <DialogActions>
            <Progress
              label="Votes"
              done={progress?.done ?? 0}
              total={progress?.total ?? null}
              text={isAsking ? 'Waiting for your answer' : sentence(progress?.text ?? 'Reading the requests')}
            />
            <Button onClick={() => casting.cancel()}>Stop</Button>
          </DialogActions>
        ) : isDone ? (
          <DialogActions>
            <Button kind="primary" onClick={close}>
              Done
            </Button>
          </DialogActions>
        ) : (
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button disabled={grouped.length === 0 || tooMany} onClick={() => void vote('reject_activity')}>
              Reject {grouped.length}
            </Button>
            <Button
              kind="primary"
              data-act="true"
              disabled={grouped.length === 0 || tooMany}
              onClick={() => void vote('approve_activity')}
            >
              Approve {grouped.length}
            </Button>
          </DialogActions>
        )}
      </div>
    </Dialog>
  );
}
