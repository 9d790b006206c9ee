import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';

/** What became of a transaction that was handed to its chain. */
export type Fate =
  /** No block has it, as far as the service knows. */
  | { readonly state: 'waiting' }
  /** A block has it: `isFinal` when nothing can take it out again, `failed` when it paid its fee and did nothing else. */
  | { readonly state: 'included'; readonly block: string; readonly isFinal: boolean; readonly failed: boolean }
  /** The service does not tell. */
  | { readonly state: 'untold'; readonly problem: unknown };

interface Sent {
  readonly address: string;
  readonly chain: string;
  readonly hash: string;
}

/** Each look is a stamped read, so they become rare. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
/** How many of the newest are looked at: another transaction of the account may have come since. */
const LOOKED_AT = '50';

/** Looks for a transaction in the history of its account until it is final there, or the service does not tell. */
export function useFate({ address, chain, hash }: Sent): Fate {
  const [fate, setFate] = useState<Fate>({ state: 'waiting' });
  useEffect(() => {
    let timer: number | undefined;
    let isOver = false;
    const look = async (wait: number) => {
      const next = await fateOf({ address, chain, hash });
      if (isOver) return;
      setFate(next);
      if (next.state === 'untold' || (next.state === 'included' && next.isFinal)) return;
      timer = window.setTimeout(() => void look(Math.min(wait * 1.5, LONGEST_WAIT_MS)), wait);
    };
    void look(FIRST_WAIT_MS);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [address, chain, hash]);
  return fate;
}

async function fateOf({ address, chain, hash }: Sent): Promise<Fate> {
  try {
    const { answer } = await call('operations.ask', {
      operation: 'list_eth_transaction_history',
      request: { address, caip2: chain, paginationOptions: { limit: LOOKED_AT } },
    });
    return fateIn(answer, hash);
  } catch (problem) {
    return { state: 'untold', problem };
  }
}

interface Listed {
  readonly transactionHash?: string;
  readonly status?: string;
  readonly block?: { readonly number?: string };
  readonly executionFailed?: boolean;
}

/** What an answer of `list_eth_transaction_history` says of one transaction. */
export function fateIn(answer: CallOutput<'operations.ask'>['answer'], hash: string): Fate {
  const transactions = (answer.transactions ?? []) as readonly Listed[];
  const found = transactions.find(({ transactionHash }) => transactionHash?.toLowerCase() === hash.toLowerCase());
  if (found === undefined) return { state: 'waiting' };
  const { block, status, executionFailed = false } = found;
  return {
    state: 'included',
    block: block?.number ?? 'unknown',
    isFinal: status === 'FINALIZED',
    failed: executionFailed,
  };
}
