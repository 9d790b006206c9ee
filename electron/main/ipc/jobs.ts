import { AppError } from '../../../shared/errors/index.ts';

/** Jobs of one page that may run at a time. The interface never starts more than a handful. */
const MAXIMUM_JOBS = 32;

/** The running jobs of every page, identified by sender and the id that the page made. */
export interface Jobs {
  /** Throws INVALID_INPUT for an id in use and for too many at a time. `end` must be called when the job is over. */
  start(sender: number, jobId: string): { readonly signal: AbortSignal; end(): void };
  cancel(sender: number, jobId: string): void;
  /** Cancels the jobs of a page that is gone. */
  cancelAll(sender: number): void;
}

export function createJobs(): Jobs {
  const running = new Map<number, Map<string, AbortController>>();
  return {
    start(sender, jobId) {
      const ofSender = running.get(sender) ?? new Map<string, AbortController>();
      if (ofSender.has(jobId) || ofSender.size >= MAXIMUM_JOBS) {
        throw new AppError(
          'INVALID_INPUT',
          'Too many operations are running. This one was not started. Wait until one finishes and try again.',
        );
      }
      const controller = new AbortController();
      running.set(sender, ofSender.set(jobId, controller));
      return {
        signal: controller.signal,
        end() {
          ofSender.delete(jobId);
          if (ofSender.size === 0 && running.get(sender) === ofSender) running.delete(sender);
        },
      };
    },
    cancel: (sender, jobId) => running.get(sender)?.get(jobId)?.abort(),
    cancelAll(sender) {
      for (const controller of running.get(sender)?.values() ?? []) controller.abort();
    },
  };
}
