import { paymentFamilyOf } from '../../../shared/model/index.ts';
import type { Report } from '../../../shared/processes/index.ts';
import type { SentProgress, SentRow, Store } from '../store/index.ts';
import { untilDue } from '../until-due.ts';
import { followBitcoin } from './bitcoin/follow.ts';
import { includedSpending, spentBy } from './bitcoin/reserved.ts';
import { followEthereum } from './follow-ethereum.ts';
import { sameness } from './history/origin.ts';
import { type Chains, NodeFault } from './index.ts';
import { followSolana } from './solana/follow.ts';
import { followTron } from './tron/follow.ts';

export interface BroadcasterOptions {
  readonly store: Store;
  readonly chains: Chains;
  readonly report: Report;
  /** Records the event for a transaction's new state, inside the transaction that stores that state. */
  readonly announce: (row: SentRow) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs the work after this many milliseconds. Returns a function that cancels it. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
}

export interface Broadcaster {
  /** There may be something to send: looks as soon as the step under way has ended. */
  wake(): void;
  /** Stops sending. Transactions under way are checked again after the next start. */
  close(): void;
}

/** The broadcaster of one chain. */
type Lane = Broadcaster;

/** Choice (following): the chain is asked about a transaction after a second, then less and less often, until nothing can change it. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10 * 60_000;
/** The number of transactions that one round of a chain checks. */
const AT_A_TIME = 32;
/** After a failure of this service itself, such as a full disk. */
const PAUSE = 60_000;

/**
 * Broadcasts every signed transaction to its chain and follows it until it is final. A row is on disk before its bytes
 * are sent, and the sent bytes are always those of the row. So a restart sends nothing twice and loses nothing. A
 * transaction that a reorganization removes is broadcast again.
 */
export function createBroadcaster({ store, chains, report, announce, now, later }: BroadcasterOptions): Broadcaster {
  const lanes = new Map<string, Lane>();
  let isEnded = false;

  /** A chain whose nodes hang holds up no other. */
  const laneOf = (chain: string): Lane => {
    const known = lanes.get(chain);
    if (known !== undefined) return known;
    let cancel = () => {};
    let isLooking = false;
    let isWoken = false;
    const plan = (wait: number | null) => {
      cancel();
      if (wait !== null) cancel = later(wait, () => void round());
    };
    const round = async () => {
      isWoken = false;
      isLooking = true;
      let wait: number | null = PAUSE;
      try {
        // A row that could still be taken back must not be sent.
        store.flush();
        const asRead = once(() => isAsRead(chain));
        const due = store.sentTransactions.open(chain, AT_A_TIME).filter((row) => untilLook(row, now()) === 0);
        const senders = [...new Set(due.map(({ sender }) => sender))];
        await Promise.all(
          senders.map((sender) =>
            lookAtAll(
              due.filter((row) => row.sender === sender),
              asRead,
            ),
          ),
        );
        if (isEnded) return;
        const waits = store.sentTransactions.open(chain, AT_A_TIME).map((row) => untilLook(row, now()));
        wait = waits.length === 0 ? null : Math.min(...waits);
      } catch (error) {
        if (isEnded) return;
        report('transactions', store.describeError(error));
      }
      isLooking = false;
      plan(isWoken ? 0 : wait);
    };
    const lane: Lane = {
      wake() {
        isWoken = true;
        if (!isLooking) plan(0);
      },
      close: () => cancel(),
    };
    lanes.set(chain, lane);
    return lane;
  };

  /** Checks transactions in nonce order, so that a refused one leaves no gap below one that a node accepted. */
  const lookAtAll = async (rows: readonly SentRow[], asRead: () => Promise<boolean>) => {
    for (const { organizationId, statusId } of rows.toSorted((one, other) => one.nonce - other.nonce)) {
      const row = store.sentTransactions.find(organizationId, statusId);
      if (row?.isSettled === 0 && !isEnded) await look(row, asRead);
    }
  };

  /**
   * Returns true when a chain's nodes still serve the chain that was read, or when none was read yet. Throws NodeFault.
   */
  const isAsRead = async (chain: string): Promise<boolean> => {
    if (store.history.origins.find(chain)?.isAnother === 1) return false;
    const [node, progress] = [chains.find(chain), store.history.find(chain)];
    if (node === undefined || progress === undefined) return true;
    return (await sameness({ node, store, write: store.transaction }, progress)) === 'same';
  };

  const look = async (row: SentRow, asRead: () => Promise<boolean>): Promise<void> => {
    const node = chains.find(row.chain);
    let became: Partial<SentProgress> = {};
    let kept = row;
    const keep = (change: Partial<SentProgress>) => {
      const next = { ...kept, ...change };
      // It is being sent from when a node may have it.
      const isNew = next.state !== kept.state || (next.state === 'BROADCASTING' && next.mayBeKnown > kept.mayBeKnown);
      store.transaction(() => {
        store.sentTransactions.progress(progressOf(next));
        if (isNew) announce(next);
        if (isNew && next.state === 'FAILED' && next.mayBeKnown === 0) failThoseAbove(next);
      });
      kept = next;
    };
    try {
      const before = row.follows === null ? undefined : store.sentTransactions.find(row.organizationId, row.follows);
      const held = before === undefined || row.mayBeKnown === 1 ? null : heldBy(before);
      if (held !== null) became = held;
      // A transaction signed for one chain must not be sent to another chain with the same name.
      else if (node !== undefined && (await asRead()))
        became = await followOf(row)(row, node, {
          keep,
          now: now(),
          isReplaced: () => isReplaced(row, store),
          includedRivals: () => includedSpending(store, row, [...spentBy([row])]),
        });
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
    }
    if (isEnded) return;
    keep({ ...became, looks: row.looks + 1, dueAt: now() + waitAfter(row, became) });
    if (hasChanged(row, became)) store.sentTransactions.bringForward(row.statusId, now());
  };

  /** Fails the unsent transactions whose nonce is above that of a failed one. They could only wait for that nonce. */
  const failThoseAbove = ({ chain, sender, nonce }: SentRow) => {
    if (store.sentTransactions.freeNonce({ chain, sender }, nonce) !== nonce) return;
    for (const row of store.sentTransactions.neverHandedOn({ chain, sender, above: nonce })) {
      const failed = {
        ...row,
        ...NOT_SENT,
        error: `it was not sent, because the one with the nonce ${nonce} was refused`,
      };
      store.sentTransactions.progress(progressOf(failed));
      announce(failed);
    }
  };

  let cancelWaking = () => {};
  const wake = () => {
    cancelWaking();
    try {
      if (!isEnded) for (const chain of store.sentTransactions.openChains()) laneOf(chain).wake();
    } catch (error) {
      report('transactions', store.describeError(error));
      cancelWaking = later(PAUSE, wake);
    }
  };

  return {
    wake,
    close() {
      isEnded = true;
      cancelWaking();
      for (const lane of lanes.values()) lane.close();
    },
  };
}

