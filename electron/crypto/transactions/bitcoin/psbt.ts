/**
 * Partially signed Bitcoin transactions of version 0 (BIP-174) and 2 (BIP-370) with Taproot's fields (BIP-371). They
 * are read strictly, and written back byte for byte with entries added. The libraries for PSBTs rewrite their input
 * (order, unknown entries), so none is used. Does NOT judge what may be signed, which signable.ts does.
 */

import { base64 } from '@scure/base';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, byteReader } from '../byte-reader.ts';
import { sameBytes, transactionBytes } from '../reading.ts';
import { GLOBAL, INPUT, type PsbtEntry, type PsbtMap, type PsbtPart, requireFields, valueAt } from './fields.ts';
import { compactSize, readCompactSize } from './numbers.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  MAX_SATOSHI,
  readOutput,
  readTransaction,
  sumOf,
  transactionHash,
} from './transaction.ts';
import { composeUnsigned, lockedFlags, mapCounts, psbtVersion, readUnsigned } from './unsigned.ts';

export interface Psbt {
  readonly bytes: Uint8Array;
  readonly version: 0 | 2;
  readonly transaction: BitcoinTransaction;
  readonly global: PsbtMap;
  readonly inputs: readonly PsbtMap[];
  readonly outputs: readonly PsbtMap[];
  /** The output that each input spends. Null when the PSBT does not state it. */
  readonly spent: readonly (BitcoinOutput | null)[];
}

/** An entry to be added to the map of an input. */
export interface PsbtAddition {
  readonly input: number;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** The magic bytes in base64. */
const BASE64_START = 'cHNidP';
const MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff] as const;
/** 1 MiB of text. */
const MAX_PSBT_BYTES = 512 * 1024;

/**
 * Reads a PSBT from hex (any letter case, `0x` allowed) or from base64; `extraBytes` more than the limit may be there.
 * Choice (psbt-version): versions 0 (BIP-174) and 2 (BIP-370). Throws a `Refusal`.
 */
export function readPsbt(text: string, extraBytes = 0): Psbt {
  const bytes = psbtBytes(text, MAX_PSBT_BYTES + extraBytes);
  const reader = byteReader(bytes, 'the PSBT');
  if (!reader.startsWith(...MAGIC)) throw new Refusal('transaction', noPsbt(bytes));
  reader.take(MAGIC.length);

  const global = readMap(reader);
  const version = psbtVersion(global);
  requireFields('global', global, version);
  const stated = version === 0 ? readUnsigned(global) : null;
  const counts =
    stated === null
      ? mapCounts(global, reader.left())
      : { inputs: stated.inputs.length, outputs: stated.outputs.length };
  const readMaps = (part: PsbtPart, count: number) => {
    const maps = Array.from({ length: count }, () => readMap(reader));
    for (const map of maps) requireFields(part, map, version);
    return maps;
  };
  const inputs = readMaps('input', counts.inputs);
  const outputs = readMaps('output', counts.outputs);
  reader.end();
  const transaction = stated ?? composeUnsigned(global, inputs, outputs);
  const spent = inputs.map((map, index) => readSpent(transaction, map, index));
  if (sumOf(spent.filter((output) => output !== null)) > MAX_SATOSHI)
    throw new Refusal('transaction', 'the inputs of the PSBT hold more than 21 million bitcoin together');
  return { bytes, version, transaction, global, inputs, outputs, spent };
}

/**
 * Decodes hex or Base64. Base64 of a PSBT begins with its magic bytes, hex never does. Line breaks within Base64 are
 * ignored.
 */
function psbtBytes(text: string, maximumBytes: number): Uint8Array {
  if (!text.startsWith(BASE64_START)) return transactionBytes(text, maximumBytes);
  const digits = text.replace(/\r?\n/g, '');
  if (digits.length > Math.ceil(maximumBytes / 3) * 4)
    throw new Refusal('transaction', `it has more than ${maximumBytes} bytes`);
  try {
    return base64.decode(digits);
  } catch {
    throw new Refusal('transaction', 'it begins like base64 of a PSBT and is not base64 with its padding');
  }
}

/** Returns true when an entry of the map has one of these types. */
export function hasType(map: PsbtMap, ...types: readonly number[]): boolean {
  for (const { key } of map.entries.values()) if (types.includes(key[0] ?? -1)) return true;
  return false;
}

/**
 * The PSBT as lowercase hex with one entry more in some inputs, in ascending order of inputs. Nothing that was there moves
 * or changes but the flags of version 2 that let others add inputs and outputs: a signature ends that. An entry goes before the first one with a greater key, where those who sort would have put it.
 */
export function writePsbt(psbt: Psbt, additions: readonly PsbtAddition[]): string {
  const parts: Uint8Array[] = [];
  let copied = 0;
  const flags = additions.length === 0 ? undefined : valueAt(psbt.global, GLOBAL.modifiable);
  if (flags !== undefined) {
    const at = flags.byteOffset - psbt.bytes.byteOffset;
    parts.push(psbt.bytes.subarray(0, at), Uint8Array.of(lockedFlags(flags[0] ?? 0)));
    copied = at + 1;
  }
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

/** Returns the sum of the inputs in satoshi, or null when an amount is unknown or there are no inputs. */
export function spentAmount(spent: Psbt['spent']): bigint | null {
  if (spent.length === 0) return null;
  let sum = 0n;
  for (const output of spent) {
    if (output === null) return null;
    sum += output.amount;
  }
  return sum;
}

/** Returns the output that an input spends. Its two fields and the outpoint must agree (BIP-174, signer). */
function readSpent(transaction: BitcoinTransaction, map: PsbtMap, index: number): BitcoinOutput | null {
  const witnessUtxo = valueAt(map, INPUT.witnessUtxo);
  let stated: BitcoinOutput | null = null;
  if (witnessUtxo !== undefined) {
    const reader = byteReader(witnessUtxo, `witness_utxo of input ${index + 1}`);
    stated = readOutput(reader);
    reader.end();
  }
  const nonWitnessUtxo = valueAt(map, INPUT.nonWitnessUtxo);
  const input = transaction.inputs[index];
  if (nonWitnessUtxo === undefined || input === undefined) return stated;
  const previous = readTransaction(nonWitnessUtxo, `non_witness_utxo of input ${index + 1}`, true);
  if (!sameBytes(transactionHash(previous), input.outpoint.subarray(0, 32)))
    throw new Refusal(
      'transaction',
      'is not the transaction that the input spends',
      `non_witness_utxo of input ${index + 1}`,
    );
  const output = previous.outputs[input.index];
  if (output === undefined)
    throw new Refusal(
      'transaction',
      `non_witness_utxo of input ${index + 1} does not have the output that the input spends`,
    );
  if (stated !== null && !sameBytes(stated.bytes, output.bytes))
    throw new Refusal('transaction', `witness_utxo and non_witness_utxo of input ${index + 1} do not agree`);
  return output;
}

/** Returns why bytes without the magic are no PSBT. The versions of transactions are 1 and 2. */
function noPsbt([version = 0, ...rest]: Uint8Array): string {
  const isTransaction = (version === 1 || version === 2) && rest.slice(0, 3).every((byte) => byte === 0);
  return isTransaction
    ? 'it is a transaction and not a PSBT; make a PSBT of it, which also has the amounts of its inputs'
    : 'it does not begin with 70736274ff, as a PSBT does';
}
