import { Problem } from '../../parts/problem.tsx';
import { useAnswer } from '../../state/use-answer.ts';
import { createWork } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/steps.tsx';
import { count, counted } from '../../words/number.ts';
import { moment } from '../../words/time.ts';
import { Section } from './section.tsx';

const verification = createWork('audit.verify');

/** The chain of every request stamped on this machine, and the proof that none was changed. */
export function AuditLog() {
  const { answer: status, problem } = useAnswer('audit.status', {});
  const { running, progress, result, problem: broken } = verification.use();
  return (
    <Section
      title="Audit log"
      text="Every request is recorded with its exact bytes before it is stamped. Each entry holds the digest of the one before."
      action={
        running ? (
          <Button onClick={() => verification.cancel()}>Stop verifying</Button>
        ) : (
          <Button onClick={() => void verification.start({})}>Verify audit log</Button>
        )
      }
    >
      {problem === null ? null : <Problem error={problem} />}
      {status === null ? null : (
        <Facts
          label="Audit log"
          facts={[
            { label: 'Entries', value: count(status.entries) },
            { label: 'Last entry', value: status.lastAt === null ? 'none yet' : moment(status.lastAt) },
          ]}
        />
      )}
      <div role="status">
        {running ? (
          <Progress
            label="Verifying the audit log"
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
            text={progress?.text ?? 'Starting'}
          />
        ) : null}
        {!running && result !== null && broken === null ? (
          <Notice tone="proven" title={`${counted(result.entries, 'entry', 'entries')}, unbroken`}>
            Every link and digest is as it was written.
          </Notice>
        ) : null}
      </div>
      {!running && broken !== null ? <Problem error={broken} /> : null}
    </Section>
  );
}
