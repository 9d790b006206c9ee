import { NodeFault } from './fault.ts';
import type { ChainNode } from './node.ts';
import { type BlockHead, blockHead } from './questions.ts';

/** Where a node cannot tell which blocks are final: so many below the newest. */
const FINAL_DEPTH = 64;

/** The newest block that nothing changes any more, by the node’s own word or by its depth. Throws NodeFault. */
export async function finalBlock(node: ChainNode): Promise<BlockHead> {
  try {
    const final = await node.ask(blockHead('finalized'));
    if (final !== null) return final;
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error;
  }
  const latest = await node.ask(blockHead('latest'));
  const deep = await node.ask(blockHead(Math.max(0, (latest?.number ?? 0) - FINAL_DEPTH)));
  if (deep === null) throw new NodeFault('malformed', `a node of ${node.chain} does not have a block below its newest`);
  return deep;
}
