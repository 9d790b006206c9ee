/** The unsigned transaction of a PSBT: one entry in version 0 (BIP-174), spread over the maps in version 2 (BIP-370). */
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { littleEndian } from '../byte-reader.ts';
import { GLOBAL, INPUT, OUTPUT, type PsbtMap, valueAt } from './fields.ts';
import { compactNumber, compactSize, uint32 } from './numbers.ts';
import { type BitcoinTransaction, readTransaction } from './transaction.ts';

/** Nodes relay at most 400,000 weight units. It bounds the hashing, which grows with inputs times bytes for old inputs. */
const MAX_TRANSACTION_BYTES = 100_000;
const FINAL_SEQUENCE = 0xffff_ffff;
/** BIP-370: required times are from here on, required heights below it. */
const FIRST_TIME = 500_000_000;
/** Bits of PSBT_GLOBAL_TX_MODIFIABLE: inputs, outputs. */
const MODIFIABLE = 0b11;

/** Returns the PSBT's version. Throws TRANSACTION_UNSUPPORTED for any but 0 and 2. */
export function psbtVersion(global: PsbtMap): 0 | 2 {
  const value = valueAt(global, GLOBAL.version);
  if (value === undefined) return 0;
  if (value.length !== 4) throw new Refusal('transaction', 'the version of the PSBT does not have 4 bytes');
  const version = littleEndian(value);
  if (version === 0n) return 0;
  if (version === 2n) return 2;
  throw new Refusal(
    'transactionType',
    `the PSBT is of version ${version}, and versions 0 (BIP-174) and 2 (BIP-370) are read: convert it to one of them`,
  );
}

/**
 * Returns the number of input and output maps that follow in a PSBT of version 2. `most` bounds both. Throws
 * TRANSACTION_INVALID.
 */
export function mapCounts(global: PsbtMap, most: number): { readonly inputs: number; readonly outputs: number } {
  const count = (type: number, name: string) => {
    const number = compactNumber(valueAt(global, type) ?? new Uint8Array());
    if (number === null || number > BigInt(most))
      throw new Refusal('transaction', `the ${name} of the PSBT is malformed, or larger than the remaining bytes`);
    return Number(number);
  };
  return { inputs: count(GLOBAL.inputCount, 'input_count'), outputs: count(GLOBAL.outputCount, 'output_count') };
}

/** Reads the unsigned transaction of version 0, whose fields are checked. Throws TRANSACTION_INVALID. */
export function readUnsigned(global: PsbtMap): BitcoinTransaction {
  const transaction = readBounded(valueAt(global, GLOBAL.unsignedTransaction) ?? new Uint8Array());
  transaction.inputs.forEach(({ script }, index) => {
    if (script.length > 0)
      throw new Refusal('transaction', 'has a script signature', `input ${index + 1} of the unsigned transaction`);
  });
  return transaction;
}

/**
 * Composes the unsigned transaction of version 2 from maps whose fields are checked. It is serialised and then read
 * like that of version 0. Throws TRANSACTION_INVALID, also for required lock times that contradict each other.
 */
export function composeUnsigned(
  global: PsbtMap,
  inputs: readonly PsbtMap[],
  outputs: readonly PsbtMap[],
): BitcoinTransaction {
  const of = (map: PsbtMap, type: number) => valueAt(map, type) ?? new Uint8Array();
  const spent = inputs.flatMap((map) => [
    of(map, INPUT.previousTransaction),
    of(map, INPUT.outputIndex),
    Uint8Array.of(0),
    valueAt(map, INPUT.sequence) ?? uint32(FINAL_SEQUENCE),
  ]);
  const paid = outputs.flatMap((map) => {
    const script = of(map, OUTPUT.script);
    return [of(map, OUTPUT.amount), compactSize(script.length), script];
  });
  return readBounded(
    join(
      of(global, GLOBAL.transactionVersion),
      compactSize(inputs.length),
      ...spent,
      compactSize(outputs.length),
      ...paid,
      uint32(lockTimeOf(global, inputs)),
    ),
  );
}

/** Returns the parts (`inputs`, `outputs`) that others may still change, by the flags of a PSBT of version 2. */
export function modifiableParts(global: PsbtMap): string[] {
  const [flags = 0] = valueAt(global, GLOBAL.modifiable) ?? [];
  return ['inputs', 'outputs'].filter((_, bit) => ((flags >> bit) & 1) === 1);
}

/** The flags once a signature commits to all inputs and outputs (BIP-370, signer). */
export function lockedFlags(flags: number): number {
  return flags & ~MODIFIABLE;
}

/** BIP-370, determining lock time: the largest of the kind that every input which requires one can have, heights first. */
function lockTimeOf(global: PsbtMap, inputs: readonly PsbtMap[]): number {
  const number = (map: PsbtMap, type: number) => {
    const value = valueAt(map, type);
    return value === undefined ? null : Number(littleEndian(value));
  };
  const required = inputs
    .map((map) => ({ height: number(map, INPUT.requiredHeight), time: number(map, INPUT.requiredTime) }))
    .filter(({ height, time }) => height !== null || time !== null);
  for (const { height, time } of required) {
    if ((height !== null && (height === 0 || height >= FIRST_TIME)) || (time !== null && time < FIRST_TIME))
      throw new Refusal('transaction', 'a required lock time of the PSBT is of the other kind, a height or a time');
  }
  if (required.length === 0) return number(global, GLOBAL.fallbackLockTime) ?? 0;
  for (const kind of ['height', 'time'] as const) {
    const all = required.flatMap((each) => each[kind] ?? []);
    if (all.length === required.length) return all.reduce((most, each) => Math.max(most, each), 0);
  }
  throw new Refusal(
    'transaction',
    'its inputs require lock times of both kinds, heights and times, which exclude each other',
  );
}

function readBounded(bytes: Uint8Array): BitcoinTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES)
    throw new Refusal(
      'transaction',
      `the unsigned transaction has more than ${MAX_TRANSACTION_BYTES} bytes, and nodes do not relay it`,
    );
  return readTransaction(bytes, 'the unsigned transaction', false);
}
