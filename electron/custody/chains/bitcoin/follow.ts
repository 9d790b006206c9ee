import { OUTPUTS_SPENT } from '../../../../shared/errors/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { readPrevious } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { SentProgress, SentRow } from '../../store/index.ts';
import { type Handing, handOn } from '../hand-on.ts';
import type { ChainNode } from '../node.ts';
import { FINAL_BLOCKS, height, send, spendersOf, statusOf, transaction } from './questions.ts';

/** The errors of nodes that have the transaction already. */
const IS_THERE = /already in (?:block chain|utxo set|mempool)|txn-already/i;
/** Bitcoin Core without an index also says this of a transaction that is in a block and whose outputs are spent. */
const IS_SPENT = /missingorspent/;
const NOT_KNOWN = `${OUTPUTS_SPENT}, and the node does not know by which transaction, because it has no index of transactions. Castellan searches the blocks of a week for it. An Esplora, or a Bitcoin Core with txindex=1, knows it at once`;

type Outputs = ReturnType<typeof readPrevious>['outputs'];
const paysTheSame = (one: Outputs, other: Outputs): boolean =>
  one.length === other.length &&
  one.every(({ script, units }, at) => script === other[at]?.script && units === other[at]?.units);

/**
 * Returns the new state of a transaction on Bitcoin. Choice (bitcoin-evidence): it fails for good only when a final block
 * has another transaction of this service that spends one of its outputs. A node can make up any other transaction, and
 * must not make an operator pay a second time. Throws NodeFault.
 */
export async function followBitcoin(row: SentRow, node: ChainNode, handing: Handing): Promise<Partial<SentProgress>> {
  const { transactionHash, signedTransaction } = row;
  const hex = hexEncode(signedTransaction);
  const { outputs, spends } = readPrevious(hex);
  const [tip, status] = await node.askAll([height, statusOf(transactionHash, outputs.length)] as const);
  const isFinal = (at: number) => tip - at + 1 >= FINAL_BLOCKS;
  if (status.kind === 'included')
    return { state: 'INCLUDED', mayBeKnown: 1, isSettled: isFinal(status.height) ? 1 : 0, error: null };
  if (status.kind === 'pending') return { state: 'BROADCASTING', mayBeKnown: 1, error: null };
  const rivals = handing.includedRivals();
  const rival = rivals.find(({ isSettled }) => isSettled === 1);
  if (rival !== undefined)
    return { state: 'FAILED', isSettled: 1, error: `it was replaced by the transaction ${rival.transactionHash}` };
  // A reorganization can still remove the other transaction.
  if (rivals.length > 0) return { error: null };
  const spenders = await node.ask(spendersOf(spends, row.submittedAt));
  // A node without an index shows a transaction whose outputs are all spent again only as their spender.
  const own = spenders.find((spender) => spender?.txid === transactionHash);
  if (own != null) return { state: 'INCLUDED', mayBeKnown: 1, isSettled: isFinal(own.height) ? 1 : 0, error: null };
  const taker = spenders.find(
    (spender) => spender !== null && spender.txid !== transactionHash && isFinal(spender.height),
  );
  if (taker !== undefined && taker !== null) {
    const other = await node.ask(transaction(taker));
    if (!other.spends.some((spent) => spends.includes(spent)))
      throw new NodeFault('malformed', `it names ${taker.txid}, which spends none of the outputs`);
    // A transaction without a witness can get another id on its way, and pays the same.
    if (paysTheSame(other.outputs, outputs)) return { state: 'INCLUDED', mayBeKnown: 1, isSettled: 1, error: null };
    // The replacement may be that transaction, and its own look decides it.
    if (handing.isReplaced()) return {};
    return {
      mayBeKnown: 1,
      error: `${OUTPUTS_SPENT}: the node names the transaction ${taker.txid}. This service did not sign that transaction for a payment, so the payment is not called failed. Check the transaction in a block explorer before you pay again`,
    };
  }
  let isForgotten = false;
  const sendAgain = async () => {
    try {
      await node.ask(send(hex, transactionHash));
    } catch (error) {
      isForgotten = row.mayBeKnown === 1 && error instanceof NodeFault && IS_SPENT.test(error.message);
      if (!isForgotten) throw error;
    }
  };
  const became = await handOn(row, sendAgain, IS_THERE, handing);
  return isForgotten ? { mayBeKnown: 1, error: NOT_KNOWN } : became;
}
