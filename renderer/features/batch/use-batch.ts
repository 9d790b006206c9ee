import type { JobProgress } from '../../../shared/ipc/index.ts';
import type { BatchDetail } from '../../../shared/model/index.ts';
import { job } from '../../bridge.ts';
import { createByProfile } from '../../state/by-profile.ts';
import { useProfile, useSession } from '../../state/session.ts';
import type { ReviewOf } from './rules.ts';

/** The step of a batch. */
export type BatchStep =
  | { readonly step: 'table' }
  | ({ readonly step: 'lines' } & ReviewOf)
  | { readonly step: 'state'; readonly detail: BatchDetail };

type Progress = JobProgress<'batches.review'>;

interface BatchState {
  readonly at: BatchStep;
  readonly progress: Progress | null;
  readonly problem: unknown;
}

const START: BatchState = { at: { step: 'table' }, progress: null, problem: null };

/** The batch of each profile. It outlives the place, so an operator can work elsewhere during a long run and pause it later. */
const states = createByProfile<BatchState>(START);
const controllers = new Map<string, AbortController>();

/** Reports whether a job of the profile's batches runs here, and whether their place shows a confirmed one. */
export function useBatchWork(profile: string): { readonly isRunning: boolean; readonly isShown: boolean } {
  const { at, progress } = states.use(profile);
  return { isRunning: progress !== null, isShown: at.step === 'state' };
}

/** Shows a confirmed batch in its place, which the caller opens. A typed table stays in its draft. */
export function showBatch(profile: string, detail: BatchDetail): void {
  states.change(profile, { problem: null, at: { step: 'state', detail } });
}

/** Runs the jobs of a batch, one at a time for each profile, with their progress and their error. */
export function useBatch() {
  const profile = useProfile()?.name ?? '';
  const { at, progress, problem } = states.use(profile);
  const set = (change: Partial<BatchState>) => states.change(profile, change);

  const run = async <Output>(
    start: (options: { signal: AbortSignal; progress: (now: Progress) => void }) => Promise<Output>,
    then: (output: Output) => BatchStep,
  ): Promise<boolean> => {
    if (controllers.has(profile)) return false;
    const running = new AbortController();
    controllers.set(profile, running);
    set({ problem: null, progress: { done: 0, total: null, text: 'Starting' } });
    try {
      const report = (now: Progress) => set({ progress: now });
      set({ at: then(await start({ signal: running.signal, progress: report })) });
      return true;
    } catch (error) {
      set({ problem: error });
      return false;
    } finally {
      controllers.delete(profile);
      set({ progress: null });
    }
  };

  return {
    at,
    progress,
    problem,
    /** Main answers for the profile on screen, which the operator may have changed during a long run. */
    isOnScreen: () => useSession.getState().app?.profile === profile,
    show: (step: BatchStep) => set({ problem: null, at: step }),
    /** Shows the state of a batch beside the problem that ended it. */
    update: (detail: BatchDetail) => set({ at: { step: 'state', detail } }),
    fail: (error: unknown) => set({ problem: error }),
    /** Leaves the review, and keeps the problem. */
    leaveReview: () => set({ at: START.at }),
    stop: () => controllers.get(profile)?.abort(),
    review: (input: Parameters<typeof job<'batches.review'>>[1]) =>
      run(
        (options) => job('batches.review', input, options),
        (review) => ({ step: 'lines', review, of: input }),
      ),
    submit: (input: Parameters<typeof job<'batches.submit'>>[1]) =>
      run(
        (options) => job('batches.submit', input, options),
        (detail) => ({ step: 'state', detail }),
      ),
    broadcast: (id: string) =>
      run(
        (options) => job('batches.broadcast', { id }, options),
        (detail) => ({ step: 'state', detail }),
      ),
    resume: (id: string) =>
      run(
        (options) => job('batches.resume', { id }, options),
        (detail) => ({ step: 'state', detail }),
      ),
  };
}
