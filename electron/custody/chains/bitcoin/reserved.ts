import { hexEncode } from '../../../../shared/wire/index.ts';
import { readPrevious } from '../../../crypto/index.ts';
import type { SentRow, Store } from '../../store/index.ts';

/** The transactions that are compared. A sender with more under way waits for blocks. */
const COMPARED = 1_000;
/** The failed transactions of a sender that are compared. */
const FAILED_COMPARED = 100;

/** The outputs of a sender that other payments concern: `<txid>:<index>`. */
export interface UsedOutputs {
  /** A payment under way spends them. */
  readonly reserved: ReadonlySet<string>;
  /**
   * A payment that failed spent them. Choice (bitcoin-refused): a node may keep a transaction that it refused, so a later
   * payment spends one of these first. Both can then never be confirmed.
   */
  readonly first: ReadonlySet<string>;
}

export const NONE_USED: UsedOutputs = { reserved: new Set(), first: new Set() };

/** Returns the outputs that transactions spend: `<txid>:<index>`. */
export const spentBy = (rows: readonly SentRow[]): Set<string> =>
  new Set(rows.flatMap(({ signedTransaction }) => readPrevious(hexEncode(signedTransaction)).spends));

/** Returns the transactions under way on a chain that spend one of these outputs. */
export function openSpending(
  { sentTransactions }: Pick<Store, 'sentTransactions'>,
  chain: string,
  outputs: readonly string[],
): SentRow[] {
  return spending(sentTransactions.open(chain, COMPARED), outputs);
}

/** Returns a sender's other transactions that blocks include, and that spend one of these outputs. */
export function includedSpending(
  { sentTransactions }: Pick<Store, 'sentTransactions'>,
  { statusId, chain, sender }: Pick<SentRow, 'chain' | 'sender'> & { readonly statusId?: string },
  outputs: readonly string[],
): SentRow[] {
  const others = sentTransactions.included({ chain, sender }, COMPARED).filter((row) => row.statusId !== statusId);
  return spending(others, outputs);
}

const spending = (rows: readonly SentRow[], outputs: readonly string[]): SentRow[] =>
  rows.filter((row) => {
    const spent = spentBy([row]);
    return outputs.some((outpoint) => spent.has(outpoint));
  });

/** Returns the outputs of a sender that its payments on a chain spend or spent. */
export const usedOutputs = (store: Pick<Store, 'sentTransactions'>, chain: string, sender: string): UsedOutputs => ({
  reserved: spentBy(store.sentTransactions.open(chain, COMPARED)),
  first: spentBy(store.sentTransactions.failed({ chain, sender }, FAILED_COMPARED)),
});
