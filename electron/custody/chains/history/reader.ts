import { NodeFault } from '../fault.ts';
import type { ChainNode } from '../node.ts';
import { type Block, blockAt, outcomesOf } from './blocks.ts';
import type { ReadBlock } from './entries.ts';
import { type InnerValue, innerValuesOf } from './traces.ts';

export interface BlockReader {
  /** A block with all that concerns addresses in it. Throws NodeFault: `unable` when the chain has no such block yet. */
  read(height: number): Promise<ReadBlock>;
}

/** Reads blocks of a chain; `onNoTraces` is told once when no node of it can trace. */
export function createBlockReader(node: ChainNode, onNoTraces: (fault: NodeFault) => void): BlockReader {
  let canTrace = true;

  const innerValues = async (block: Block): Promise<ReadBlock['innerValues']> => {
    if (!canTrace) return null;
    try {
      return await node.ask(innerValuesOf(block));
    } catch (error) {
      if (!(error instanceof NodeFault) || !['refused', 'unable'].includes(error.kind)) throw error;
      canTrace = false;
      onNoTraces(error);
      return null;
    }
  };

  return {
    async read(height) {
      const block = await node.ask(blockAt(height));
      if (block === null) throw new NodeFault('unable', `the node of ${node.chain} does not have block ${height}`);
      const nothing: readonly (readonly InnerValue[])[] = [];
      if (block.transactions.length === 0) return { block, outcomes: [], innerValues: nothing };
      return { block, outcomes: await node.ask(outcomesOf(block)), innerValues: await innerValues(block) };
    },
  };
}