/** Returns a function that calls `make` once and caches its value. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Transactions under way that are compared with one. */
const COMPARED = 1_000;

/**
 * Returns true while a later stored transaction that uses the same nonce or outputs is under way, and nodes may have it.
 */
function isReplaced(row: SentRow, { sentTransactions }: Pick<Store, 'sentTransactions'>): boolean {
  const later = sentTransactions.later(row, COMPARED);
  switch (paymentFamilyOf(row.chain)) {
    case 'ethereum':
    case 'tempo':
      return later.some(({ nonce }) => nonce === row.nonce);
    case 'bitcoin': {
      const spent = spentBy([row]);
      return later.some((other) => [...spentBy([other])].some((outpoint) => spent.has(outpoint)));
    }
    default:
      return false;
  }
}

const NOT_SENT = { state: 'FAILED', isSettled: 1 } as const;

const progressOf = ({ statusId, state, error, mayBeKnown, isSettled, looks, dueAt }: SentRow): SentProgress => ({
  statusId,
  state,
  error,
  mayBeKnown,
  isSettled,
  looks,
  dueAt,
});

const FOLLOWERS = {
  ethereum: followEthereum,
  solana: followSolana,
  bitcoin: followBitcoin,
  tron: followTron,
  tempo: followEthereum,
} as const;
const followOf = ({ chain }: SentRow) => FOLLOWERS[paymentFamilyOf(chain)];

const hasChanged = ({ state }: SentRow, became: Partial<SentProgress>): boolean =>
  became.state !== undefined && became.state !== state;

const waitAfter = (row: SentRow, became: Partial<SentProgress>): number =>
  hasChanged(row, became) ? FIRST_WAIT : longestWait(row);

const longestWait = ({ looks }: SentRow): number => Math.min(FIRST_WAIT * 2 ** Math.min(looks, 20), LONGEST_WAIT);

/** Milliseconds until a chain is asked about a transaction again. */
const untilLook = (row: SentRow, now: number): number => untilDue(row.dueAt, longestWait(row), now);

/**
 * Returns the effect of the preceding transaction on one that was never sent, or null when it may be sent.
 * Choice (one-after-the-other): it is sent when the preceding one is in a block, and never when that one failed. So it
 * pays no fee in vain.
 */
function heldBy({ state }: SentRow): Partial<SentProgress> | null {
  if (state === 'INCLUDED') return null;
  return state === 'BROADCASTING'
    ? {}
    : { ...NOT_SENT, error: 'it was not sent, because the transaction that it needs before it failed' };
}
