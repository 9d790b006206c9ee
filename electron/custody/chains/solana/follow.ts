import type { SentProgress, SentRow } from '../../store/index.ts';
import { type Handing, handOn } from '../hand-on.ts';
import type { ChainNode } from '../node.ts';
import { blockHeight, sendSigned, signatureStatus } from './questions.ts';

/** The errors of nodes that have the transaction already. */
const IS_THERE = /already (?:been )?processed/i;

/**
 * Returns the new state of a transaction on Solana. It fails for good only when a node has final blocks beyond its last
 * height and does not know it. Throws NodeFault.
 */
export async function followSolana(row: SentRow, node: ChainNode, handing: Handing): Promise<Partial<SentProgress>> {
  const { transactionHash, signedTransaction, lastHeight } = row;
  const [height, status] = await node.askAll([blockHeight('finalized'), signatureStatus(transactionHash)] as const);
  if (status !== null && status.certainty === 'processed') return { state: 'BROADCASTING', mayBeKnown: 1, error: null };
  if (status !== null) {
    const isSettled = status.certainty === 'finalized' ? 1 : 0;
    if (status.error === null) return { state: 'INCLUDED', mayBeKnown: 1, isSettled, error: null };
    const error = `the chain ran it and it failed. It paid its fee and had no other effect: ${status.error}`;
    return { state: 'FAILED', mayBeKnown: 1, isSettled, error };
  }
  if (lastHeight !== null && height > lastHeight)
    return { state: 'FAILED', isSettled: 1, error: 'its blockhash expired: no block included it, and none can' };
  return handOn(row, () => node.ask(sendSigned(signedTransaction, transactionHash)), IS_THERE, handing);
}
