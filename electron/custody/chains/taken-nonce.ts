import type { SentTransaction } from '../../../shared/model/index.ts';
import { NodeFault } from '../node-fault.ts';
import type { ChainNode, Question } from './node.ts';
import { quantity, readAddress, readHash, readList, readObject, readQuantity } from './quantities.ts';
import { receipt, transactionCount } from './questions.ts';

/**
 * Returns the hash of the transaction with which a sender used a nonce. It is in the block in which the sender's count
 * passed the nonce. The count at `final` must have passed it. Throws NodeFault: `unable` where the node has forgotten
 * the old counts. `malformed` where no transaction of the block fits the count.
 */
export async function takerOf(sender: string, nonce: bigint, final: number, node: ChainNode): Promise<string> {
  const isPassed = async (height: number) => (await node.ask(transactionCount(sender, height))) > nonce;
  // Nodes remember the newest heights best, so the steps down begin small.
  let [above, below] = [final, final - 1];
  for (let step = 2; below >= 0 && (await isPassed(below)); step *= 2) {
    above = below;
    below = below === 0 ? -1 : Math.max(0, below - step);
  }
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (await isPassed(middle)) above = middle;
    else below = middle;
  }
  const sent = await node.ask(sentIn(above));
  const taker = sent?.find((one) => one.from === sender && one.nonce === nonce && one.isCounted);
  if (taker === undefined)
    throw new NodeFault(
      'malformed',
      `it counts the nonce ${nonce} as used in block ${above}, but no transaction there uses it`,
    );
  return taker.hash;
}

/**
 * Returns true when blocks include another transaction of the sender with its nonce. The count is read first: a block
 * after the receipt would make the transaction itself look replaced. Throws NodeFault.
 */
export async function isNonceTaken(
  { address, hash, nonce }: Pick<SentTransaction, 'address' | 'hash' | 'nonce'>,
  node: ChainNode,
): Promise<boolean> {
  if ((await node.ask(transactionCount(address, 'latest'))) <= BigInt(nonce)) return false;
  return (await node.ask(receipt(hash))) === null;
}

interface Sent {
  readonly hash: string;
  readonly from: string;
  readonly nonce: bigint;
  /** False for a nonce of Tempo that has another key than 0: the chain counts these apart. */
  readonly isCounted: boolean;
}

/** The senders of the transactions of a block. Null when the node has no such block. */
const sentIn = (height: number): Question<readonly Sent[] | null> => ({
  method: 'eth_getBlockByNumber',
  params: [quantity(height), true],
  read(result) {
    if (result === null) return null;
    const { number, transactions } = readObject(result, 'the block');
    if (readQuantity(number, 'the height of the block') !== BigInt(height))
      throw new NodeFault('malformed', `it returned another block than ${height}`);
    return readList(transactions, 'the list of transactions').map((each) => {
      const { hash, from, nonce, nonceKey } = readObject(each, 'a transaction');
      return {
        hash: readHash(hash, 'the hash of a transaction'),
        from: readAddress(from, 'the sender'),
        nonce: readQuantity(nonce, 'the nonce'),
        isCounted: nonceKey == null || readQuantity(nonceKey, 'the key of the nonce') === 0n,
      };
    });
  },
});
