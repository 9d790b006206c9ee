import { useCallback, useEffect, useReducer, useRef } from 'react';
import { AppError } from '../../shared/errors/index.ts';
import type { CallInput } from '../../shared/ipc/index.ts';
import { call, job, on } from '../bridge.ts';
import { keepActivitiesFresh } from '../state/lists.ts';
import { go } from '../state/route.ts';
import { showFile } from '../state/station.ts';
import { isCancelled } from '../words/problem.ts';
import { type Flow, type FlowEvent, IDLE, reduce, type Submitted, waitingOf } from './flow.ts';

/** Members that are sent beside the parameters of a request. */
type Beside = Pick<CallInput<'requests.prepare'>, 'targetBeside'>;

/** A request of `review`: its identity, and the input that composes it for another machine. */
interface Reviewed {
  readonly asked: string;
  readonly composed: CallInput<'station.compose'>;
}

export interface RequestControls {
  readonly flow: Flow;
  /**
   * Builds the exact body, has main ask the operator in its own window, and follows the request to its end. Returns
   * null for a request that was not answered: `flow` has the reason. Does nothing while one is running.
   */
  readonly review: (
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
    beside?: Beside,
  ) => Promise<Submitted | null>;
  /** The same for a request whose body main builds, such as a broadcast. */
  readonly start: (prepare: () => Promise<{ requestId: string }>) => Promise<Submitted | null>;
  /**
   * Sets whether the next `review` composes the request for the offline station, which then shows it. Then nothing is
   * stamped or sent.
   */
  readonly carryNext: (carries: boolean) => void;
  /**
   * Withdraws the question of a `review`, and then composes its request for the offline station. Does nothing after the
   * answer, when the request may have been sent.
   */
  readonly carryInstead: () => void;
  /** Withdraws the question, or stops waiting. See `stopLabel`. */
  readonly stop: () => void;
  /** Starts over. */
  readonly reset: () => void;
}

/** One request from the form to its end. A waiting question is withdrawn when the screen unmounts. */
export function useRequest(): RequestControls {
  const [flow, send] = useReducer(reduce, IDLE);
  const controller = useRef<AbortController | null>(null);
  const asking = useRef(false);
  /**
   * The last request that was refused because a text in it may be a private key. Sending the same request again
   * confirms that it is none.
   */
  const suspected = useRef<string | null>(null);
  const carries = useRef(false);
  /** True once the question was withdrawn for the offline station. */
  const isWithdrawn = useRef(false);

  useEffect(
    () => () => {
      if (asking.current) controller.current?.abort();
    },
    [],
  );

  useFollowing(waitingOf(flow), send);

  const carry = useCallback(async (asked: string, composed: CallInput<'station.compose'>) => {
    if (controller.current !== null) return null;
    send({ type: 'prepare' });
    try {
      const { file } = await call('station.compose', composed);
      send({ type: 'reset' });
      showFile(file);
      go('station');
    } catch (problem) {
      suspected.current = isSuspected(problem) ? asked : null;
      send({ type: 'refused', problem });
    }
    return null;
  }, []);

  /** Follows a request to its end. `reviewed` is null for a request whose body main builds. */
  const run = useCallback(
    async (reviewed: Reviewed | null, prepare: () => Promise<{ requestId: string }>) => {
      if (controller.current !== null) return null;
      isWithdrawn.current = false;
      const mine = new AbortController();
      controller.current = mine;
      asking.current = true;
      send({ type: 'prepare' });
      try {
        const { requestId } = await prepare();
        send({ type: 'submit', requestId, canCarry: reviewed !== null });
        const submitted = await job(
          'requests.submit',
          { requestId },
          {
            signal: mine.signal,
            progress({ stage }) {
              asking.current = stage === 'confirming';
              send({ type: 'stage', stage });
            },
          },
        );
        send({ type: 'done', submitted });
        return submitted;
      } catch (problem) {
        // A question that was withdrawn before its answer was neither stamped nor sent.
        if (reviewed !== null && isWithdrawn.current && asking.current && isCancelled(problem)) {
          controller.current = null;
          send({ type: 'reset' });
          return await carry(reviewed.asked, reviewed.composed);
        }
        suspected.current = isSuspected(problem) ? (reviewed?.asked ?? null) : null;
        // The current step accepts one of the two events and ignores the other.
        send({ type: 'refused', problem });
        send({ type: 'failed', problem });
        return null;
      } finally {
        controller.current = null;
        asking.current = false;
      }
    },
    [carry],
  );

  const review = useCallback(
    (operation: string, parameters: Readonly<Record<string, unknown>>, beside: Beside = {}) => {
      const asked = JSON.stringify([operation, parameters]);
      const hexIsNoKey = suspected.current === asked;
      const composed = { operation, parameters, hexIsNoKey };
      if (carries.current) return carry(asked, composed);
      return run({ asked, composed }, () => call('requests.prepare', { operation, parameters, hexIsNoKey, ...beside }));
    },
    [run, carry],
  );
  const carryNext = useCallback((carried: boolean) => {
    carries.current = carried;
  }, []);
  const start = useCallback((prepare: () => Promise<{ requestId: string }>) => run(null, prepare), [run]);

  const stop = useCallback(() => {
    send({ type: 'stop' });
    controller.current?.abort();
  }, []);

  const carryInstead = useCallback(() => {
    if (!asking.current) return;
    isWithdrawn.current = true;
    send({ type: 'stop' });
    controller.current?.abort();
  }, []);

  const reset = useCallback(() => send({ type: 'reset' }), []);

  return { flow, review, start, carryNext, carryInstead, stop, reset };
}

const isSuspected = (problem: unknown): boolean => problem instanceof AppError && problem.code === 'SECRET_SUSPECTED';

/** Reads a shown activity again until it is final, as after the vote of somebody else. */
function useFollowing(activityId: string | null, send: (event: FlowEvent) => void): void {
  useEffect(() => {
    if (activityId === null) return undefined;
    let isOver = false;
    const read = () => {
      call('activities.get', { activityId }).then(
        (activity) => {
          if (!isOver) send({ type: 'became', activity });
        },
        // The outcome stays as it was last read. Activities has the reason.
        () => undefined,
      );
    };
    const stops = [on('activities.changed', read), keepActivitiesFresh()];
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [activityId, send]);
}
