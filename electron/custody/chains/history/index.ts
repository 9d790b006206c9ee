import { type ChainReading, type EthereumChain, isEthereumChain } from '../../../../shared/model/index.ts';
import type { Report } from '../../../../shared/processes/index.ts';
import type { AddressEntry, Store } from '../../store/index.ts';
import { type Chains, NodeFault } from '../index.ts';
import { follow } from './follower.ts';
import { createNaming } from './names.ts';
import { createNoting, type Noting } from './noting.ts';
import { createSameness, forgetOthers } from './origin.ts';
import { createBlockReader } from './reader.ts';
import { createSearch } from './searches.ts';
import type { ChainWork, Turn } from './work.ts';

export interface HistoryOptions {
  readonly store: Store;
  readonly chains: Chains;
  readonly report: Report;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Shows the operator how far a chain is read. */
  readonly noteReading: (reading: ChainReading) => void;
  /** Records events for the new state of an entry, inside the transaction that stores it. */
  readonly announce: (chain: string, turn: Turn, one: AddressEntry) => void;
  /** Runs the work after this many milliseconds. Returns a function that cancels it. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
}

/**
 * Choice (history-polling): a chain is queried for new blocks every two seconds. After a failure the interval grows up
 * to a minute.
 */
const WAIT = 2000;
const LONGEST_WAIT = 60_000;

export interface KeptHistory {
  /**
   * Pauses or resumes the search through a chain's past, from before its addresses were watched. A pause survives a
   * restart. Returns false for a chain that is not read.
   */
  pause(chain: string, isPaused: boolean): boolean;
  close(): void;
}

/** Keeps the history of the addresses of wallet accounts on every chain that has an endpoint. */
export function createHistory({
  store,
  chains,
  report,
  now,
  noteReading,
  announce,
  later,
}: HistoryOptions): KeptHistory {
  let isEnded = false;
  const cancels = new Set<() => void>();
  const notings = new Map<string, Noting>();

  const untilEnd = (wait: number, done: () => void) => {
    const cancel = later(wait, () => {
      cancels.delete(cancel);
      done();
    });
    cancels.add(cancel);
  };

  /** Runs the step repeatedly, without a delay until it returns true. */
  const repeat = (
    chain: string,
    during: string,
    step: () => Promise<boolean>,
    note: (outcome: boolean | { readonly fault: unknown }) => void,
  ) => {
    let failures = 0;
    /** The last reported fault, until the work proceeds or fails in another way. */
    let reported: NodeFault['kind'] | 'here' | null = null;
    const reportFault = (error: unknown) => {
      const kind = error instanceof NodeFault ? error.kind : 'here';
      if (kind === reported) return;
      reported = kind;
      if (error instanceof NodeFault && kind === 'malformed') return chains.doubt(chain, during, error);
      // A node that has pruned old state, or limits queries, still works for all other purposes.
      chains.doubt(chain, during, null);
      report(during, error instanceof NodeFault ? error : store.describeError(error));
    };
    const plan = (wait: number) => untilEnd(wait, () => void run());
    const run = async () => {
      try {
        const isDone = await step();
        failures = 0;
        chains.doubt(chain, during, null);
        reported = null;
        if (isEnded) return;
        note(isDone);
        plan(isDone ? WAIT : 0);
      } catch (error) {
        if (isEnded) return;
        failures += 1;
        reportFault(error);
        note({ fault: error });
        plan(Math.min(WAIT * 2 ** failures, LONGEST_WAIT));
      }
    };
    plan(0);
  };

  forgetOthers(store, (chain) => chains.find(chain) !== undefined);
  for (const node of chains.all().filter(({ chain }) => isEthereumChain(chain))) {
    const chain = node.chain as EthereumChain;
    const during = `the history of ${chain}`;
    const common = {
      chain,
      node,
      reader: createBlockReader(node, (what) => report(`${during}, which does not have`, new Error(what))),
      store,
      write(change: () => void) {
        if (isEnded) throw new Error('the service has ended');
        store.transaction(change);
      },
      announce: (turn: Turn, one: AddressEntry) => announce(chain, turn, one),
    };
    const sameness = createSameness(common, untilEnd);
    const workOf = (): ChainWork => ({ ...common, sameness, nameTokens: createNaming(common, later) });
    const following = workOf();
    const noting = createNoting({ chain, store, now, noteReading });
    notings.set(chain, noting);
    noting.noteNow();
    repeat(chain, during, () => follow(following), noting.followed);
    for (const kind of ['logs', 'state'] as const)
      repeat(chain, `${during}, back to its beginning`, createSearch(workOf(), kind), (outcome) =>
        noting.searched(kind, outcome),
      );
  }

  return {
    pause(chain, isPaused) {
      const noting = notings.get(chain);
      if (noting === undefined || !store.history.setPaused(chain, isPaused)) return false;
      noting.noteNow();
      return true;
    },
    close() {
      isEnded = true;
      for (const cancel of cancels) cancel();
    },
  };
}
