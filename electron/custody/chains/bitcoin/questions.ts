import { type PreviousTransaction, Refusal, readPrevious } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { Question } from '../line.ts';
import { malformed, readId, readList, readObject } from '../quantities.ts';

/**
 * The questions about Bitcoin. Esplora and Bitcoin Core have no methods in common, so the methods here are names that
 * each dialect answers in one form.
 */
export const METHODS = [
  'genesis',
  'height',
  'unspent',
  'transaction',
  'fees',
  'status',
  'spenders',
  'left',
  'send',
] as const;
export type BitcoinMethod = (typeof METHODS)[number];

const question = <Value>(
  method: BitcoinMethod,
  params: readonly unknown[],
  read: (result: unknown) => Value,
): Question<Value> => ({ method, params, read });

/** 21 million bitcoin. */
const MOST = 2_100_000_000_000_000;

export const readSatoshi = (value: unknown, what: string): bigint => {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST)
    return BigInt(value as number);
  throw malformed(what, 'is no amount of satoshi');
};

export function readWhole(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw malformed(what, 'is no whole number');
}

/** Choice (bitcoin-final): a transaction with this many blocks, its own included, counts as final. */
export const FINAL_BLOCKS = 6;

/** The hash of the first block, which names the chain (CAIP-4). */
export const genesis = question('genesis', [], (result) => readId(result, 'the hash of the first block'));

/** The height of the newest block. */
export const height = question('height', [], (result) => readWhole(result, 'the height'));

/** An output that the node lists for an address. Nothing of it is proven. */
export interface ListedOutput {
  readonly txid: string;
  readonly index: number;
  readonly units: bigint;
  /** Null while no block includes it. */
  readonly height: number | null;
}

/** The unspent outputs of an address. Those that a transaction without a block spends are left out. */
export const unspent = (address: string): Question<readonly ListedOutput[]> =>
  question('unspent', [address], (result) => {
    const listed = readList(result, 'the list of outputs').map((one): ListedOutput => {
      const { txid, index, satoshi, height: at } = readObject(one, 'the output');
      return {
        txid: readId(txid, 'the transaction of an output'),
        index: readWhole(index, 'the index of an output'),
        units: readSatoshi(satoshi, 'the amount of an output'),
        height: at === null ? null : readWhole(at, 'the height of an output'),
      };
    });
    const names = new Set(listed.map(({ txid, index }) => `${txid}:${index}`));
    if (names.size < listed.length) throw new NodeFault('malformed', 'it listed an output twice');
    return listed;
  });

/** The whole transaction with that id, which the answer proves. */
export const transaction = ({
  txid,
  height: at,
}: Pick<ListedOutput, 'txid' | 'height'>): Question<PreviousTransaction & { readonly hex: string }> =>
  question('transaction', [txid, at], (result) => {
    if (typeof result !== 'string' || !/^([0-9a-f]{2})+$/.test(result))
      throw malformed('the transaction', 'is no bytes');
    try {
      const read = readPrevious(result);
      if (read.txid === txid) return { ...read, hex: result };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new NodeFault('malformed', `it returned a transaction that cannot be read: ${error.message}`);
    }
    throw new NodeFault('malformed', `it returned another transaction than ${txid}`);
  });

/** Satoshi for 1,000 virtual bytes, to be included within that many blocks. Null where the node has no estimate. */
export const feeRates = question('fees', [], (result): Readonly<Record<2 | 6 | 144, bigint | null>> => {
  const rates = readObject(result, 'the fee rates');
  const rate = (target: 2 | 6 | 144) => {
    const value = rates[target];
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || value > MOST)
      throw malformed('the fee rate', 'is no positive number');
    return BigInt(Math.ceil(value));
  };
  return { 2: rate(2), 6: rate(6), 144: rate(144) };
});

export type TransactionStatus =
  | { readonly kind: 'unknown' }
  /** Nodes know it, and no block includes it. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'included'; readonly height: number };

/** The status of a transaction. `outputs` is the number of its outputs. */
export const statusOf = (txid: string, outputs: number): Question<TransactionStatus> =>
  question('status', [txid, outputs], (result) => {
    const { kind, height: at } = readObject(result, 'the status');
    if (kind === 'unknown' || kind === 'pending') return { kind };
    if (kind === 'included') return { kind, height: readWhole(at, 'the height of a transaction') };
    throw malformed('the status', 'is unknown');
  });

/** A transaction in a block that spent an output, with its height. */
export interface Spender {
  readonly txid: string;
  readonly height: number;
}

/**
 * The spenders of outputs in their order, as far as the node knows them. Null where none did, or the node does not know
 * it. `since` is the time of the transaction that was to spend them, in milliseconds since the epoch.
 */
export const spendersOf = (outpoints: readonly string[], since: number): Question<readonly (Spender | null)[]> =>
  question('spenders', [outpoints, since], (result) => {
    const listed = readList(result, 'the list of spending transactions');
    if (listed.length !== outpoints.length) throw malformed('the list of spending transactions', 'has another length');
    return listed.map((one) => {
      if (one === null) return null;
      const { txid, height: at } = readObject(one, 'the spending transaction');
      return { txid: readId(txid, 'the spending transaction'), height: readWhole(at, 'the height of a transaction') };
    });
  });

/** True for each of the outputs that no block spends. A waiting transaction may spend it. */
export const leftUnspent = (outpoints: readonly string[]): Question<readonly boolean[]> =>
  question('left', [outpoints], (result) => {
    const listed = readList(result, 'the list of outputs');
    if (listed.length !== outpoints.length || listed.some((one) => typeof one !== 'boolean'))
      throw malformed('the list of outputs', 'has another form');
    return listed as boolean[];
  });

/** Hands a signed transaction on. Throws a `malformed` NodeFault when the node names it otherwise. */
export const send = (hex: string, txid: string): Question<void> =>
  question('send', [hex], (result) => {
    if (readId(result, 'the id of the sent transaction') !== txid)
      throw new NodeFault('malformed', 'it names the transaction with another id');
  });
