import { useRef, useState } from 'react';
import type { UnsettledRequest } from '../../../shared/model/index.ts';
import { call, job } from '../../bridge.ts';
import { fingerprintFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { go } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Badge } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';
import { isCancelled } from '../../words/problem.ts';
import { activityStatus, unsettledStatus } from '../../words/status.ts';
import { moment } from '../../words/time.ts';

const STAGE_WORDS = {
  starting: 'Starting',
  sending: 'Sending the same bytes',
  following: 'Following the activity',
  checking: 'Checking the answer',
} as const;

/** One request: its state in words, and the two ways on. Only what was never sent can be discarded. */
export function UnsettledItem({ row }: { readonly row: UnsettledRequest }) {
  const words = unsettledStatus(row.state);
  const [stage, setStage] = useState<keyof typeof STAGE_WORDS>('starting');
  const controller = useRef<AbortController | null>(null);

  const settle = useAction(async () => {
    controller.current = new AbortController();
    setStage('starting');
    try {
      const { activity } = await job(
        'requests.settle',
        { requestId: row.requestId },
        { signal: controller.current.signal, progress: (progress) => setStage(progress.stage) },
      );
      say(`${row.title}: ${activityStatus(activity.row.status).label.toLowerCase()}.`);
      go('activities', { activityId: activity.row.activityId });
    } catch (error) {
      if (!isCancelled(error)) throw error;
    }
  });
  const discard = useAction(async () => {
    await call('requests.discard', { requestId: row.requestId });
    say(`${row.title} was discarded. Nothing was sent.`);
  });
  const problem = settle.problem ?? discard.problem;

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
          fingerprintFact(row.fingerprint),
        ]}
      />
      {problem === null ? null : <Problem error={problem} />}
      <div className="unsettled-actions">
        {settle.busy ? (
          <>
            <span role="status" className="soft">
              {STAGE_WORDS[stage]}
            </span>
            <Button onClick={() => controller.current?.abort()}>Stop waiting</Button>
          </>
        ) : (
          <>
            <Button kind="primary" onClick={() => void settle.run()}>
              {words.settle}
            </Button>
            {row.state === 'prepared' ? (
              <Button onClick={() => void discard.run()} disabled={discard.busy}>
                Discard
              </Button>
            ) : null}
          </>
        )}
      </div>
    </li>
  );
}
