import { hexEncode } from '../../../../shared/wire/index.ts';
import { readPrevious } from '../../../crypto/index.ts';
import type { SentProgress, SentRow } from '../../store/index.ts';
import { handOn, type Keep } from '../hand-on.ts';
import type { ChainNode } from '../node.ts';
import { height, send, spenderOf, statusOf } from './questions.ts';

/** The errors of nodes that have the transaction already. */
const IS_THERE = /already in (?:block chain|utxo set|mempool)|txn-already/i;
/** Choice (bitcoin-final): a transaction with this many blocks, its own included, counts as final. */
export const FINAL_BLOCKS = 6;

/**
 * Returns the new state of a transaction on Bitcoin. It fails for good only when a final block has another transaction
 * that spends one of its outputs. Throws NodeFault.
 */
export async function followBitcoin(row: SentRow, node: ChainNode, keep: Keep): Promise<Partial<SentProgress>> {
  const { transactionHash, signedTransaction } = row;
  const hex = hexEncode(signedTransaction);
  const { outputs, spends } = readPrevious(hex);
  const [tip, status] = await node.askAll([height, statusOf(transactionHash, outputs.length)] as const);
  const isFinal = (at: number) => tip - at + 1 >= FINAL_BLOCKS;
  if (status.kind === 'included')
    return { state: 'INCLUDED', mayBeKnown: 1, isSettled: isFinal(status.height) ? 1 : 0, error: null };
  if (status.kind === 'pending') return { state: 'BROADCASTING', mayBeKnown: 1, error: null };
  const spenders = await node.askAll(spends.map(spenderOf));
  const taker = spenders.find(
    (spender) => spender !== null && spender.txid !== transactionHash && isFinal(spender.height),
  );
  if (taker !== undefined && taker !== null)
    return { state: 'FAILED', isSettled: 1, error: `the transaction ${taker.txid} spent one of its outputs instead` };
  return handOn(row, () => node.ask(send(hex, transactionHash)), IS_THERE, keep);
}
