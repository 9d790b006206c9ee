import { hexEncode } from '../../../shared/wire/index.ts';
import { NodeFault } from '../node-fault.ts';
import type { SentProgress, SentRow } from '../store/index.ts';
import { finalBlock } from './finality.ts';
import { type Handing, handOn } from './hand-on.ts';
import type { ChainNode } from './node.ts';
import { blockHead, receipt as receiptOf, sendRaw, transactionCount } from './questions.ts';
import { takerOf } from './taken-nonce.ts';

/** The errors for a known transaction or a used nonce. The next check determines which one it is. */
const IS_THERE = /already known|known transaction|already imported|already (?:exists|in)|nonce (?:is )?too low/i;

/** Returns the new state of a transaction. Throws NodeFault. */
export async function followEthereum(row: SentRow, node: ChainNode, handing: Handing): Promise<Partial<SentProgress>> {
  const { transactionHash, sender, nonce } = row;
  const included = await node.ask(receiptOf(transactionHash));
  if (included !== null) {
    const outcome = included.succeeded
      ? ({ state: 'INCLUDED', error: null } as const)
      : ({
          state: 'FAILED',
          error: 'the chain ran it and it failed: it paid its fee and had no other effect',
        } as const);
    const final = await finalBlock(node);
    if (included.blockNumber > final.number) return { ...outcome, mayBeKnown: 1 };
    const block = await node.ask(blockHead(included.blockNumber));
    return { ...outcome, mayBeKnown: 1, isSettled: block?.hash === included.blockHash ? 1 : 0 };
  }
  if ((await node.ask(transactionCount(sender, 'latest'))) <= BigInt(nonce)) {
    const send = sendRaw(`0x${hexEncode(row.signedTransaction)}`, transactionHash);
    return handOn(row, () => node.ask(send), IS_THERE, handing);
  }
  const final = await finalBlock(node);
  if ((await node.ask(transactionCount(sender, final.number))) <= BigInt(nonce))
    return { state: 'BROADCASTING', error: null };
  // A node that hides a transaction must not make an operator send it a second time.
  const taker = await takerOf(sender, BigInt(nonce), final.number, node);
  if (taker === transactionHash)
    throw new NodeFault('malformed', 'it has no receipt for a transaction in one of its blocks');
  return { state: 'FAILED', isSettled: 1, error: `the transaction ${taker} with the same nonce replaced it` };
}
