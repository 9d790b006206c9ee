import { useRef, useState } from 'react';
import { OUTCOMES, outcomeOfOpen } from '../../shared/errors/index.ts';
import type { UnsettledRequest } from '../../shared/model/index.ts';
import { call, job } from '../bridge.ts';
import { fingerprintFact } from '../parts/copy.tsx';
import { createDraft } from '../state/draft.ts';
import { go } from '../state/route.ts';
import { useSession } from '../state/session.ts';
import { useAction } from '../state/use-action.ts';
import { useAnswer } from '../state/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { say } from '../ui/toasts.tsx';
import { Visible } from '../ui/visible.tsx';
import { isRefused, problemWords } from '../words/problem.ts';
import { activityStatus } from '../words/status.ts';
import { moment } from '../words/time.ts';
import './request.css';
import { worded } from '../language/worded.ts';
import { inSentence } from '../words/labels.ts';

const STAGE_WORDS = {
  sending: 'Sending the bytes',
  following: 'Following the activity',
  checking: 'Checking the answer',
} as const;

/** The reason for giving up, by request. Null while the form is closed. */
const useReasons = createDraft<Readonly<Record<string, string | null>>>({}, 'reasons');

/** Returns the open requests of the current profile, or null before main's answer. */
export function useOpenRequests(): readonly UnsettledRequest[] | null {
  const { answer } = useAnswer('requests.unsettled', {}, 'requests.changed');
  const profile = useSession((session) => session.app?.profile ?? null);
  return answer?.rows.filter((row) => row.profile === profile) ?? null;
}

interface OpenRequestProps {
  readonly row: UnsettledRequest;
  /** The error that left the request open, when it has just occurred. A later attempt replaces it. */
  readonly problem?: unknown;
  /** Called when it is closed without an activity. */
  readonly onClosed?: () => void;
}

/**
 * One open request: its content, its outcome, and the next steps. Not sent: send or discard. Unknown: check again, or
 * give up.
 */
export function OpenRequest({ row, problem: seen = null, onClosed }: OpenRequestProps) {
  const outcome = outcomeOfOpen(row.state);
  const isSent = outcome === 'unknown';
  const [stage, setStage] = useState<keyof typeof STAGE_WORDS>('sending');
  const controller = useRef<AbortController | null>(null);
  const { requestId } = row;
  const { value: reasons, set: setReasons } = useReasons();
  const reason = reasons[requestId] ?? null;
  const setReason = (text: string | null) => setReasons({ ...reasons, [requestId]: text });

  const settle = useAction(async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setStage('sending');
    const progress = (reached: { stage: typeof stage }) => setStage(reached.stage);
    const { activity } = await job('requests.settle', { requestId }, { signal, progress });
    say(`${row.title}: ${inSentence(activityStatus(activity.row.status).label)}.`);
    go('activities', { activityId: activity.row.activityId });
  });
  const close = useAction(async () => {
    if (reason === null) await call('requests.discard', { requestId });
    else await call('requests.giveUp', { requestId, reason });
    say(reason === null ? `${row.title} was discarded. Nothing was sent.` : `${row.title} was given up.`);
    setReason(null);
    onClosed?.();
  });
  const problem = [close.problem, settle.problem, seen].find((found) => found !== null && !isRefused(found)) ?? null;
  const { title, sentence } = OUTCOMES[outcome];

  return (
    <Notice
      tone={row.wasClosed ? 'danger' : 'care'}
      title={`${row.title}: ${inSentence(worded(title))}`}
      loud={problem !== null}
    >
      <div className="request-open">
        {problem !== null ? (
          <p className="selectable">
            <Visible text={problemWords(problem).message} />
          </p>
        ) : row.wasClosed ? (
          <p>It was closed here, yet the service lists it. Check its result.</p>
        ) : (
          <p>{sentence}</p>
        )}
        <Facts
          label={row.title}
          facts={[{ label: 'Made at', value: moment(row.createdAt) }, fingerprintFact(row.fingerprint)]}
        />
        {reason === null ? null : (
          <TextField
            label="Reason"
            help="It is recorded in the audit log."
            maxLength={500}
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <div className="request-actions">
          {settle.busy ? (
            <>
              <span role="status" className="soft">
                {STAGE_WORDS[stage]}
              </span>
              <Button onClick={() => controller.current?.abort()}>Stop waiting</Button>
            </>
          ) : reason === null ? (
            <>
              <Button kind="primary" onClick={() => void settle.run()}>
                {isSent ? 'Check again' : 'Send'}
              </Button>
              <Button disabled={close.busy} onClick={() => (isSent ? setReason('') : void close.run())}>
                {isSent ? 'Give up…' : 'Discard'}
              </Button>
            </>
          ) : (
            <>
              <Button kind="danger" disabled={close.busy || reason.trim() === ''} onClick={() => void close.run()}>
                Give up
              </Button>
              <Button onClick={() => setReason(null)}>Keep it open</Button>
            </>
          )}
        </div>
      </div>
    </Notice>
  );
}
