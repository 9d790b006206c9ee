import { useSyncExternalStore } from 'react';
import type { JobInput, JobName, JobOutput, JobProgress } from '../../shared/ipc/index.ts';
import { job } from '../bridge.ts';
import { isCancelled } from '../words/problem.ts';

export interface WorkState<Name extends JobName> {
  readonly running: boolean;
  readonly progress: JobProgress<Name> | null;
  readonly problem: unknown;
  readonly result: JobOutput<Name> | null;
}

/**
 * One job of main that the page starts now and then (refreshing a list, verifying the log): runs at most once at a time,
 * outlives the screen that started it, and remembers how it ended.
 */
export class Work<Name extends JobName> {
  readonly #name: Name;
  readonly #listeners = new Set<() => void>();
  #state: WorkState<Name> = { running: false, progress: null, problem: null, result: null };
  #controller: AbortController | null = null;

  constructor(name: Name) {
    this.#name = name;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): WorkState<Name> => this.#state;

  /** Starts the job unless it runs. Never throws: the outcome is in `state`. */
  async start(input: JobInput<Name>): Promise<void> {
    if (this.#controller !== null) return;
    this.#controller = new AbortController();
    this.#set({ running: true, progress: null, problem: null });
    try {
      const result = await job(this.#name, input, {
        signal: this.#controller.signal,
        progress: (progress) => this.#set({ progress }),
      });
      this.#set({ running: false, result });
    } catch (problem) {
      this.#set({ running: false, problem: isCancelled(problem) ? null : problem });
    } finally {
      this.#controller = null;
    }
  }

  cancel(): void {
    this.#controller?.abort();
  }

  #set(change: Partial<WorkState<Name>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export function useWork<Name extends JobName>(work: Work<Name>): WorkState<Name> {
  return useSyncExternalStore(work.subscribe, work.state);
}

/** The refreshes that more than one screen shows. */
export const accountsRefresh = new Work('accounts.refresh');
export const activitiesRefresh = new Work('activities.refresh');
