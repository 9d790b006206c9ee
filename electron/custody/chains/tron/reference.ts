import { type TronBlock, utcMoment } from '../../../../shared/model/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { ChainNode } from '../node.ts';
import { newestBlock } from './questions.ts';

/** Choice (tron-clock): the newest block of a node is believed when its time is within ten minutes of this machine's. */
const TOLERANCE_MS = 600_000;

/** Returns true for a newest block whose time is now. */
export const isNow = ({ timestamp }: TronBlock, now: number): boolean => Math.abs(timestamp - now) <= TOLERANCE_MS;

/** Returns the newest block, which a payment refers to. Throws a NodeFault for one whose time is not now. */
export async function referenceBlock(node: ChainNode, now: number): Promise<TronBlock> {
  const block = await node.ask(newestBlock);
  if (isNow(block, now)) return block;
  throw new NodeFault(
    'malformed',
    `the newest block of the node of ${node.chain} is of ${utcMoment(block.timestamp)}, which is not now. Wait until the node has caught up, or correct this machine’s clock.`,
  );
}
