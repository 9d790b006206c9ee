/** Transactions of Ethereum's kind that were broadcast and that no node has. */
import type { SentTransaction } from '../../../shared/model/index.ts';
import { NodeFault } from '../node-fault.ts';
import type { Store } from '../store/index.ts';
import { finalBlock } from './finality.ts';
import type { ChainNode, Question } from './node.ts';
import { readHash, readObject } from './quantities.ts';
import { receipt } from './questions.ts';

/** True when the node has a transaction, in a block or waiting for one. */
export const hasTransaction = (hash: string): Question<boolean> => ({
  method: 'eth_getTransactionByHash',
  params: [hash],
  read(result) {
    if (result === null) return false;
    if (readHash(readObject(result, 'the transaction').hash, 'the hash') !== hash)
      throw new NodeFault('malformed', 'it returned another transaction');
    return true;
  },
});

/** The block that includes a transaction. `failed` when it only paid its fee. */
interface Inclusion {
  readonly block: string;
  readonly isFinal: boolean;
  readonly failed: boolean;
}

/** Returns whether a node has a transaction, and the block that includes it. Throws NodeFault. */
export async function knownTo(
  node: ChainNode,
  hash: string,
): Promise<{ readonly isKnown: boolean; readonly included: Inclusion | null }> {
  const included = await node.ask(receipt(hash));
  if (included === null) return { isKnown: await node.ask(hasTransaction(hash)), included: null };
  const { blockNumber, succeeded } = included;
  const isFinal = (await finalBlock(node)).number >= blockNumber;
  return { isKnown: true, included: { block: String(blockNumber), isFinal, failed: !succeeded } };
}

/** Transactions that are searched: those under way, and those of the account that failed. */
const SEARCHED = 1_000;

/** Returns why no node took a transaction when the service last handed it on. Null where none refused it. */
export function refusalOf(
  { sentTransactions }: Pick<Store, 'sentTransactions'>,
  { chain, address, hash }: Pick<SentTransaction, 'chain' | 'address' | 'hash'>,
): string | null {
  const sender = address.toLowerCase();
  const rows = [...sentTransactions.open(chain, SEARCHED), ...sentTransactions.failed({ chain, sender }, SEARCHED)];
  const [newest] = rows
    .filter(({ transactionHash }) => transactionHash === hash)
    .toSorted((one, other) => other.submittedAt - one.submittedAt);
  return newest?.error ?? null;
}
