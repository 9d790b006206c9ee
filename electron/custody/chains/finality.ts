import { NodeFault } from '../node-fault.ts';
import type { ChainNode } from './node.ts';
import { type BlockHead, blockHead } from './questions.ts';

/**
 * Choice (final-depth): if a node cannot report its final blocks, a block with this many blocks above it counts as
 * final.
 */
const FINAL_DEPTH = 64;

/**
 * Returns the newest final block, as the node reports it or by its depth. Throws NodeFault: `malformed` when the
 * reported final block is above the node's newest block.
 */
export async function finalBlock(node: ChainNode): Promise<BlockHead> {
  try {
    const [final, newest] = await node.askAll<[BlockHead | null, BlockHead | null]>([
      blockHead('finalized'),
      blockHead('latest'),
    ]);
    if (final !== null && (newest === null || final.number > newest.number))
      throw new NodeFault(
        'malformed',
        `a node of ${node.chain} reports block ${final.number} as final, but its newest block as ${newest?.number ?? 'none'}`,
      );
    if (final !== null) return final;
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind !== 'refused') throw error;
  }
  const latest = await node.ask(blockHead('latest'));
  const deep = await node.ask(blockHead(Math.max(0, (latest?.number ?? 0) - FINAL_DEPTH)));
  if (deep === null) throw new NodeFault('malformed', `a node of ${node.chain} does not have a block below its newest`);
  return deep;
}
