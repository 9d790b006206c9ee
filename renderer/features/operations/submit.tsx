import { useEffect, useRef } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { CarryButton } from '../../request/carry-button.tsx';
import { resultFacts } from '../../request/result-facts.ts';
import { Failure, isCompleted, NotCompleted, RequestButtons, Running } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { go } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Entry } from './catalog.ts';
import { useFill } from './fill.tsx';
import { keepUsed } from './recent.ts';

const TITLES = { submitting: 'Under way', failed: 'Not finished', done: 'Outcome' } as const;

/** An activity: its form, the answer in main's own window, then its progress to the end. */
export function Submit({ entry }: { readonly entry: Entry }) {
  const fill = useFill(entry);
  const request = useRequest();
  const { flow } = request;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step, because a submitted draft is discarded
  useEffect(() => {
    if (flow.step === 'done') fill.discard();
    heading.current?.focus();
  }, [flow.step]);

  if (flow.step === 'idle' || flow.step === 'preparing') {
    const review = () => {
      const parameters = flow.step === 'idle' ? fill.read() : null;
      if (parameters === null) return;
      keepUsed(entry.operation.name);
      void request.review(entry.operation.name, parameters);
    };
    return (
      <form
        className="operation-form"
        onSubmit={(event) => {
          event.preventDefault();
          request.carryNext(false);
          review();
        }}
      >
        <div className="operation-body">
          {fill.fields}
          {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
        </div>
        <footer className="operation-actions">
          {fill.clear}
          <CarryButton request={request} onReview={review} />
          <Button
            kind="primary"
            large
            submit
            disabled={flow.step === 'preparing'}
            data-act="true"
            aria-keyshortcuts="Control+Enter"
          >
            Review
          </Button>
        </footer>
      </form>
    );
  }
  const submitted = flow.step === 'done' ? flow.submitted : null;
  return (
    <div className="operation-form">
      <div className="operation-body">
        <h3 ref={heading} tabIndex={-1}>
          {TITLES[flow.step]}
        </h3>
        {flow.step === 'submitting' ? <Running flow={flow} /> : null}
        {flow.step === 'failed' ? <Failure flow={flow} onClosed={request.reset} /> : null}
        {submitted === null ? null : isCompleted(submitted) ? (
          <Completed submitted={submitted} />
        ) : (
          <NotCompleted submitted={submitted} />
        )}
      </div>
      <footer className="operation-actions">
        <RequestButtons request={request} />
        {flow.step === 'submitting' ? null : (
          <Button large onClick={request.reset}>
            {flow.step === 'failed' ? 'Back to the form' : 'Fill in another'}
          </Button>
        )}
      </footer>
    </div>
  );
}

type Submitted = Parameters<typeof isCompleted>[0];

/** The outcome: every member of the result. */
function Completed({ submitted: { activity } }: { readonly submitted: Submitted }) {
  return (
    <>
      <p>The service completed it.</p>
      {activity.result.length === 0 ? null : <Facts label="Result" titled facts={resultFacts(activity)} />}
      <div>
        <Button onClick={() => go('activities', { activityId: activity.row.activityId })}>Show activity</Button>
      </div>
    </>
  );
}
