import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { JobInput, JobName, JobOutput, JobProgress } from '../../shared/ipc/index.ts';
import { job } from '../bridge.ts';
import { isCancelled } from '../words/problem.ts';
import { useSession } from './session.ts';

export interface WorkState<Name extends JobName> {
  readonly running: boolean;
  /** The profile of the last start. Null for a job that is of none. */
  readonly owner: string | null;
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
  return workOf(name, () => null);
}

/** As `createWork`, for a job that reads the current profile's rows. Another profile ends it and starts its own. */
export function createRefresh<Name extends RefreshName | 'activities.readOlder' | 'history.write'>(
  name: Name,
): Work<Name> {
  return workOf(name, () => useSession.getState().app?.profile ?? null);
}

/** Another profile's run is not shown. */
const IDLE = { running: false, progress: null, problem: null };

type Shown<Name extends JobName> = Pick<WorkState<Name>, 'running' | 'progress' | 'problem'>;

/** Returns the state of a refresh as it is shown for a profile. */
export const shownFor = <Name extends JobName>(profile: string | null, state: WorkState<Name>): Shown<Name> =>
  state.owner === profile ? state : IDLE;

/** The state of a refresh for the profile on screen. */
export function useOwn<Name extends JobName>({ use }: Work<Name>): Shown<Name> {
  const state = use();
  return shownFor(
    useSession(({ app }) => app?.profile ?? null),
    state,
  );
}

/** `ownerOf` returns the owner of a run that begins now. */
function workOf<Name extends JobName>(name: Name, ownerOf: () => string | null): Work<Name> {
  const use = create<WorkState<Name>>(() => ({
    running: false,
    owner: null,
    input: null,
    heardAt: 0,
    progress: null,
    problem: null,
    result: null,
  }));
  const set = (change: Partial<WorkState<Name>>) => use.setState(change);
  let running: { readonly controller: AbortController; readonly owner: string | null } | null = null;
  return {
    use,
    async start(input) {
      const owner = ownerOf();
      if (running !== null && running.owner === owner) return;
      running?.controller.abort();
      const mine = { controller: new AbortController(), owner };
      running = mine;
      const setMine = (change: Partial<WorkState<Name>>) => running === mine && set(change);
      // An earlier result would pass for the one of a run that is cancelled.
      set({ running: true, owner, input, heardAt: Date.now(), progress: null, problem: null, result: null });
      try {
        const { signal } = mine.controller;
        const progress = (now: JobProgress<Name>) => setMine({ progress: now, heardAt: Date.now() });
        const result = await job(name, input, { signal, progress });
        setMine({ result });
      } catch (problem) {
        if (!isCancelled(problem)) setMine({ problem });
      }
      if (running !== mine) return;
      running = null;
      set({ running: false });
    },
    cancel: () => running?.controller.abort(),
  };
}

/** The part of a refresh that says how its last run ended. */
type Ended = Pick<WorkState<JobName>, 'owner' | 'heardAt' | 'problem'>;

/**
 * Returns the error of the last refresh as long as it holds for a profile's rows. Null once a later read succeeded.
 * `refreshedAt` is in milliseconds since the epoch.
 */
export const standingProblem = (
  { owner, heardAt, problem }: Ended,
  profile: string | null,
  refreshedAt: number | null,
): unknown => (owner === profile && (refreshedAt === null || refreshedAt <= heardAt) ? problem : null);

type RefreshName = Extract<JobName, `${string}.refresh`>;
/** Reads a list of main again. */
export type Refresh = { readonly [Name in RefreshName]: Work<Name> }[RefreshName];

/** Replaces the refresh of rows that exist on this machine only. */
export const NO_WORK = { use: create(() => ({ running: false, owner: null, heardAt: 0, problem: null })) };
