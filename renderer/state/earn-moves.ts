import { create } from 'zustand';
import type { CallOutput } from '../../shared/ipc/index.ts';
import { call } from '../bridge.ts';
import { earnList } from './lists.ts';
import type { EarnAct } from './route.ts';
import { useSession } from './session.ts';

type Answer = CallOutput<'operations.ask'>['answer'];

/** The status query of each action, with the members for its id and its transaction hash. */
const STATUSES = {
  deposit: { operation: 'get_earn_deposit_status', id: 'depositRequestId', hash: 'depositTxHash' },
  withdraw: { operation: 'get_earn_withdraw_status', id: 'withdrawRequestId', hash: 'withdrawTxHash' },
  claim: { operation: 'get_claim_earn_fees_status', id: 'claimRequestId', hash: 'claimTxHash' },
  deploy: { operation: 'get_earn_deploy_status', id: 'deployRequestId', hash: 'deployTxHash' },
} as const;

/** The progress of a wrapper request on its chain. */
export type Standing =
  | { readonly state: 'waiting'; readonly hash: string | null }
  | { readonly state: 'done'; readonly hash: string | null }
  | { readonly state: 'failed'; readonly hash: string | null; readonly error: string | null }
  /** The service does not report the status. */
  | { readonly state: 'unknown'; readonly problem: unknown };

/** A request about a wrapper that the service accepted. */
export interface Move {
  readonly profile: string;
  readonly act: EarnAct;
  readonly requestId: string;
  /** “Deposit of 1.5 USDC into …” */
  readonly title: string;
  readonly standing: Standing;
  readonly onDone: () => void;
}

/** Each look is a stamped read, so they become rare. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** The requests since the window opened that were not dismissed, newest first. */
export const useMoves = create<{ readonly moves: readonly Move[] }>(() => ({ moves: [] }));

/**
 * Follows an accepted request to its end in the background. A change of profile stops it. `onDone` is called on
 * success.
 */
export function follow(act: EarnAct, requestId: string, title: string, onDone: () => void): void {
  const profile = useSession.getState().app?.profile ?? '';
  const move: Move = { profile, act, requestId, title, standing: { state: 'waiting', hash: null }, onDone };
  useMoves.setState(({ moves }) => ({ moves: [move, ...moves.filter((other) => other.requestId !== requestId)] }));
  void earnList.refresh.start({});
  look(move, FIRST_WAIT_MS);
}

/** Asks again for a request whose status the service did not report. */
export function lookAgain(move: Move): void {
  settle(move, { state: 'waiting', hash: null });
  look(move, FIRST_WAIT_MS);
}

export function putAway({ requestId }: Move): void {
  useMoves.setState(({ moves }) => ({ moves: moves.filter((move) => move.requestId !== requestId) }));
}

function look(move: Move, wait: number): void {
  setTimeout(async () => {
    if (useSession.getState().app?.profile !== move.profile) return putAway(move);
    const { operation, id } = STATUSES[move.act];
    const standing = await call('operations.ask', { operation, request: { [id]: move.requestId } }).then(
      ({ answer }) => standingIn(move.act, answer),
      (problem: unknown): Standing => ({ state: 'unknown', problem }),
    );
    settle(move, standing);
    if (standing.state === 'waiting') look(move, Math.min(wait * 1.5, LONGEST_WAIT_MS));
    else if (standing.state !== 'unknown') void earnList.refresh.start({});
    if (standing.state === 'done') move.onDone();
  }, wait);
}

function settle({ requestId }: Move, standing: Standing): void {
  useMoves.setState(({ moves }) => ({
    moves: moves.map((move) => (move.requestId === requestId ? { ...move, standing } : move)),
  }));
}

/** Returns the request id in the result of an action's activity, or null without one. */
export function requestIdIn(act: EarnAct, result: readonly { readonly path: string; readonly value: string }[]) {
  return result.find(({ path }) => path === STATUSES[act].id)?.value ?? null;
}

/** Returns the progress in a status answer. */
export function standingIn(act: EarnAct, answer: Answer): Standing {
  const text = (member: string) => {
    const value = answer[member];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const hash = text(STATUSES[act].hash);
  if (answer.status === 'COMPLETED') return { state: 'done', hash };
  return answer.status === 'FAILED' ? { state: 'failed', hash, error: text('error') } : { state: 'waiting', hash };
}
