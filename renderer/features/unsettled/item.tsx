import { useState } from 'react';
import type { UnsettledRequest } from '../../../shared/model/index.ts';
import { call, job } from '../../bridge.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { go } from '../../state/route.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Badge } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';
import { isCancelled } from '../../words/problem.ts';
import { activityStatus, unsettledStatus } from '../../words/status.ts';
import { moment } from '../../words/time.ts';

const STAGE_WORDS = {
  sending: 'Sending the same bytes',
  following: 'Following the activity',
  checking: 'Checking the answer',
} as const;

/** One request: its state in words, and the two ways on. Only what was never sent can be discarded. */
export function UnsettledItem({ row }: { readonly row: UnsettledRequest }) {
  const words = unsettledStatus(row.state);
  const [stage, setStage] = useState<keyof typeof STAGE_WORDS | 'starting' | null>(null);
  const [controller, setController] = useState<AbortController | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  const settle = async () => {
    const abort = new AbortController();
    setController(abort);
    setStage('starting');
    setProblem(null);
    try {
      const { activity } = await job(
        'requests.settle',
        { requestId: row.requestId },
        { signal: abort.signal, progress: (progress) => setStage(progress.stage) },
      );
      say(`${row.title}: ${activityStatus(activity.row.status).label.toLowerCase()}.`);
      go('activities', { activityId: activity.row.activityId });
    } catch (error) {
      if (!isCancelled(error)) setProblem(error);
    }
    setStage(null);
    setController(null);
  };

  const discard = async () => {
    try {
      await call('requests.discard', { requestId: row.requestId });
      say(`${row.title} was discarded. Nothing was sent.`);
    } catch (error) {
      setProblem(error);
    }
  };

  return (
    <li className="unsettled-item">
      <div className="unsettled-head">
        <h2>{row.title}</h2>
        <Badge tone={words.tone}>{words.label}</Badge>
      </div>
      <p className="soft">{words.sentence}</p>
      <Facts
        label={`Request ${row.title}`}
        facts={[
          { label: 'Profile', value: row.profile },
          { label: 'Made at', value: moment(row.createdAt) },
          {
            label: 'Fingerprint',
            value: (
              <span className="fact-copy">
                <WholeAddress text={row.fingerprint.replace(/^sha256:/, '')} />
                <CopyIcon what="Fingerprint" text={row.fingerprint} />
              </span>
            ),
          },
        ]}
      />
      {problem === null ? null : <Problem error={problem} />}
      <div className="unsettled-actions">
        {stage === null ? (
          <>
            <Button kind="primary" onClick={() => void settle()}>
              {words.settle}
            </Button>
            {row.state === 'prepared' ? <Button onClick={() => void discard()}>Discard</Button> : null}
          </>
        ) : (
          <>
            <span role="status" className="soft">
              {stage === 'starting' ? 'Starting' : STAGE_WORDS[stage]}
            </span>
            <Button onClick={() => controller?.abort()}>Stop waiting</Button>
          </>
        )}
      </div>
    </li>
  );
}
