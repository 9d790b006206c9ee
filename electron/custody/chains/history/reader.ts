import { NodeFault } from '../../node-fault.ts';
import { isUnknownMethod } from '../json-rpc.ts';
import type { ChainNode, Question } from '../node.ts';
import { type Block, blockAt, outcomesOf, type Transaction } from './blocks.ts';
import type { ReadBlock } from './entries.ts';
import { type InnerValue, innerValuesIn, innerValuesOf } from './traces.ts';

export interface BlockReader {
  /**
   * Reads a block with all the data that its nodes return. Throws NodeFault: `unable` when the chain has no such block.
   */
  read(height: number): Promise<ReadBlock>;
}

const NONE = -1;

/**
 * Creates the reader of a chain's blocks.
 * Choice (history-bounds): a block whose transactions or receipts exceed the size limit is skipped. When nodes cannot
 * trace, or a trace exceeds the limit, the transfers of contracts are missing. The number of such blocks is stored and
 * shown with the chain's progress. `onLack` reports the block and the reason, for traces only once. They are not read
 * again.
 */
export function createBlockReader(node: ChainNode, onLack: (what: string) => void): BlockReader {
  /**
   * Blocks up to this height are not traced. A node that has pruned one block's state has also pruned all older state.
   */
  let untraced = NONE;
  /** The node's last refusal, which it may repeat for each block. */
  let refusal = '';

  /** Returns undefined when the reply exceeds the length limit. */
  const ask = async <Value>(question: Question<Value>): Promise<Value | undefined> => {
    try {
      return await node.ask(question);
    } catch (error) {
      if (error instanceof NodeFault && error.kind === 'tooLong') return undefined;
      throw error;
    }
  };

  /** Traces a transaction that the node could not trace with its block. */
  const innerValuesAlone = async (transaction: Transaction): Promise<readonly InnerValue[] | null> => {
    const lacks = (why: string) => {
      onLack(`what contracts moved in the transaction ${transaction.hash}: ${why}`);
      return null;
    };
    try {
      return (await ask(innerValuesIn(transaction))) ?? lacks('its trace is longer than Castellan reads');
    } catch (error) {
      if (!isNo(error) && !(error instanceof NodeFault && error.kind === 'limited')) throw error;
      return lacks(error.message);
    }
  };

  const innerValues = async (block: Block): Promise<ReadBlock['innerValues']> => {
    if (block.number <= untraced) return null;
    try {
      const traced = await ask(innerValuesOf(block));
      if (traced === undefined)
        onLack(`what contracts moved in block ${block.number}: its trace is longer than Castellan reads`);
      if (traced === undefined) return null;
      const values: (readonly InnerValue[] | null)[] = [];
      for (const [index, each] of traced.entries())
        values.push(
          each instanceof NodeFault ? await innerValuesAlone(block.transactions[index] as Transaction) : each,
        );
      return values;
    } catch (error) {
      if (!isNo(error)) throw error;
      if (error.kind === 'unable') {
        if (untraced === NONE) onLack(`what contracts moved up to block ${block.number}: ${error.message}`);
        untraced = isUnknownMethod(error) ? Number.POSITIVE_INFINITY : Math.max(untraced, block.number);
      } else if (error.message !== refusal) {
        onLack(`what contracts moved in block ${block.number}: ${error.message}`);
        refusal = error.message;
      }
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

/** True for a permanent refusal: asking the node again does not help. */
const isNo = (error: unknown): error is NodeFault =>
  error instanceof NodeFault && (error.kind === 'refused' || error.kind === 'unable');

const withNothing = (block: Block): ReadBlock => ({
  block: { ...block, transactions: [] },
  outcomes: [],
  innerValues: null,
  isPassedOver: false,
});
