import { Problem } from '../../../parts/problem.tsx';
import { Failure, isCompleted, NotCompleted, Running } from '../../../request/running.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { nextVotersWords } from '../quorum/next-voters.ts';
import type { LeavingStep } from './leaving-rules.ts';
import { isHeld, type LeavingControls, type LeavingRun } from './use-leaving.ts';

interface LeavingProgressProps {
  readonly name: string;
  /** The steps that are left. */
  readonly plan: readonly LeavingStep[];
  readonly leave: LeavingControls;
}

/** The requests of the removal: done, waiting for votes, or not done. */
export function LeavingProgress({ name, plan, leave }: LeavingProgressProps) {
  const { run, request, isReading, read } = leave;
  const done = (run?.started ?? []).filter(({ key }) => !plan.some((step) => step.key === key));
  const isWaiting = plan.some(({ waiting }) => waiting !== null);
  if (run === null && plan.length === 0) return null;
  return (
    <section className="leaving-steps" aria-label="Requests">
      <h2>Requests</h2>
      <ol>
        {done.map(({ key, title }) => (
          <Step key={key} title={title} state="done" />
        ))}
        {plan.map((step) => (
          <Step key={step.key} title={step.title} state={stateOf(step, plan, leave)} isCare={step.waiting !== null} />
        ))}
      </ol>
      {request.flow.step === 'submitting' ? <Running flow={request.flow} /> : null}
      {run !== null && run.current === null ? (
        <Ending name={name} run={run} plan={plan} done={done} leave={leave} />
      ) : null}
      {isWaiting ? (
        <Button disabled={isReading || run?.current != null} onClick={() => void read()}>
          Check votes again
        </Button>
      ) : null}
    </section>
  );
}

function Step({
  title,
  state,
  isCare = false,
}: {
  readonly title: string;
  readonly state: string;
  readonly isCare?: boolean;
}) {
  return (
    <li>
      <Visible text={title} />
      <span className={isCare ? 'tone-care-text' : 'soft'}>
        <Visible text={state} />
      </span>
    </li>
  );
}

function stateOf(
  step: LeavingStep,
  plan: readonly LeavingStep[],
  { run, around }: Pick<LeavingControls, 'run' | 'around'>,
): string {
  if (step.waiting !== null && around !== null) return `waits for ${nextVotersWords(step.waiting, around.content)}`;
  if (run?.current === step.key) return 'asked now';
  if (isHeld(step, plan)) return 'after the quorum change';
  return run === null ? 'not asked yet' : 'not done';
}

interface EndingProps extends LeavingProgressProps {
  readonly run: LeavingRun;
  readonly done: readonly LeavingStep[];
}

/** Why the requests ended, with what was done and what was not. */
function Ending({ name, run, plan, done, leave: { request, problem } }: EndingProps) {
  const { flow } = request;
  if (plan.length === 0 && problem === null)
    return (
      <Notice tone="plain" title={`All requests are complete. ${name} has nothing left that you chose to remove.`} />
    );
  const left = `${done.length} of ${done.length + plan.length} requests are done. ${plan.length === 1 ? 'The other one is' : `The other ${plan.length} are`} not done.`;
  if (run.stopped === null)
    return (
      <Notice tone="care" title="The rest waits for votes">
        {left} Each continues when its votes are there. You can leave this page and come back.
      </Notice>
    );
  return (
    <>
      {flow.step === 'failed' ? <Failure flow={flow} onClosed={request.reset} /> : null}
      {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
      {flow.step === 'done' && !isCompleted(flow.submitted) ? <NotCompleted submitted={flow.submitted} /> : null}
      <Notice tone="care" title="The removal is not complete" loud>
        {run.stopped === 'remains' ? 'The service completed a request, and still reports its object. ' : ''}
        {left} Continue asks for the rest.
      </Notice>
    </>
  );
}
