import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActivityRow, Member, OrganizationContent } from '../../../../shared/model/index.ts';
import { findActivityByType } from '../../../../shared/operations/index.ts';
import { call, job, on } from '../../../bridge.ts';
import { sayProblem } from '../../../parts/problem.tsx';
import { isCompleted } from '../../../request/running.tsx';
import { type RequestControls, useRequest } from '../../../request/use-request.ts';
import { isCancelled } from '../../../words/problem.ts';
import { namesIn } from '../names.ts';
import { type Leaving, type LeavingStep, type Removal, stepsOf } from './leaving-rules.ts';
import type { OpenRequest } from './open-requests.ts';

const WAITING = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
/** In the type of each export. */
const EXPORT = 'EXPORT';
/** Activities that are looked through, the newest. */
const MAXIMUM_READ = 100;

/** The organization around a user, as its service reports it now. */
export interface Around {
  readonly content: OrganizationContent;
  readonly open: readonly OpenRequest[];
  /** The completed exports that the user asked for. */
  readonly exports: readonly ActivityRow[];
}

/** The requests of a removal that were asked, and the reason why they stopped. */
export interface LeavingRun {
  /** The first plan. Its steps that are no longer needed are done. */
  readonly started: readonly LeavingStep[];
  /** The step under way, by its key. Null while none is. */
  readonly current: string | null;
  /** Why the run ended with steps left that could be asked. Null for none. */
  readonly stopped: 'cancelled' | 'unread' | 'request' | 'remains' | null;
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
  /** Stops after the question that is open, or withdraws it. */
  readonly stop: () => void;
}

/** The removal of a user: the organization around it, and its requests. Leaving the page stops it. */
export function useLeaving(userId: string): LeavingControls {
  const request = useRequest();
  const [state, setState] = useState<Pick<LeavingControls, 'around' | 'isReading' | 'problem'>>({
    ...{ around: null, isReading: true, problem: null },
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
      void rowsWith(WAITING).then((rows) => {
        const waiting = new Map(rows.filter(isWaiting).map((row) => [row.activityId, row]));
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
      const asked = new Set<string>();
      const askNext = async (): Promise<LeavingRun['stopped'] | 'more'> => {
        const now = await read();
        if (now === null || isStopped.current) return isStopped.current ? 'cancelled' : 'unread';
        const plan = planOf(userId, now, chosen);
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
    [read, request.review, userId],
  );
  const stop = useCallback(() => {
    isStopped.current = true;
    request.stop();
  }, [request.stop]);

  return { ...state, request, run, read, start, stop };
}

/** Returns the steps that are left for a user. None for a user who is removed. */
export function planOf(
  userId: string,
  { content, open }: Pick<Around, 'content' | 'open'>,
  chosen: ReadonlySet<Removal>,
): readonly LeavingStep[] {
  const leaving = leavingOf(
    content.users.find(({ id }) => id === userId),
    { content, open },
  );
  return leaving === null ? [] : stepsOf(leaving, chosen);
}

/** Returns the user in the organization. Null for a user who is removed. */
export const leavingOf = (
  user: Member | undefined,
  { content, open }: Pick<Around, 'content' | 'open'>,
): Leaving | null => (user === undefined ? null : { user, content, open, names: namesIn(content) });

/** Returns the first step that can be asked now: it does not wait for votes, and neither does a step before it. */
export const nextOf = (plan: readonly LeavingStep[]): LeavingStep | undefined =>
  plan.find((step) => step.waiting === null && !isHeld(step, plan));

/** Returns true for a step that needs another one to be complete. */
export const isHeld = ({ after }: LeavingStep, plan: readonly LeavingStep[]): boolean =>
  plan.some(({ removal }) => after.includes(removal));

async function readAround(userId: string, signal: AbortSignal): Promise<Around> {
  await job('organization.refresh', {}, { signal });
  await job('activities.refresh', {}, { signal });
  const content = await call('organization.get', {});
  const open: OpenRequest[] = [];
  for (const { activityId } of await rowsWith(WAITING)) {
    if (signal.aborted) break;
    const { row, intent, votes } = await call('activities.get', { activityId });
    if (isWaiting(row)) open.push({ row, intent, votes });
  }
  const exports = (await rowsWith(EXPORT)).filter(
    ({ type, askedBy, status }) =>
      askedBy?.userId === userId &&
      status === 'ACTIVITY_STATUS_COMPLETED' &&
      (findActivityByType(type)?.exports ?? null) !== null,
  );
  return { content, open, exports };
}

const rowsWith = async (search: string) =>
  (await call('activities.list', { search, offset: 0, limit: MAXIMUM_READ })).rows;

const isWaiting = ({ status }: ActivityRow): boolean => status === WAITING;
