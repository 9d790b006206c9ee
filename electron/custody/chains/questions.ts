import { NodeFault } from '../node-fault.ts';
import type { Question } from './node.ts';
import { quantity, readCount, readHash, readObject, readQuantity } from './quantities.ts';

/** The block of a query: its height or the name that nodes have for it. */
export type BlockTag = 'latest' | 'pending' | 'finalized' | number;
/** Encodes the block parameter of a request. */
export const tagOf = (block: BlockTag): string => (typeof block === 'number' ? quantity(block) : block);

/** The number of transactions of an address up to a block, which is its next nonce. */
export const transactionCount = (address: string, block: BlockTag): Question<bigint> => ({
  method: 'eth_getTransactionCount',
  params: [address, tagOf(block)],
  read: (result) => BigInt(readCount(result, 'the nonce')),
});

/** The balance of an address in the chain's coin, in its smallest unit. */
export const balance = (address: string, block: BlockTag): Question<bigint> => ({
  method: 'eth_getBalance',
  params: [address, tagOf(block)],
  read: (result) => readQuantity(result, 'the balance'),
});

export interface BlockHead {
  readonly number: number;
  /** 0x and 64 hexadecimal digits. */
  readonly hash: string;
  /** Null on chains without the fee market of EIP-1559. */
  readonly baseFeePerGas: bigint | null;
}

/** A block without its transactions. Null when the node has no such block. */
export const blockHead = (block: BlockTag): Question<BlockHead | null> => ({
  method: 'eth_getBlockByNumber',
  params: [tagOf(block), false],
  read(result) {
    if (result === null) return null;
    const { number, hash, baseFeePerGas } = readObject(result, 'the block');
    const height = readCount(number, 'the height of the block');
    if (typeof block === 'number' && height !== block)
      throw new NodeFault('malformed', `it returned block ${height} instead of ${block}`);
    return {
      number: height,
      hash: readHash(hash, 'the hash of the block'),
      baseFeePerGas: baseFeePerGas == null ? null : readQuantity(baseFeePerGas, 'the base fee'),
    };
  },
});

/** The tip above the base fee that the node recommends. */
export const priorityFee: Question<bigint> = {
  method: 'eth_maxPriorityFeePerGas',
  params: [],
  read: (result) => readQuantity(result, 'the priority fee'),
};

/** A call as it would be made: amounts as quantities, bytes behind 0x. */
export interface ProposedCall {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** The gas that a call needs. A node refuses where the call would fail. */
export const gasEstimate = ({ value, ...call }: ProposedCall): Question<bigint> => ({
  method: 'eth_estimateGas',
  params: [{ ...call, value: quantity(value) }],
  read: (result) => readQuantity(result, 'the gas'),
});

/** Hands a signed transaction on. Throws a `malformed` NodeFault when the node calls it otherwise than its hash. */
export const sendRaw = (signed: string, transactionHash: string): Question<void> => ({
  method: 'eth_sendRawTransaction',
  params: [signed],
  read(result) {
    if (readHash(result, 'the hash') !== transactionHash)
      throw new NodeFault('malformed', 'it names the transaction with another hash');
  },
});

/** The result of a transaction that is in a block. */
export interface Receipt {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly succeeded: boolean;
}

/** Null while it is in no block. */
export const receipt = (transactionHash: string): Question<Receipt | null> => ({
  method: 'eth_getTransactionReceipt',
  params: [transactionHash],
  read(result) {
    if (result === null) return null;
    const receipt = readObject(result, 'the receipt');
    if (readHash(receipt.transactionHash, 'the hash') !== transactionHash)
      throw new NodeFault('malformed', 'it returned the receipt of another transaction');
    return {
      blockNumber: readCount(receipt.blockNumber, 'the height of the block'),
      blockHash: readHash(receipt.blockHash, 'the hash of the block'),
      succeeded: readQuantity(receipt.status, 'the status') === 1n,
    };
  },
});
