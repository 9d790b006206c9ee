import type { Report } from '../../../shared/processes/index.ts';
import type { SentProgress, SentRow, Store } from '../store/index.ts';
import { followEthereum } from './follow-ethereum.ts';
import { type Chains, NodeFault } from './index.ts';
import { followSolana } from './solana/follow.ts';

export interface BroadcasterOptions {
  readonly store: Store;
  readonly chains: Chains;
  readonly report: Report;
  /** Tells whoever asked for it what became of a transaction, inside the transaction that stores that. */
  readonly tell: (row: SentRow) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Does the work after that many milliseconds. Gives the function that prevents it. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
}

export interface Broadcaster {
  /** There may be something to send: looks as soon as the step under way has ended. */
  wake(): void;
  /** Sends nothing more. What is under way is looked at again after the next start. */
  close(): void;
}

/** Choice (following): the chain is asked about a transaction after a second, then less and less often, until nothing can change it. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10 * 60_000;
/** What is looked at in one round. */
const AT_A_TIME = 32;
/** After a failure of this service itself, such as a full disk. */
const PAUSE = 60_000;

/**
 * Hands every signed transaction to its chain and follows it until it is final there. A row is on disk before its bytes leave, and what
 * leaves is always these bytes, so that a restart sends nothing twice and forgets nothing; what a reorganization takes out of
 * the chain is handed on again.
 */
export function createBroadcaster({ store, chains, report, tell, now, later }: BroadcasterOptions): Broadcaster {
  let cancel = () => {};
  let isEnded = false;
  let isLooking = false;
  let isWoken = false;

  const round = async () => {
    isWoken = false;
    isLooking = true;
    let wait: number | null = PAUSE;
    try {
      const open = store.sentTransactions.open(AT_A_TIME);
      await Promise.all(open.filter(({ dueAt }) => dueAt <= now()).map(look));
      if (isEnded) return;
      const [next] = store.sentTransactions.open(1);
      wait = next === undefined ? null : Math.max(next.dueAt - now(), 0);
    } catch (error) {
      if (isEnded) return;
      report('transactions', store.describeError(error));
    }
    isLooking = false;
    plan(isWoken ? 0 : wait);
  };

  const plan = (wait: number | null) => {
    cancel();
    if (wait !== null) cancel = later(wait, () => void round());
  };

  const look = async (row: SentRow): Promise<void> => {
    const node = chains.find(row.chain);
    let became: Partial<SentProgress> = {};
    let kept = row;
    const keep = (change: Partial<SentProgress>) => {
      const next = { ...kept, ...change };
      // It is being sent from when a node may have it.
      const isNew = next.state !== kept.state || (next.state === 'BROADCASTING' && next.mayBeKnown > kept.mayBeKnown);
      store.transaction(() => {
        const { statusId, state, error, mayBeKnown, isSettled, looks, dueAt } = next;
        store.sentTransactions.progress({ statusId, state, error, mayBeKnown, isSettled, looks, dueAt });
        if (isNew) tell(next);
      });
      kept = next;
    };
    try {
      const before = row.follows === null ? undefined : store.sentTransactions.find(row.organizationId, row.follows);
      const held = before === undefined || row.mayBeKnown === 1 ? null : heldBy(before);
      if (held !== null) became = held;
      else if (node !== undefined) became = await followOf(row)(row, node, keep);
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
    }
    if (isEnded) return;
    keep({ ...became, looks: row.looks + 1, dueAt: now() + waitAfter(row, became) });
    if (hasChanged(row, became)) store.sentTransactions.bringForward(row.statusId, now());
  };

  return {
    wake() {
      isWoken = true;
      if (!isEnded && !isLooking) plan(0);
    },
    close() {
      isEnded = true;
      cancel();
    },
  };
}

const followOf = ({ chain }: SentRow) => (chain.startsWith('solana:') ? followSolana : followEthereum);

const hasChanged = ({ state }: SentRow, became: Partial<SentProgress>): boolean =>
  became.state !== undefined && became.state !== state;

const waitAfter = (row: SentRow, became: Partial<SentProgress>): number =>
  hasChanged(row, became) ? FIRST_WAIT : Math.min(FIRST_WAIT * 2 ** Math.min(row.looks, 20), LONGEST_WAIT);

/**
 * What the transaction before one that was never sent makes of it; null when it may go.
 * Choice (one-after-the-other): it goes when the one before is in a block, and never when that one failed, so that it pays no fee in vain.
 */
function heldBy({ state }: SentRow): Partial<SentProgress> | null {
  if (state === 'INCLUDED') return null;
  return state === 'BROADCASTING'
    ? {}
    : {
        state: 'FAILED',
        isSettled: 1,
        error: 'it was not sent, because the transaction that it needs before it failed',
      };
}
