import { useRef, useState } from 'react';
import type { JobProgress } from '../../../shared/ipc/index.ts';
import type { BatchDetail, BatchReview } from '../../../shared/model/index.ts';
import { job } from '../../bridge.ts';

/** The step of a batch. */
export type BatchStep =
  | { readonly step: 'table' }
  | { readonly step: 'lines'; readonly review: BatchReview }
  | { readonly step: 'state'; readonly detail: BatchDetail };

type Progress = JobProgress<'batches.review'>;

/** Runs the jobs of a batch, one at a time, with their progress and their error. */
export function useBatch() {
  const [at, setAt] = useState<BatchStep>({ step: 'table' });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);

  const run = async <Output>(
    start: (options: { signal: AbortSignal; progress: (told: Progress) => void }) => Promise<Output>,
    then: (output: Output) => BatchStep,
  ): Promise<boolean> => {
    if (controller.current !== null) return false;
    const running = new AbortController();
    controller.current = running;
    setProblem(null);
    setProgress({ done: 0, total: null, text: 'Starting' });
    try {
      setAt(then(await start({ signal: running.signal, progress: setProgress })));
      return true;
    } catch (error) {
      setProblem(error);
      return false;
    } finally {
      controller.current = null;
      setProgress(null);
    }
  };

  return {
    ...{ at, progress, problem },
    show: (step: BatchStep) => {
      setProblem(null);
      setAt(step);
    },
    /** Shows the state of a batch beside the problem that ended it. */
    update: (detail: BatchDetail) => setAt({ step: 'state', detail }),
    stop: () => controller.current?.abort(),
    review: (input: Parameters<typeof job<'batches.review'>>[1]) =>
      run(
        (options) => job('batches.review', input, options),
        (review) => ({ step: 'lines', review }),
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
