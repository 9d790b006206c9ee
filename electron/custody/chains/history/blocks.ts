import { NodeFault } from '../../node-fault.ts';
import type { Question } from '../node.ts';
import {
  quantity,
  readAddress,
  readCount,
  readData,
  readHash,
  readList,
  readObject,
  readQuantity,
} from '../quantities.ts';

/** A block with its transactions. Hashes and addresses are 0x and lower case. */
export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly transactions: readonly Transaction[];
}

export interface Transaction {
  readonly hash: string;
  readonly from: string;
  /** Null where it made a contract. */
  readonly to: string | null;
  /** In the smallest unit of the chain’s coin. */
  readonly value: bigint;
  /** The coins that a layer 2 mints for the sender, even when the transaction fails. */
  readonly mint: bigint;
  /** The effective gas price from the block, for nodes that omit it from the receipt. Null where it is missing. */
  readonly gasPrice: bigint | null;
  /** True for a type that every EVM chain may have. Then all its members must be present. */
  readonly isCommon: boolean;
}

/** The result of a transaction. */
export interface Outcome {
  readonly succeeded: boolean;
  /** All that was paid for it, in the smallest unit of the asset. */
  readonly fee: bigint;
  /** The part of CAIP-19 behind the chain of the fee's asset. Null for the chain’s coin. */
  readonly feeAsset: string | null;
  /** The contract that it made. */
  readonly made: string | null;
  readonly logs: readonly Log[];
}

export interface Log {
  readonly contract: string;
  /** At most four, each of 32 bytes. */
  readonly topics: readonly string[];
  readonly data: string;
}

/** Above any real chain. A position packs a height and an index in the block (`store/chains/history`). */
const MAXIMUM_HEIGHT = 2 ** 32;
const MAXIMUM_TRANSACTIONS = 2 ** 20;
/** The year 10000, the end of the range of RFC 3339, in seconds. */
const END_OF_TIME = 253_402_300_800;

/** The common types are legacy to EIP-7702. Other types are reported with their known fields. */
const LAST_COMMON_TYPE = 4n;
/**
 * Arbitrum's deposit types, with the member that has the amount. It is minted for the sender and then moves to the
 * recipient.
 */
const MINTED: Readonly<Record<string, 'value' | 'depositValue'>> = { '100': 'value', '104': 'depositValue' };
/** Tempo’s gas is priced in dollars by 10^18, and paid in tokens that count dollars by 10^6: the last unit is charged whole. */
const TEMPO_FEE_UNIT = 10n ** 12n;

/** A block of the chain by its height, optionally without its transactions. Null when the node has no such block. */
export const blockAt = (
  height: number,
  which: 'with transactions' | 'without transactions',
): Question<Block | null> => ({
  method: 'eth_getBlockByNumber',
  params: [quantity(height), which === 'with transactions'],
  read(result) {
    if (result === null) return null;
    const block = readObject(result, 'the block');
    const hash = readHash(block.hash, 'the hash of the block');
    const number = readCount(block.number, 'the height of the block');
    const time = readCount(block.timestamp, 'the time of the block');
    const listed = readList(block.transactions, 'the list of transactions');
    const transactions = which === 'with transactions' ? listed : [];
    if (number !== height) throw misfit(`it returned block ${number} instead of ${height}`);
    if (number >= MAXIMUM_HEIGHT || time >= END_OF_TIME || transactions.length >= MAXIMUM_TRANSACTIONS)
      throw misfit('it returned a block that is too large');
    return {
      number,
      hash,
      parentHash: readHash(block.parentHash, 'the hash of the parent'),
      time: time * 1000,
      transactions: transactions.map((one, index) => readTransaction(one, index, hash)),
    };
  },
});

function readTransaction(value: unknown, index: number, blockHash: string): Transaction {
  const transaction = readObject(value, 'the transaction');
  requirePlace(transaction, index, blockHash);
  const type = transaction.type == null ? 0n : readQuantity(transaction.type, 'the type');
  const isCommon = type <= LAST_COMMON_TYPE;
  const minted = transaction.mint ?? transaction[MINTED[String(type)] ?? 'mint'];
  const to = isCommon ? transaction.to : (transaction.to ?? firstRecipient(transaction));
  return {
    hash: readHash(transaction.hash, 'the hash of the transaction'),
    from: readAddress(transaction.from, 'the sender'),
    to: to == null ? null : readAddress(to, 'the recipient'),
    value: transaction.value == null && !isCommon ? 0n : readQuantity(transaction.value, 'the value'),
    mint: minted == null ? 0n : readQuantity(minted, 'the mint'),
    gasPrice: transaction.gasPrice == null ? null : readQuantity(transaction.gasPrice, 'the price of gas'),
    isCommon,
  };
}

