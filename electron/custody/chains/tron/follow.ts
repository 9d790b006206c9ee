import { hexEncode } from '../../../../shared/wire/index.ts';
import type { SentProgress, SentRow } from '../../store/index.ts';
import { type Handing, handOn } from '../hand-on.ts';
import type { ChainNode } from '../node.ts';
import { newestBlock, outcomeOf, send } from './questions.ts';
import { isNow } from './reference.ts';

/** The errors of nodes that have the transaction already. */
const IS_THERE = /DUP_TRANSACTION_ERROR/;
/** Choice (tron-final): a block with 20 blocks above it is final, as 19 of 27 witnesses confirmed it. */
const FINAL_BLOCKS = 20;
/**
 * Choice (tron-expired): a transaction is given up an hour after its expiration, by the time of the chain and by this
 * machine's. A node whose newest block is of another time cannot end it.
 */
const GRACE_MS = 3_600_000;

/**
 * Returns the new state of a transaction on Tron. It fails for good only an hour after its expiration. This machine's
 * clock and the node's newest block both have to say so. Throws NodeFault.
 */
export async function followTron(row: SentRow, node: ChainNode, handing: Handing): Promise<Partial<SentProgress>> {
  const { transactionHash, signedTransaction, lastHeight: expiration } = row;
  const [newest, outcome] = await node.askAll([newestBlock, outcomeOf(transactionHash)] as const);
  if (outcome !== null) {
    const isSettled = newest.number - outcome.block >= FINAL_BLOCKS ? 1 : 0;
    if (outcome.error === null) return { state: 'INCLUDED', mayBeKnown: 1, isSettled, error: null };
    const error = `the chain ran it and it failed. It paid its fee and had no other effect: ${outcome.error}`;
    return { state: 'FAILED', mayBeKnown: 1, isSettled, error };
  }
  const isOver = (at: number) => expiration !== null && at > expiration + GRACE_MS;
  if (isOver(handing.now) && isOver(newest.timestamp) && isNow(newest, handing.now))
    return { state: 'FAILED', isSettled: 1, error: 'it expired, and the node knows no block that included it' };
  return handOn(row, () => node.ask(send(hexEncode(signedTransaction), transactionHash)), IS_THERE, handing);
}
