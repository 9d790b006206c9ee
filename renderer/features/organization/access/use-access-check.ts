import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccessReport } from '../../../../shared/model/index.ts';
import { job } from '../../../bridge.ts';
import { type Action, useAction } from '../../../state/use-action.ts';

export interface AccessCheck {
  /** Null before the first check is complete. */
  readonly report: AccessReport | null;
  readonly progress: { readonly done: number; readonly total: number | null };
  /** Checks again. */
  readonly check: Action<[]>;
  readonly stop: () => void;
}

/** Has the local service decide the requests of a user. The check starts with the screen, and ends with it. */
export function useAccessCheck(userId: string): AccessCheck {
  const controller = useRef<AbortController | null>(null);
  const [report, setReport] = useState<AccessReport | null>(null);
  const [progress, setProgress] = useState<AccessCheck['progress']>({ done: 0, total: null });
  const check = useAction(async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setReport(await job('access.check', { userId }, { signal, progress: setProgress }));
  });
  const stop = useCallback(() => controller.current?.abort(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again by the button
  useEffect(() => {
    void check.run();
    return stop;
  }, []);
  return { report, progress, check, stop };
}
