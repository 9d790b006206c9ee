import type { CallName, JobName, MainHandlers } from '../../../shared/ipc/index.ts';

/** The handlers of one group of the contract; a missing one does not compile. */
export interface GroupHandlers<Group extends string> {
  readonly calls: Pick<MainHandlers['calls'], Extract<CallName, `${Group}.${string}`>>;
  readonly jobs: Pick<MainHandlers['jobs'], Extract<JobName, `${Group}.${string}`>>;
}
