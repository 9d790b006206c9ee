/** Bitcoin's transactions as nodes serialise them, with and without witness (BIP-144). */

import { type Bytes, join, sha256 } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, byteReader, littleEndian } from '../byte-reader.ts';
import { readCompactSize, readUint32 } from './numbers.ts';

export interface BitcoinInput {
  /** 32 bytes of transaction id in the order they are hashed in (texts show them reversed) and 4 bytes of index. */
  readonly outpoint: Uint8Array;
  readonly index: number;
  readonly sequence: number;
  readonly script: Uint8Array;
  /** The offset of the script's size in `BitcoinTransaction.bytes`. */
  readonly scriptAt: number;
}

export interface BitcoinOutput {
  /** Satoshi. */
  readonly amount: bigint;
  readonly script: Uint8Array;
  /** Amount, size of the script and script, as hashed. */
  readonly bytes: Uint8Array;
}

export interface BitcoinTransaction {
  readonly version: number;
  readonly inputs: readonly BitcoinInput[];
  readonly outputs: readonly BitcoinOutput[];
  readonly lockTime: number;
  /** The serialisation without witness, whose double SHA-256 is the transaction's id. */
  readonly bytes: Uint8Array;
}

/** 21 million bitcoin: no amount and no sum of amounts is larger. */
export const MAX_SATOSHI = 2_100_000_000_000_000n;

/**
 * Parses a whole transaction. `witness` allows the form with witness. Throws TRANSACTION_INVALID. Checks neither
 * scripts nor whether a node would accept it.
 */
export function readTransaction(bytes: Uint8Array, name: string, witness: boolean): BitcoinTransaction {
  const reader = byteReader(bytes, name);
  const transaction = readNext(reader, witness);
  reader.end();
  return transaction;
}

/** The 80 bytes of a block's header. */
const HEADER_BYTES = 80;

/** Returns the transactions of a block as nodes serialise it, in their order. Throws a `Refusal`. */
export function readBlockTransactions(bytes: Uint8Array): BitcoinTransaction[] {
  const reader = byteReader(bytes, 'the block');
  reader.take(HEADER_BYTES);
  const transactions = readMany(reader, () => readNext(reader, true));
  reader.end();
  return transactions;
}

function readNext(reader: ByteReader, witness: boolean): BitcoinTransaction {
  const start = reader.position();
  const version = readUint32(reader);
  const hasWitness = witness && reader.startsWith(0, 1);
  const marker = hasWitness ? reader.take(2).length : 0;
  const inputs = readMany(reader, () => readInput(reader, start + marker));
  const outputs = readMany(reader, () => readOutput(reader));
  const bodyEnd = reader.position() - start;
  if (hasWitness) for (const _ of inputs) readWitness(reader);
  const lockTime = readUint32(reader);
  const bytes = reader.since(start);
  if (sumOf(outputs) > MAX_SATOSHI)
    throw new Refusal('transaction', `the outputs of ${reader.name} are more than 21 million bitcoin`);
  const stripped = hasWitness
    ? join(bytes.subarray(0, 4), bytes.subarray(4 + marker, bodyEnd), bytes.subarray(-4))
    : bytes;
  return { version, inputs, outputs, lockTime, bytes: stripped };
}

/** Amount and script: an output of a transaction, or `witness_utxo` of a PSBT. */
export function readOutput(reader: ByteReader): BitcoinOutput {
  const start = reader.position();
  const amount = littleEndian(reader.take(8));
  if (amount > MAX_SATOSHI) throw new Refusal('transaction', 'an amount is larger than 21 million bitcoin');
  const script = reader.take(readCompactSize(reader));
  return { amount, script, bytes: reader.since(start) };
}

/** Passes over the witness of one input. */
export function readWitness(reader: ByteReader): void {
  readMany(reader, () => void reader.take(readCompactSize(reader)));
}

/** Satoshi that outputs hold together. */
export function sumOf(outputs: readonly BitcoinOutput[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Double SHA-256, in the order it is hashed in. */
export function transactionHash(transaction: BitcoinTransaction): Bytes {
  return sha256(sha256(transaction.bytes));
}

/** `before` is the number of bytes before it that `BitcoinTransaction.bytes` lacks. */
function readInput(reader: ByteReader, before: number): BitcoinInput {
  const outpoint = reader.take(36);
  const index = Number(littleEndian(outpoint.subarray(32)));
  const scriptAt = reader.position() - before;
  const script = reader.take(readCompactSize(reader));
  return { outpoint, index, script, scriptAt, sequence: readUint32(reader) };
}

function readMany<Item>(reader: ByteReader, readOne: () => Item): Item[] {
  const items: Item[] = [];
  for (let left = readCompactSize(reader); left > 0; left -= 1) items.push(readOne());
  return items;
}