/** Tempo's transactions (0x76) have calls instead of one recipient and value. No value moves on that chain. */
function firstRecipient({ calls }: Readonly<Record<string, unknown>>): unknown {
  return Array.isArray(calls) && calls.length > 0 ? readObject(calls[0], 'the call').to : null;
}

/**
 * The result of each transaction of a block, in their order. Throws unless it fits the block that the node returned.
 * Choice (history-receipts): a node without receipts by block is queried for each receipt.
 */
export const outcomesOf = ({ hash, transactions }: Block): Question<readonly Outcome[]> => ({
  method: 'eth_getBlockReceipts',
  params: [hash],
  instead: transactions.map((transaction) => ({ method: 'eth_getTransactionReceipt', params: [transaction.hash] })),
  read(result) {
    const receipts = readList(result, 'the list of receipts');
    if (receipts.length !== transactions.length) throw misfit('its receipts do not match the block');
    return receipts.map((value, index) => readOutcome(value, index, hash, transactions[index] as Transaction));
  },
});

function readOutcome(value: unknown, index: number, blockHash: string, transaction: Transaction): Outcome {
  const { hash, from, isCommon, gasPrice } = transaction;
  const receipt = readObject(value, 'the receipt');
  requirePlace(receipt, index, blockHash);
  if (readHash(receipt.transactionHash, 'the hash') !== hash || readAddress(receipt.from, 'the sender') !== from)
    throw misfit('it returned the receipt of another transaction');
  const number = (name: string) => (receipt[name] == null ? 0n : readQuantity(receipt[name], `the amount ${name}`));
  const required = (name: string) => (isCommon ? readQuantity(receipt[name], `the amount ${name}`) : number(name));
  // Polygon's older nodes omit the gas price from the receipts of a block.
  const isInBlock = receipt.effectiveGasPrice == null && isCommon && gasPrice !== null;
  const price = isInBlock ? gasPrice : required('effectiveGasPrice');
  // Blobs cost a fee besides gas (EIP-4844), and layer 2 chains charge for the data that they write to layer 1.
  const fee = required('gasUsed') * price + number('blobGasUsed') * number('blobGasPrice') + number('l1Fee');
  const feeToken = receipt.feeToken == null ? null : readAddress(receipt.feeToken, 'the token of the fee');
  return {
    // Before Byzantium (EIP-658) a receipt had a state root in place of a status.
    succeeded:
      receipt.status == null && (receipt.root != null || !isCommon)
        ? true
        : readQuantity(receipt.status, 'the status') === 1n,
    fee: feeToken === null ? fee : (fee + TEMPO_FEE_UNIT - 1n) / TEMPO_FEE_UNIT,
    feeAsset: feeToken === null ? null : `erc20:${feeToken}`,
    made: receipt.contractAddress == null ? null : readAddress(receipt.contractAddress, 'the contract'),
    logs: readList(receipt.logs, 'the logs').map((log) => readLog(log, index, blockHash, hash)),
  };
}

function readLog(value: unknown, index: number, blockHash: string, transactionHash: string): Log {
  const log = readObject(value, 'the log');
  requirePlace(log, index, blockHash);
  if (readHash(log.transactionHash, 'the hash') !== transactionHash || log.removed === true)
    throw misfit('it returned a log of another transaction');
  const topics = readList(log.topics, 'the topics').map((topic) => readHash(topic, 'the topic'));
  if (topics.length > 4) throw misfit('it returned a log with more than four topics');
  return { contract: readAddress(log.address, 'the contract'), topics, data: readData(log.data, 'the data') };
}

function requirePlace(entry: Readonly<Record<string, unknown>>, index: number, blockHash: string): void {
  if (readHash(entry.blockHash, 'the hash of the block') !== blockHash)
    throw misfit('it returned data of another block');
  if (readCount(entry.transactionIndex, 'the index') !== index)
    throw misfit('it returned transactions in the wrong order');
}

const misfit = (what: string): NodeFault => new NodeFault('malformed', what);
