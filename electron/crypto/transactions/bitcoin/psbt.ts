/**
 * Partially signed Bitcoin transactions, version 0 (BIP-174) with Taproot's fields (BIP-371): read strictly, and given back
 * byte for byte with entries added. Written out because the libraries for it rewrite what they read (order, unknown
 * entries). Does NOT judge what may be signed; signable.ts does.
 */

import { hexEncode } from '../../../../shared/wire/index.ts';
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, byteReader } from '../byte-reader.ts';
import { sameBytes, transactionBytes } from '../reading.ts';
import { GLOBAL, INPUT, type PsbtEntry, type PsbtMap, requireFields } from './fields.ts';
import { compactSize, readCompactSize } from './numbers.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  readOutput,
  readTransaction,
  transactionHash,
} from './transaction.ts';

export interface Psbt {
  readonly bytes: Uint8Array;
  readonly transaction: BitcoinTransaction;
  readonly global: PsbtMap;
  readonly inputs: readonly PsbtMap[];
  readonly outputs: readonly PsbtMap[];
  /** What each input spends; null when the PSBT does not say. */
  readonly spent: readonly (BitcoinOutput | null)[];
}

/** An entry to be added to the map of an input. */
export interface PsbtAddition {
  readonly input: number;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff] as const;
/** 1 MiB of text. */
const MAX_PSBT_BYTES = 512 * 1024;
/** Nodes relay at most 400,000 weight units. It bounds the hashing, which grows with inputs times bytes for old inputs. */
const MAX_TRANSACTION_BYTES = 100_000;

/**
 * Reads a PSBT from hex (any letter case, `0x` allowed); `extraBytes` more than the limit may be there. Throws a
 * `Refusal`.
 */
export function readPsbt(text: string, extraBytes = 0): Psbt {
  const bytes = transactionBytes(text, MAX_PSBT_BYTES + extraBytes);
  const reader = byteReader(bytes, 'the PSBT');
  if (!reader.startsWith(...MAGIC))
    throw new Refusal('transaction', 'it does not begin with 70736274ff, as a PSBT does');
  reader.take(MAGIC.length);

  const global = readMap(reader);
  requireVersion(global);
  requireFields('global', global);
  const transaction = readUnsigned(global);
  const inputs = transaction.inputs.map(() => readMap(reader));
  const outputs = transaction.outputs.map(() => readMap(reader));
  reader.end();
  for (const map of inputs) requireFields('input', map);
  for (const map of outputs) requireFields('output', map);
  const spent = inputs.map((map, index) => readSpent(transaction, map, index));
  return { bytes, transaction, global, inputs, outputs, spent };
}

/** The value of an entry whose key is its type alone. */
export function fieldValue(map: PsbtMap, type: number): Uint8Array | undefined {
  return map.entries.get(hexEncode(Uint8Array.of(type)))?.value;
}

/** Whether any entry of the map has one of these types. */
export function hasType(map: PsbtMap, ...types: readonly number[]): boolean {
  for (const { key } of map.entries.values()) if (types.includes(key[0] ?? -1)) return true;
  return false;
}

/**
 * The PSBT as lowercase hex with one entry more in some inputs, in ascending order of inputs. Nothing that was there moves
 * or changes; an entry goes before the first one with a greater key, where those who sort would have put it.
 */
export function writePsbt(psbt: Psbt, additions: readonly PsbtAddition[]): string {
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (const { input, key, value } of additions) {
    const map = psbt.inputs[input];
    if (map === undefined) throw new RangeError(`The PSBT has no input ${input}.`);
    const id = hexEncode(key);
    let at = map.endAt;
    for (const [other, entry] of map.entries) if (other > id) at = Math.min(at, entry.at);
    parts.push(psbt.bytes.subarray(copied, at), compactSize(key.length), key, compactSize(value.length), value);
    copied = at;
  }
  return hexEncode(join(...parts, psbt.bytes.subarray(copied)));
}

function readMap(reader: ByteReader): PsbtMap {
  const entries = new Map<string, PsbtEntry>();
  for (;;) {
    const at = reader.position();
    const key = reader.take(readCompactSize(reader));
    if (key.length === 0) return { entries, endAt: at };
    const id = hexEncode(key);
    if (entries.has(id)) throw new Refusal('transaction', 'the PSBT has the same key twice in a map');
    const value = reader.take(readCompactSize(reader));
    entries.set(id, { key, value, at, bytes: reader.since(at) });
  }
}

/** Choice (psbt-version): version 2 (BIP-370) is refused; the interface shows and documents version 0 alone. */
function requireVersion(global: PsbtMap): void {
  const version = fieldValue(global, GLOBAL.version);
  if (version === undefined) return;
  if (version.length !== 4) throw new Refusal('transaction', 'the version of the PSBT does not have 4 bytes');
  if (version.some((byte) => byte !== 0))
    throw new Refusal('transactionType', 'only PSBTs of version 0 (BIP-174) are signed, convert it to version 0');
}

function readUnsigned(global: PsbtMap): BitcoinTransaction {
  const bytes = fieldValue(global, GLOBAL.unsignedTransaction);
  if (bytes === undefined) throw new Refusal('transaction', 'the PSBT has no unsigned transaction');
  if (bytes.length > MAX_TRANSACTION_BYTES)
    throw new Refusal(
      'transaction',
      `the unsigned transaction has more than ${MAX_TRANSACTION_BYTES} bytes, nodes relay none`,
    );
  const transaction = readTransaction(bytes, 'the unsigned transaction', false);
  transaction.inputs.forEach(({ script }, index) => {
    if (script.length > 0)
      throw new Refusal('transaction', 'has a script signature', `input ${index} of the unsigned transaction`);
  });
  return transaction;
}

/** What the inputs hold together, in satoshi; null when one of them is not known, or none is there yet. */
export function spentAmount(spent: Psbt['spent']): bigint | null {
  if (spent.length === 0) return null;
  let sum = 0n;
  for (const output of spent) {
    if (output === null) return null;
    sum += output.amount;
  }
  return sum;
}

/** The output that an input spends. Both ways to say it must agree, and with the outpoint (BIP-174, signer). */
function readSpent(transaction: BitcoinTransaction, map: PsbtMap, index: number): BitcoinOutput | null {
  const witnessUtxo = fieldValue(map, INPUT.witnessUtxo);
  let stated: BitcoinOutput | null = null;
  if (witnessUtxo !== undefined) {
    const reader = byteReader(witnessUtxo, `witness_utxo of input ${index}`);
    stated = readOutput(reader);
    reader.end();
  }
  const nonWitnessUtxo = fieldValue(map, INPUT.nonWitnessUtxo);
  const input = transaction.inputs[index];
  if (nonWitnessUtxo === undefined || input === undefined) return stated;
  const previous = readTransaction(nonWitnessUtxo, `non_witness_utxo of input ${index}`, true);
  if (!sameBytes(transactionHash(previous), input.outpoint.subarray(0, 32)))
    throw new Refusal(
      'transaction',
      'is not the transaction that the input spends',
      `non_witness_utxo of input ${index}`,
    );
  const output = previous.outputs[input.index];
  if (output === undefined)
    throw new Refusal(
      'transaction',
      `non_witness_utxo of input ${index} does not have the output that the input spends`,
    );
  if (stated !== null && !sameBytes(stated.bytes, output.bytes))
    throw new Refusal('transaction', `witness_utxo and non_witness_utxo of input ${index} do not agree`);
  return output;
}
