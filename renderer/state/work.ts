import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { JobInput, JobName, JobOutput, JobProgress } from '../../shared/ipc/index.ts';
import { job } from '../bridge.ts';
import { isCancelled } from '../words/problem.ts';

export interface WorkState<Name extends JobName> {
  readonly running: boolean;
  /** The input of the last start. Null before the first one. */
  readonly input: JobInput<Name> | null;
  /** The time of the start or of the last progress report. Milliseconds since the epoch. */
  readonly heardAt: number;
  readonly progress: JobProgress<Name> | null;
  readonly problem: unknown;
  readonly result: JobOutput<Name> | null;
}

export interface Work<Name extends JobName> {
  /** The state of the job. */
  readonly use: UseBoundStore<StoreApi<WorkState<Name>>>;
  /** Starts the job unless it runs. Never throws: the outcome is in the state. */
  start(input: JobInput<Name>): Promise<void>;
  cancel(): void;
}

/**
 * A job of main that the page starts now and then (refreshing a list, verifying the log). It runs once at a time,
 * outlives the screen that started it, and keeps its outcome.
 */
export function createWork<Name extends JobName>(name: Name): Work<Name> {
  const use = create<WorkState<Name>>(() => ({
    running: false,
    input: null,
    heardAt: 0,
    progress: null,
    problem: null,
    result: null,
  }));
  const set = (change: Partial<WorkState<Name>>) => use.setState(change);
  let controller: AbortController | null = null;
  return {
    use,
    async start(input) {
      if (controller !== null) return;
      controller = new AbortController();
      set({ running: true, input, heardAt: Date.now(), progress: null, problem: null });
      try {
        const { signal } = controller;
        const progress = (told: JobProgress<Name>) => set({ progress: told, heardAt: Date.now() });
        set({ result: await job(name, input, { signal, progress }) });
      } catch (problem) {
        if (!isCancelled(problem)) set({ problem });
      }
      controller = null;
      set({ running: false });
    },
    cancel: () => controller?.abort(),
  };
}

type RefreshName = Extract<JobName, `${string}.refresh`>;
/** Reads a list of main again. */
export type Refresh = { readonly [Name in RefreshName]: Work<Name> }[RefreshName];

/** Replaces the refresh of rows that exist on this machine only. */
export const NO_WORK = { use: create(() => ({ running: false, problem: null })) };
