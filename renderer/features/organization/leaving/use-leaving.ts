import { useCallback, useEffect, useRef, useState } from 'react';
import { on } from '../../../bridge.ts';
import { sayProblem } from '../../../parts/problem.tsx';
import { isCompleted } from '../../../request/running.tsx';
import { type RequestControls, useRequest } from '../../../request/use-request.ts';
import { isCancelled } from '../../../words/problem.ts';
import { nextOf, planOf } from './leaving-plan.ts';
import type { LeavingStep, Removal } from './leaving-rules.ts';
import { type Around, isWaiting, openRows, readAround } from './read-around.ts';

/** The requests of a removal that were asked, and the reason why they stopped. */
export interface LeavingRun {
  /** The first plan. */
  readonly started: readonly LeavingStep[];
  /** The step under way, by its key. Null while none is. */
  readonly current: string | null;
  /** Why the run ended although steps are left that could be asked, or that are not known. Null for none. */
  readonly stopped: 'cancelled' | 'unread' | 'blocked' | 'request' | 'remains' | null;
}

export interface LeavingControls {
  /** Null before the first read. */
  readonly around: Around | null;
  readonly isReading: boolean;
  /** The error of the last read. */
  readonly problem: unknown;
  readonly request: RequestControls;
  readonly run: LeavingRun | null;
  /** Reads the organization again. */
  readonly read: () => Promise<Around | null>;
  /** Asks the chosen removals one by one, each from a new read, until all are done or wait for votes. */
  readonly start: (chosen: ReadonlySet<Removal>) => Promise<void>;
  /** Composes the first request that can be asked, from a new read, for the offline station. The others follow later. */
  readonly carry: (chosen: ReadonlySet<Removal>) => Promise<void>;
  /** Stops after the question that is open, or withdraws it. */
  readonly stop: () => void;
}

/** The removal of a user: the organization around it, and its requests. Leaving the page stops it. */
export function useLeaving(userId: string): LeavingControls {
  const request = useRequest();
  const [state, setState] = useState<Pick<LeavingControls, 'around' | 'isReading' | 'problem'>>({
    around: null,
    isReading: true,
    problem: null,
  });
  const [run, setRun] = useState<LeavingRun | null>(null);
  const isStopped = useRef(false);
  const isRunning = useRef(false);
  const controller = useRef<AbortController | null>(null);

  const read = useCallback(async () => {
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    setState((before) => ({ ...before, isReading: true, problem: null }));
    try {
      const around = await readAround(userId, mine.signal);
      if (mine.signal.aborted) return null;
      setState({ around, isReading: false, problem: null });
      return around;
    } catch (problem) {
      if (mine.signal.aborted && isCancelled(problem)) return null;
      setState((before) => ({ ...before, isReading: false, problem }));
      return null;
    }
  }, [userId]);

  useEffect(() => {
    isStopped.current = false;
    void read();
    return () => {
      isStopped.current = true;
      controller.current?.abort();
    };
  }, [read]);

  const { around, isReading } = state;
  // A vote elsewhere ends the wait of a request, and the votes that it needs are known after it is listed. A read
  // changes the list itself.
  useEffect(() => {
    if (around === null || isReading) return;
    return on('activities.changed', () => {
      if (isRunning.current) return;
      void openRows().then(({ rows }) => {
        const waiting = new Map(rows.map((row) => [row.activityId, row]));
        if (!around.open.every(({ row }) => waiting.has(row.activityId))) return void read();
        const open = around.open.map((one) => ({ ...one, row: waiting.get(one.row.activityId) ?? one.row }));
        setState((before) => (before.around === around ? { ...before, around: { ...around, open } } : before));
      }, sayProblem);
    });
  }, [around, isReading, read]);

  const start = useCallback(
    async (chosen: ReadonlySet<Removal>) => {
      if (isRunning.current) return;
      [isStopped.current, isRunning.current] = [false, true];
      request.carryNext(false);
      const asked = new Set<string>();
      const askNext = async (): Promise<LeavingRun['stopped'] | 'more'> => {
        const now = await read();
        if (now === null || isStopped.current) return isStopped.current ? 'cancelled' : 'unread';
        const plan = planOf(userId, now, chosen);
        if (plan === null) return 'blocked';
        const step = nextOf(plan);
        setRun((before) => ({ started: before?.started ?? plan, current: step?.key ?? null, stopped: null }));
        if (step === undefined) return null;
        // The service completed it, and still shows the thing. Another request would not change that.
        if (asked.has(step.key)) return 'remains';
        asked.add(step.key);
        const submitted = await request.review(step.operation, step.parameters);
        if (submitted !== null && (isCompleted(submitted) || isWaiting(submitted.activity.row))) return 'more';
        await read();
        return 'request';
      };
      let stopped = await askNext();
      while (stopped === 'more') stopped = await askNext();
      const reason = stopped;
      setRun((before) => before && { ...before, current: null, stopped: reason });
      isRunning.current = false;
    },
    [read, request.review, request.carryNext, userId],
  );
  const carry = useCallback(
    async (chosen: ReadonlySet<Removal>) => {
      if (isRunning.current) return;
      isRunning.current = true;
      const now = await read();
      const step = now === null ? undefined : nextOf(planOf(userId, now, chosen) ?? []);
      if (step !== undefined) {
        request.carryNext(true);
        await request.review(step.operation, step.parameters);
      }
      isRunning.current = false;
    },
    [read, request.review, request.carryNext, userId],
  );
  const stop = useCallback(() => {
    isStopped.current = true;
    request.stop();
  }, [request.stop]);

  return { ...state, request, run, read, start, carry, stop };
}
