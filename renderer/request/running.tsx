import { Problem } from '../parts/problem.tsx';
import { go } from '../state/route.ts';
import { useAsking } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Steps } from '../ui/steps.tsx';
import { Visible } from '../ui/visible.tsx';
import { isRefused, problemWords } from '../words/problem.ts';
import { activityStatus, isFinal } from '../words/status.ts';
import './request.css';
import { type Flow, STAGES, type Submitted, stopLabel } from './flow.ts';
import { OpenRequest, useOpenRequests } from './open-request.tsx';
import type { RequestControls } from './use-request.ts';

type Submitting = Extract<Flow, { step: 'submitting' }>;
type Failed = Extract<Flow, { step: 'failed' }>;

/** Progress of a running request. It first waits for the operator in the trusted window. */
export function Running({ flow }: { readonly flow: Submitting }) {
  const isAsking = useAsking();
  const current = STAGES.findIndex((entry) => entry.stage === flow.stage);
  return (
    <div className="request-progress">
      {flow.stage === 'confirming' && isAsking ? (
        <Notice tone="plain" title="Waiting for your answer in the confirmation window" loud>
          It shows what these bytes mean. Nothing is stamped before you confirm it there.
        </Notice>
      ) : null}
      <Steps label="Progress" steps={STAGES.map((entry) => entry.label)} current={Math.max(current, 0)} />
    </div>
  );
}

interface RequestButtonsProps {
  readonly request: Pick<RequestControls, 'flow' | 'stop' | 'carryInstead'>;
  /** False for a request that no other machine can compose. */
  readonly carriable?: boolean;
  /** False where the page around it has the only button that stops it. */
  readonly stoppable?: boolean;
}

/**
 * The buttons of a running request. One stops it, labelled by the effect of stopping now. While the question is open,
 * another one carries the request to the offline station instead. None when it is too late.
 */
export function RequestButtons({ request, carriable = true, stoppable = true }: RequestButtonsProps) {
  const { flow, stop, carryInstead } = request;
  if (flow.step !== 'submitting') return null;
  const label = stopLabel(flow.stage);
  if (label === null) return null;
  return (
    <>
      {carriable && flow.canCarry && flow.stage === 'confirming' ? (
        <Button onClick={carryInstead} disabled={flow.stopping}>
          Carry to the offline station
        </Button>
      ) : null}
      {stoppable ? (
        <Button onClick={stop} disabled={flow.stopping}>
          {label}
        </Button>
      ) : null}
    </>
  );
}

/** A running request in the place of its result, with the buttons that stop it. */
export function RunningResult({ request, ...buttons }: RequestButtonsProps) {
  const { flow } = request;
  if (flow.step !== 'submitting') return null;
  return (
    <div className="request-result">
      <Running flow={flow} />
      <div className="request-actions">
        <RequestButtons request={request} {...buttons} />
      </div>
    </div>
  );
}

interface FailureProps {
  readonly flow: Failed;
  /** Called when the open request was closed, so that the form appears again. */
  readonly onClosed: () => void;
}

/** A request that ended with an error: its outcome, and the next steps when it is open. */
export function Failure({ flow: { problem, requestId }, onClosed }: FailureProps) {
  const row = useOpenRequests()?.find((open) => open.requestId === requestId);
  if (isRefused(problem)) {
    return (
      <Notice tone="plain" title="Not signed">
        {problemWords(problem).message}
      </Notice>
    );
  }
  return row === undefined ? (
    <Problem error={problem} />
  ) : (
    <OpenRequest row={row} problem={problem} onClosed={onClosed} />
  );
}

/** The state of an answered activity that is not completed, in words. */
export function NotCompleted({ submitted }: { readonly submitted: Submitted }) {
  const { row, failure } = submitted.activity;
  const words = activityStatus(row.status);
  return (
    <Notice
      tone={isFinal(row.status) ? 'danger' : 'care'}
      title={words.label}
      loud
      action={<Button onClick={() => go('activities', { activityId: row.activityId })}>Show activity</Button>}
    >
      <p>{words.sentence}</p>
      {failure === null ? null : (
        <p className="selectable">
          <Visible text={failure} />
        </p>
      )}
    </Notice>
  );
}

/** Returns true when the service completed the activity. */
export function isCompleted(submitted: Submitted): boolean {
  return submitted.activity.row.status === 'ACTIVITY_STATUS_COMPLETED';
}
