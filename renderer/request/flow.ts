import type { CallOutput, JobOutput, JobProgress } from '../../shared/ipc/index.ts';

export type Prepared = CallOutput<'requests.prepare'>;
export type Submitted = JobOutput<'requests.submit'>;
export type Stage = JobProgress<'requests.submit'>['stage'];

/** Where a request stands between the form and its end. */
export type Flow =
  | { readonly step: 'idle'; readonly problem: unknown }
  | { readonly step: 'preparing' }
  /** Nothing is stamped yet; the operator reads what it means. */
  | { readonly step: 'ready'; readonly prepared: Prepared }
  | {
      readonly step: 'submitting';
      readonly prepared: Prepared;
      readonly stage: Stage | null;
      readonly stopping: boolean;
    }
  /** It ended with an error; `stage` tells whether its bytes may have left this machine. */
  | { readonly step: 'failed'; readonly prepared: Prepared; readonly stage: Stage | null; readonly problem: unknown }
  | { readonly step: 'done'; readonly prepared: Prepared; readonly submitted: Submitted };

export type FlowEvent =
  | { readonly type: 'prepare' }
  | { readonly type: 'prepared'; readonly prepared: Prepared }
  | { readonly type: 'refused'; readonly problem: unknown }
  | { readonly type: 'submit' }
  | { readonly type: 'stage'; readonly stage: Stage }
  | { readonly type: 'stop' }
  | { readonly type: 'failed'; readonly problem: unknown }
  | { readonly type: 'done'; readonly submitted: Submitted }
  | { readonly type: 'reset' };

export const IDLE: Flow = { step: 'idle', problem: null };

/** The stages in the order they happen, in the operator's words. */
export const STAGES: readonly { readonly stage: Stage; readonly label: string }[] = [
  { stage: 'recording', label: 'Recording' },
  { stage: 'stamping', label: 'Stamping' },
  { stage: 'sending', label: 'Sending' },
  { stage: 'following', label: 'Following' },
  { stage: 'checking', label: 'Checking' },
];

/** Next state; events that come too late for the step they belong to change nothing. */
export function reduce(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'reset':
      return IDLE;
    case 'prepare':
      return { step: 'preparing' };
    case 'prepared':
      return flow.step === 'preparing' ? { step: 'ready', prepared: event.prepared } : flow;
    case 'refused':
      return flow.step === 'preparing' ? { step: 'idle', problem: event.problem } : flow;
    case 'submit':
      return flow.step === 'ready'
        ? { step: 'submitting', prepared: flow.prepared, stage: null, stopping: false }
        : flow;
    case 'stage':
      return flow.step === 'submitting' ? { ...flow, stage: event.stage } : flow;
    case 'stop':
      return flow.step === 'submitting' ? { ...flow, stopping: true } : flow;
    case 'failed':
      return flow.step === 'submitting'
        ? { step: 'failed', prepared: flow.prepared, stage: flow.stage, problem: event.problem }
        : flow;
    case 'done':
      return flow.step === 'submitting' ? { step: 'done', prepared: flow.prepared, submitted: event.submitted } : flow;
  }
}

/** What stopping means now: before sending nothing has left, while following only the waiting ends, in between it is too late. */
export function stopLabel(stage: Stage | null): 'Cancel' | 'Stop waiting' | null {
  if (stage === null || stage === 'recording' || stage === 'stamping') return 'Cancel';
  return stage === 'following' ? 'Stop waiting' : null;
}

/** Whether the bytes of a request that ended at `stage` may have reached the service. */
export function mayHaveLeft(stage: Stage | null): boolean {
  return stage === 'sending' || stage === 'following' || stage === 'checking';
}
