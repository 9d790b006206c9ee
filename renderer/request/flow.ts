import type { JobOutput, JobProgress } from '../../shared/ipc/index.ts';
import { isFinal } from '../words/status.ts';

export type Submitted = JobOutput<'requests.submit'>;
export type Stage = JobProgress<'requests.submit'>['stage'];

/** The step of a request between the form and its end. */
export type Flow =
  | { readonly step: 'idle'; readonly problem: unknown }
  | { readonly step: 'preparing' }
  /** From the question in the trusted window to the end. Nothing is stamped before the answer. */
  | {
      readonly step: 'submitting';
      readonly requestId: string;
      readonly stage: Stage;
      readonly stopping: boolean;
      /** True for a request that can be composed for the offline station instead. */
      readonly canCarry: boolean;
    }
  /** The request ended with an error, which explains the outcome. */
  | { readonly step: 'failed'; readonly requestId: string; readonly problem: unknown }
  | { readonly step: 'done'; readonly submitted: Submitted };

export type FlowEvent =
  | { readonly type: 'prepare' }
  | { readonly type: 'refused'; readonly problem: unknown }
  | { readonly type: 'submit'; readonly requestId: string; readonly canCarry: boolean }
  | { readonly type: 'stage'; readonly stage: Stage }
  | { readonly type: 'stop' }
  | { readonly type: 'failed'; readonly problem: unknown }
  | { readonly type: 'done'; readonly submitted: Submitted }
  /** Others voted after the answer. */
  | { readonly type: 'became'; readonly activity: Submitted['activity'] }
  | { readonly type: 'reset' };

export const IDLE: Flow = { step: 'idle', problem: null };

/** The stages in the order they happen, in the operator's words. */
export const STAGES: readonly { readonly stage: Stage; readonly label: string }[] = [
  { stage: 'confirming', label: 'Your answer' },
  { stage: 'recording', label: 'Recording' },
  { stage: 'stamping', label: 'Stamping' },
  { stage: 'sending', label: 'Sending' },
  { stage: 'following', label: 'Following' },
  { stage: 'checking', label: 'Checking' },
];

/** Returns the next state. An event that arrives too late for its step changes nothing. */
export function reduce(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'reset':
      return IDLE;
    case 'prepare':
      return { step: 'preparing' };
    case 'refused':
      return flow.step === 'preparing' ? { step: 'idle', problem: event.problem } : flow;
    case 'submit':
      return flow.step === 'preparing'
        ? {
            step: 'submitting',
            requestId: event.requestId,
            stage: 'confirming',
            stopping: false,
            canCarry: event.canCarry,
          }
        : flow;
    case 'stage':
      return flow.step === 'submitting' ? { ...flow, stage: event.stage } : flow;
    case 'stop':
      return flow.step === 'submitting' ? { ...flow, stopping: true } : flow;
    case 'failed':
      return flow.step === 'submitting' ? { step: 'failed', requestId: flow.requestId, problem: event.problem } : flow;
    case 'done':
      return flow.step === 'submitting' ? { step: 'done', submitted: event.submitted } : flow;
    case 'became':
      return flow.step === 'done' && waitingOf(flow) === event.activity.row.activityId
        ? { step: 'done', submitted: { ...flow.submitted, activity: event.activity } }
        : flow;
  }
}

/** Returns the id of an answered activity that is not final, such as one that waits for votes. Null without one. */
export function waitingOf(flow: Flow): string | null {
  if (flow.step !== 'done') return null;
  const { activityId, status } = flow.submitted.activity.row;
  return isFinal(status) ? null : activityId;
}

/**
 * Returns the label of the stop button. Before sending, a cancelled request was not sent. While following, only the
 * waiting stops. In between it is too late to stop.
 */
export function stopLabel(stage: Stage): 'Cancel' | 'Stop waiting' | null {
  if (stage === 'confirming' || stage === 'recording' || stage === 'stamping') return 'Cancel';
  return stage === 'following' ? 'Stop waiting' : null;
}
