import { useEffect, useRef } from 'react';
import { type RequestControls, useRequest } from '../../request/use-request.ts';
import { follow, requestIdIn } from '../../state/earn-moves.ts';
import type { EarnAct } from '../../state/route.ts';
import { say } from '../../ui/toasts.tsx';

const OPERATIONS = {
  deposit: 'earn_deposit',
  withdraw: 'earn_withdraw',
  claim: 'claim_earn_fees',
  deploy: 'earn_deploy_wrapper',
} as const;

export interface MoveControls {
  readonly request: RequestControls;
  /** Submits the request. `title` is its name from then on. */
  readonly review: (parameters: Record<string, unknown>, title: string) => void;
  /** The id under which the request is followed on its chain, or null before the service accepted it. */
  readonly requestId: string | null;
}

/**
 * One request about a wrapper, followed on its chain once the service accepted it. `onTaken` is called at that moment.
 */
export function useMove(act: EarnAct, onTaken: () => void): MoveControls {
  const request = useRequest();
  const title = useRef('');
  const { flow } = request;
  const requestId = flow.step === 'done' ? requestIdIn(act, flow.submitted.activity.result) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was taken on
  useEffect(() => {
    if (requestId === null) return;
    const called = title.current;
    follow(act, requestId, called, () => say(`${called}: done.`));
    onTaken();
  }, [requestId]);
  return {
    request,
    review(parameters, called) {
      title.current = called;
      void request.review(OPERATIONS[act], parameters);
    },
    requestId,
  };
}
