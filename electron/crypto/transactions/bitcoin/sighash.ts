/**
 * The digest that an input's signature over all inputs and outputs signs: before SegWit, BIP-143, BIP-341 (key path).
 */

import { utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bytes, join, sha256 } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { compactSize, uint32 } from './numbers.ts';
import type { BitcoinOutput, BitcoinTransaction } from './transaction.ts';

export const SIGHASH_ALL = 1;
export const SIGHASH_DEFAULT = 0;

/** The digests of one transaction. The parts that all inputs share are hashed once. */
export interface SighashDigests {
  /** P2PKH and P2SH. `script` is the executed script. */
  legacy(index: number, script: Uint8Array): Bytes;
  /** BIP-143. `script` is its scriptCode without the size. */
  witnessV0(index: number, script: Uint8Array): Bytes;
  /** BIP-341 with SIGHASH_DEFAULT, key path, no annex. Throws TRANSACTION_INVALID when an output spent is not known. */
  taproot(index: number): Bytes;
}

/** `spent[i]` is the output that input i spends. */
export function sighashDigests(
  transaction: BitcoinTransaction,
  spent: readonly (BitcoinOutput | null)[],
): SighashDigests {
  const { inputs, outputs } = transaction;
  const version = uint32(transaction.version);
  const lockTime = uint32(transaction.lockTime);
  const prevouts = once(() => sha256(join(...inputs.map(({ outpoint }) => outpoint))));
  const sequences = once(() => sha256(join(...inputs.map(({ sequence }) => uint32(sequence)))));
  const outputsHash = once(() => sha256(join(...outputs.map(({ bytes }) => bytes))));
  const spentBy = (index: number): BitcoinOutput => {
    const output = itemAt(spent, index);
    if (output !== null) return output;
    throw new Refusal(
      'transaction',
      `the signature covers the spent outputs, and input ${index + 1} has no witness_utxo`,
    );
  };
  const known = once(() => spent.map((_, index) => spentBy(index)));
  const amounts = once(() => sha256(join(...known().map(({ bytes }) => bytes.subarray(0, 8)))));
  const scripts = once(() => sha256(join(...known().map(({ bytes }) => bytes.subarray(8)))));
  const tag = once(() => sha256(utf8Encode('TapSighash')));
  const doublePrevouts = once(() => sha256(prevouts()));
  const doubleSequences = once(() => sha256(sequences()));
  const doubleOutputs = once(() => sha256(outputsHash()));

  return {
    legacy(index, script) {
      const { scriptAt } = itemAt(inputs, index);
      const head = transaction.bytes.subarray(0, scriptAt);
      // The unsigned transaction has an empty script here: one byte, the size 0.
      const tail = transaction.bytes.subarray(scriptAt + 1);
      return sha256(sha256(join(head, compactSize(script.length), script, tail, uint32(SIGHASH_ALL))));
    },
    witnessV0(index, script) {
      const { outpoint, sequence } = itemAt(inputs, index);
      const amount = spentBy(index).bytes.subarray(0, 8);
      const scriptCode = join(compactSize(script.length), script);
      const head = join(version, doublePrevouts(), doubleSequences(), outpoint, scriptCode, amount, uint32(sequence));
      return sha256(sha256(join(head, doubleOutputs(), lockTime, uint32(SIGHASH_ALL))));
    },
    taproot(index) {
      const common = join(amounts(), scripts(), sequences(), outputsHash());
      const message = join(Uint8Array.of(0, SIGHASH_DEFAULT), version, lockTime, prevouts(), common);
      return sha256(join(tag(), tag(), message, Uint8Array.of(0), uint32(index)));
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`The transaction has no input ${index}.`);
  return item;
}
