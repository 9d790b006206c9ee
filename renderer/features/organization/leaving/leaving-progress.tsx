import { Problem } from '../../../parts/problem.tsx';
import { Failure, isCompleted, NotCompleted, RunningResult } from '../../../request/running.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { nextVotersWords } from '../quorum/next-voters.ts';
import { isHeld, type LeavingPlan, type LeavingState, stateOfSteps } from './leaving-plan.ts';
import type { LeavingStep } from './leaving-rules.ts';
import type { LeavingControls, LeavingRun } from './use-leaving.ts';

interface LeavingProgressProps {
  readonly name: string;
  readonly plan: LeavingPlan;
  readonly leave: LeavingControls;
}

const NOTHING_READ = { open: [], isOpenWhole: false };

/** The requests of the removal: done, waiting for votes, not done, or not known. */
export function LeavingProgress({ name, plan, leave }: LeavingProgressProps) {
  const { run, request, isReading, read, around } = leave;
  const state = stateOfSteps(run?.started ?? [], plan, around ?? NOTHING_READ);
  const { done, left, unknown } = state;
  const isWaiting = left.some(({ waiting }) => waiting !== null);
  if (run === null && left.length === 0) return null;
  return (
    <section className="leaving-steps" aria-label="Requests">
      <h2>Requests</h2>
      <ol>
        {done.map(({ key, title }) => (
          <Step key={key} title={title} state="done" />
        ))}
        {left.map((step) => (
          <Step key={step.key} title={step.title} state={stateOf(step, left, leave)} isCare={step.waiting !== null} />
        ))}
        {unknown.map(({ key, title }) => (
          <Step key={key} title={title} state="not known" isCare />
        ))}
      </ol>
      <RunningResult request={request} stoppable={false} />
      {run !== null && run.current === null ? <Ending name={name} run={run} state={state} leave={leave} /> : null}
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
  left: readonly LeavingStep[],
  { run, around }: Pick<LeavingControls, 'run' | 'around'>,
): string {
  if (step.waiting !== null && around !== null) return `waits for ${nextVotersWords(step.waiting, around.content)}`;
  if (run?.current === step.key) return 'asked now';
  if (isHeld(step, left)) return 'after the quorum change';
  return run === null ? 'not asked yet' : 'not done';
}

interface EndingProps {
  readonly name: string;
  readonly run: LeavingRun;
  readonly state: LeavingState;
  readonly leave: LeavingControls;
}

/** Why the requests ended, with what was done, what was not, and what is not known. */
function Ending({ name, run, state: { done, left, unknown }, leave: { request, problem } }: EndingProps) {
  const { flow } = request;
  const isEnd = left.length === 0 && unknown.length === 0 && run.stopped === null && problem === null;
  if (isEnd)
    return (
      <Notice tone="plain" title={`All requests are complete. ${name} has nothing left that you chose to remove.`} />
    );
  const words = [
    `${done.length} of ${done.length + left.length + unknown.length} requests are done.`,
    ...(left.length === 0
      ? []
      : [left.length === 1 ? 'The other one is not done.' : `The other ${left.length} are not done.`]),
    ...(unknown.length === 0 ? [] : [`Of ${unknown.length} it is not known.`]),
  ].join(' ');
  if (run.stopped === null && problem === null && unknown.length === 0)
    return (
      <Notice tone="care" title="The rest waits for votes">
        {words} Each continues when its votes are there. You can leave this page and come back.
      </Notice>
    );
  return (
    <>
      {flow.step === 'failed' ? <Failure flow={flow} onClosed={request.reset} /> : null}
      {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
      {flow.step === 'done' && !isCompleted(flow.submitted) ? <NotCompleted submitted={flow.submitted} /> : null}
      <Notice
        tone="care"
        title={unknown.length === 0 ? 'The removal is not complete' : 'It is not known what is left'}
        loud
      >
        {run.stopped === 'remains' ? 'The service completed a request, and still reports its object. ' : ''}
        {words} {unknown.length === 0 ? 'Continue asks for the rest.' : 'Refresh the organization, then continue.'}
      </Notice>
    </>
  );
}
