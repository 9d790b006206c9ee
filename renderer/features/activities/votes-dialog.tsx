import { useState } from 'react';
import { MAXIMUM_VOTES } from '../../../shared/ipc/index.ts';
import type { WaitingRow } from '../../../shared/model/index.ts';
import { shortHeadline } from '../../meaning/headline.ts';
import { PersonName } from '../../parts/person.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Vote } from '../../request/use-voting.ts';
import { useAsking } from '../../state/session.ts';
import { createWork } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/steps.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { isCancelled, isRefused } from '../../words/problem.ts';
import { votesOf } from '../../words/votes.ts';
import { doneTitle, Outcomes } from './vote-outcomes.tsx';

const casting = createWork('votes.cast');

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
      <div className="dialog-form">
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
                <Group
                  title={`Vote on ${alone.length === 1 ? 'this one' : 'these'} alone`}
                  help="A dangerous request has a question of its own. It is not in this group."
                  rows={alone}
                  isBusy={running}
                  onShow={show}
                  onTakeOut={onTakeOut}
                />
              )}
              {grouped.length === 0 ? null : (
                <Group
                  title={`One answer votes on ${counted(grouped.length, 'request')}`}
                  help="The next window shows each of them whole, decoded on this machine."
                  rows={grouped}
                  isBusy={running}
                  onShow={show}
                  onTakeOut={onTakeOut}
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
              text={isAsking ? 'Waiting for your answer' : (progress?.text ?? 'Reading the requests')}
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

interface GroupProps extends Pick<VotesDialogProps, 'rows' | 'onShow' | 'onTakeOut'> {
  readonly title: string;
  readonly help: string;
  readonly isBusy: boolean;
}

/** Requests with their warnings, the most serious first. */
function Group({ title, help, rows, isBusy, onShow, onTakeOut }: GroupProps) {
  const sorted = rows.toSorted((one, other) => Number(one.warning === null) - Number(other.warning === null));
  return (
    <section className="votes-group" aria-label={title}>
      <h3>{title}</h3>
      <p className="soft caption">{help}</p>
      <ul>
        {sorted.map((row) => (
          <li key={row.activityId}>
            <RequestLines row={row} />
            <Button disabled={isBusy} onClick={() => onShow(row.activityId)}>
              Open
            </Button>
            <Button kind="quiet" disabled={isBusy} onClick={() => onTakeOut(row.activityId)}>
              Take out
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The request in a sentence, its warning, and who asked. */
function RequestLines({ row: { headline, addresses, warning, askedBy, ...row } }: { readonly row: WaitingRow }) {
  const known = new Set(addresses);
  return (
    <div className="votes-request">
      <strong>
        <Visible text={shortHeadline(headline, known)} />
      </strong>
      {warning === null ? null : (
        <span className={`inbox-warning tone-${warning.level}`}>
          <Icon name={warning.level} />
          <span>
            <Visible text={shortHeadline(warning.text, known)} />
          </span>
        </span>
      )}
      <span className="caption soft">
        {askedBy === null ? null : (
          <>
            Asked by <PersonName person={askedBy} /> ·{' '}
          </>
        )}
        {row.missing === undefined ? `${counted(row.approvals, 'vote')} so far` : `${votesOf(row)} votes`}
      </span>
    </div>
  );
}
