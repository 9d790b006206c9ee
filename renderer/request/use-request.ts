import { useCallback, useEffect, useReducer, useRef } from 'react';
import { call, job } from '../bridge.ts';
import { type Flow, IDLE, reduce } from './flow.ts';

export interface RequestControls {
  readonly flow: Flow;
  /** Makes the exact body and its meaning. */
  readonly prepare: (operation: string, parameters: Record<string, unknown>) => Promise<void>;
  /** The operator confirmed what is shown. */
  readonly submit: () => Promise<void>;
  /** Cancels, or stops waiting; see `stopLabel`. */
  readonly stop: () => void;
  /** Drops what was prepared and starts over. */
  readonly discard: () => void;
}

/** One request from the form to its end. What was prepared and not submitted is discarded when the screen goes away. */
export function useRequest(): RequestControls {
  const [flow, send] = useReducer(reduce, IDLE);
  const preparedId = useRef<string | null>(null);
  const attempt = useRef(0);
  const controller = useRef<AbortController | null>(null);

  const drop = useCallback(() => {
    attempt.current += 1;
    const requestId = preparedId.current;
    preparedId.current = null;
    // Main forgets unsubmitted bodies by itself as well; a failure here leaves nothing stamped.
    if (requestId !== null) call('requests.discard', { requestId }).catch(() => undefined);
  }, []);

  useEffect(() => drop, [drop]);

  const prepare = useCallback(
    async (operation: string, parameters: Record<string, unknown>) => {
      drop();
      const mine = attempt.current;
      send({ type: 'prepare' });
      try {
        const prepared = await call('requests.prepare', { operation, parameters });
        preparedId.current = prepared.requestId;
        if (mine === attempt.current) send({ type: 'prepared', prepared });
        else drop();
      } catch (problem) {
        if (mine === attempt.current) send({ type: 'refused', problem });
      }
    },
    [drop],
  );

  const submit = useCallback(async () => {
    const requestId = preparedId.current;
    if (requestId === null) return;
    preparedId.current = null;
    controller.current = new AbortController();
    send({ type: 'submit' });
    try {
      const submitted = await job(
        'requests.submit',
        { requestId },
        { signal: controller.current.signal, progress: ({ stage }) => send({ type: 'stage', stage }) },
      );
      send({ type: 'done', submitted });
    } catch (problem) {
      send({ type: 'failed', problem });
    }
  }, []);

  const stop = useCallback(() => {
    send({ type: 'stop' });
    controller.current?.abort();
  }, []);

  const discard = useCallback(() => {
    drop();
    send({ type: 'reset' });
  }, [drop]);

  return { flow, prepare, submit, stop, discard };
}
