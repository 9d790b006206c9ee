import { NodeFault } from '../fault.ts';
import { isUnknownMethod } from '../json-rpc.ts';
import type { ChainNode, Question } from '../node.ts';
import { type Block, blockAt, outcomesOf } from './blocks.ts';
import type { ReadBlock } from './entries.ts';
import { innerValuesOf } from './traces.ts';

export interface BlockReader {
  /** A block with all that can be told of it. Throws NodeFault: `unable` when the chain has no such block. */
  read(height: number): Promise<ReadBlock>;
}

const NONE = -1;

/**
 * Reads blocks of a chain.
 * Choice (history-bounds): of a block whose transactions or receipts are longer than is read nothing is stored, and where nodes cannot trace,
 * or a trace is longer than is read, what contracts move is not told; `onLack` says so, of traces once.
 */
export function createBlockReader(node: ChainNode, onLack: (what: string) => void): BlockReader {
  /** Up to this height nothing is traced: what a node has forgotten of a block it has of all older ones. */
  let untraced = NONE;

  /** Undefined for an answer that is longer than is read. */
  const ask = async <Value>(question: Question<Value>): Promise<Value | undefined> => {
    try {
      return await node.ask(question);
    } catch (error) {
      if (error instanceof NodeFault && error.kind === 'tooLong') return undefined;
      throw error;
    }
  };

  const innerValues = async (block: Block): Promise<ReadBlock['innerValues']> => {
    if (block.number <= untraced) return null;
    try {
      const values = await ask(innerValuesOf(block));
      if (values === undefined)
        onLack(`what contracts moved in block ${block.number}: its trace is longer than is read`);
      return values ?? null;
    } catch (error) {
      if (!(error instanceof NodeFault) || !['refused', 'unable'].includes(error.kind)) throw error;
      if (untraced === NONE) onLack(`what contracts moved up to block ${block.number}: ${error.message}`);
      untraced = isUnknownMethod(error) ? Number.POSITIVE_INFINITY : Math.max(untraced, block.number);
      return null;
    }
  };

  const passOver = async (height: number): Promise<ReadBlock> => {
    const block = await node.ask(blockAt(height, 'without transactions'));
    if (block === null) throw noBlock(height);
    onLack(`block ${height}: it is longer than is read`);
    return { ...withNothing(block), isPassedOver: true };
  };

  const noBlock = (height: number) =>
    new NodeFault('unable', `the node of ${node.chain} does not have block ${height}`);

  return {
    async read(height) {
      const block = await ask(blockAt(height, 'with transactions'));
      if (block === undefined) return passOver(height);
      if (block === null) throw noBlock(height);
      if (block.transactions.length === 0) return withNothing(block);
      const outcomes = await ask(outcomesOf(block));
      if (outcomes === undefined) return passOver(height);
      return { block, outcomes, innerValues: await innerValues(block), isPassedOver: false };
    },
  };
}

const withNothing = (block: Block): ReadBlock => ({
  block: { ...block, transactions: [] },
  outcomes: [],
  innerValues: null,
  isPassedOver: false,
});
