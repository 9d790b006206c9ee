/** Lists a PSBT field by field: its transaction, every entry of its maps, and the unknown entries. */
import { base58 } from '@scure/base';
import { type ByteRange, utcMoment } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { type BitcoinNetwork, knownScript, networkAddress } from '../../addresses/bitcoin.ts';
import { base58Check } from '../../addresses/encodings.ts';
import { row } from '../../meaning.ts';
import { littleEndian } from '../byte-reader.ts';
import { placeIn, printableText } from '../reading.ts';
import type { TransactionField } from '../rule.ts';
import { type AmountProof, statedAmount } from './amounts.ts';
import { originOf, pathText } from './change.ts';
import {
  fieldName,
  GLOBAL,
  INPUT,
  isKnownField,
  isRepeated,
  OUTPUT,
  type PsbtEntry,
  type PsbtMap,
  type PsbtPart,
  valueAt,
} from './fields.ts';
import type { Psbt } from './psbt.ts';
import { signatureTypeName } from './signature-types.ts';
import type { BitcoinInput, BitcoinOutput } from './transaction.ts';

const FINAL_SEQUENCE = 0xffff_ffff;
/** BIP-125: an input with a sequence up to this one makes the transaction replaceable. */
const MAX_REPLACEABLE = 0xffff_fffd;
/** Lock times from here on are seconds since 1970, below it heights of blocks. */
export const FIRST_LOCK_TIME = 500_000_000;
/** More entries that nobody knows are counted, not shown. */
const MOST_UNKNOWN = 20;

/** Returns the fields of the unsigned transaction. Each spent output is listed with its input. */
export function transactionFields(
  { bytes: whole, transaction, spent, inputs }: Psbt,
  network: BitcoinNetwork,
  proof: AmountProof,
): TransactionField[] {
  const at = (name: string, part: Uint8Array, [value, kind]: readonly [string, TransactionField['kind']]) => ({
    name,
    value,
    kind,
    ...placeIn(whole, part),
  });
  const outputFields = (
    name: string,
    { amount, script, bytes }: BitcoinOutput,
    isProven = true,
  ): TransactionField[] => {
    const known = knownScript(script);
    return [
      at(`${name}.amount`, bytes.subarray(0, 8), [statedAmount(`${amount} satoshi`, isProven), 'amount']),
      ...(known === null ? [] : [at(`${name}.address`, script, [networkAddress(known, network), 'address'])]),
      at(`${name}.script`, script, [hexEncode(script), 'bytes']),
    ];
  };
  const inputFields = (input: BitcoinInput, index: number): TransactionField[] => {
    const name = `inputs[${index}]`;
    const output = spent[index] ?? null;
    const id = hexEncode(input.outpoint.slice(0, 32).reverse());
    const map = inputs[index];
    return [
      at(`${name}.outpoint`, input.outpoint, [`${id}:${input.index}`, 'hash']),
      ...(output === null ? [] : outputFields(name, output, proof.isProven(index))),
      at(`${name}.sequence`, transaction.bytes.subarray(input.scriptAt + 1, input.scriptAt + 5), [
        `0x${input.sequence.toString(16).padStart(8, '0')}`,
        'bytes',
      ]),
      ...(map === undefined
        ? []
        : entryFields('input', map, whole).map((field) => ({ ...field, name: `${name}.${field.name}` }))),
    ];
  };
  return [
    at('version', transaction.bytes.subarray(0, 4), [String(transaction.version), 'text']),
    ...transaction.inputs.flatMap(inputFields),
    ...transaction.outputs.flatMap((output, index) => outputFields(`outputs[${index}]`, output)),
  ];
}

/** Returns the fields of the PSBT's own entries and of its outputs' entries. */
export function mapFields({ bytes, global, outputs }: Psbt): TransactionField[] {
  return [
    ...entryFields('global', global, bytes),
    ...outputs.flatMap((map, index) =>
      entryFields('output', map, bytes).map((field) => ({ ...field, name: `outputs[${index}].${field.name}` })),
    ),
  ];
}

/** When it can be in a block, and whether another may take its place. */
export function timeFields({ bytes: whole, transaction }: Psbt): TransactionField[] {
  const { bytes, lockTime } = transaction;
  const value = lockTimeText(lockTime, isLocked(transaction) ? '' : ', without effect');
  return [
    { name: 'lockTime', value, kind: 'time', ...placeIn(whole, bytes.subarray(-4)) },
    { name: 'replaceable', value: isReplaceable(transaction) ? 'yes (BIP-125)' : 'no', kind: 'text' },
  ];
}

function lockTimeText(lockTime: number, effect = ''): string {
  const time = lockTime < FIRST_LOCK_TIME ? 'height of block' : utcMoment(lockTime * 1000);
  return lockTime === 0 ? '0 (none)' : `${lockTime} (${time}${effect})`;
}

/** True when the lock time is in force: at least one input has a sequence that is not final. */
function isLocked({ lockTime, inputs }: Psbt['transaction']): boolean {
  return lockTime !== 0 && inputs.some(({ sequence }) => sequence !== FINAL_SEQUENCE);
}

/** BIP-68: bits of a sequence that make it no delay, and that count it in units of time. */
const NO_DELAY = 0x8000_0000;
const IN_TIME = 0x0040_0000;
const DELAY_SECONDS = 512;

/** From when on it can be in a block: by the transaction, and by each input since its coins were confirmed (BIP-68). */
export function validRows(transaction: Psbt['transaction']): TransactionField[] {
  const { version, lockTime, inputs } = transaction;
  const delays = inputs.flatMap(({ sequence }, index) => {
    const count = sequence & 0xffff;
    if (version >>> 0 < 2 || (sequence & NO_DELAY) !== 0 || count === 0) return [];
    const time = (sequence & IN_TIME) === 0 ? `${count} blocks` : `${count * DELAY_SECONDS} seconds`;
    return [row('Waits for', `${time} since the coins of input ${index + 1} were confirmed`)];
  });
  return [...(isLocked(transaction) ? [row('Valid from', lockText(lockTime))] : []), ...delays];
}

function lockText(lockTime: number): string {
  return lockTime < FIRST_LOCK_TIME ? `block ${lockTime}` : utcMoment(lockTime * 1000);
}

export function isReplaceable({ inputs }: Psbt['transaction']): boolean {
  return inputs.some(({ sequence }) => sequence <= MAX_REPLACEABLE);
}

/** Returns the entries of unknown kinds: their number, the first of them undecoded, and the ranges of all. */
export function unknownEntries({ bytes, global, inputs, outputs }: Psbt): {
  readonly count: number;
  readonly fields: readonly TransactionField[];
  readonly ranges: readonly ByteRange[];
} {
  const maps = [
    ['global', 'global', global] as const,
    ...inputs.map((map, index) => ['input', `inputs[${index}]`, map] as const),
    ...outputs.map((map, index) => ['output', `outputs[${index}]`, map] as const),
  ];
  const fields: TransactionField[] = [];
  const ranges: { start: number; end: number }[] = [];
  let count = 0;
  for (const [part, place, map] of maps)
    for (const entry of map.entries.values()) {
      if (isKnownField(part, entry.key)) continue;
      count += 1;
      const at = placeIn(bytes, entry.bytes);
      if (count <= MOST_UNKNOWN) fields.push({ name: `${place}.unknown[${count - 1}]`, ...keyed(entry), ...at });
      const { range } = at;
      const last = ranges.at(-1);
      if (range !== undefined && last?.end === range.start) last.end = range.end;
      else if (range !== undefined) ranges.push({ ...range });
    }
  return { count, fields, ranges };
}

function entryFields(part: PsbtPart, map: PsbtMap, whole: Uint8Array): TransactionField[] {
  const counts = new Map<string, number>();
  return [...map.entries.values()].flatMap((entry) => {
    if (!isKnownField(part, entry.key) || isDescribed(part, map, entry)) return [];
    const name = fieldName(part, entry.key);
    const index = counts.get(name) ?? 0;
    counts.set(name, index + 1);
    return [
      {
        name: isRepeated(part, entry.key) ? `${name}[${index}]` : name,
        ...entryValue(part, entry),
        ...placeIn(whole, entry.bytes),
      },
    ];
  });
}

/** Entries that the fields of the transaction already show. */
const SHOWN_ELSEWHERE: Readonly<Record<PsbtPart, readonly number[]>> = {
  global: [GLOBAL.unsignedTransaction, GLOBAL.transactionVersion, GLOBAL.inputCount, GLOBAL.outputCount],
  input: [INPUT.previousTransaction, INPUT.outputIndex, INPUT.sequence],
  output: [OUTPUT.amount, OUTPUT.script],
};

/**
 * Returns true when other fields already show the entry: the transaction, and a spent output that nothing else proves.
 */
function isDescribed(part: PsbtPart, map: PsbtMap, { key }: PsbtEntry): boolean {
  if (SHOWN_ELSEWHERE[part].includes(key[0] ?? -1)) return true;
  return part === 'input' && key[0] === INPUT.witnessUtxo && valueAt(map, INPUT.nonWitnessUtxo) === undefined;
}

function entryValue(part: PsbtPart, entry: PsbtEntry): Pick<TransactionField, 'value' | 'kind'> {
  const { key, value } = entry;
  const [type = 0] = key;
  if (part === 'input' && type === INPUT.nonWitnessUtxo)
    return {
      value: `the whole transaction that it spends, of ${value.length} bytes: its id is in the outpoint`,
      kind: 'text',
    };
  if (part === 'global' && type === GLOBAL.signedMessage) {
    const text = printableText(value);
    return text === null ? { value: hexEncode(value), kind: 'bytes' } : { value: text, kind: 'text' };
  }
  if (part === 'global' && type === GLOBAL.version) return { value: String(littleEndian(value)), kind: 'text' };
  const isLockTime =
    (part === 'global' && type === GLOBAL.fallbackLockTime) ||
    (part === 'input' && (type === INPUT.requiredTime || type === INPUT.requiredHeight));
  if (isLockTime) return { value: lockTimeText(Number(littleEndian(value))), kind: 'time' };
  if (part === 'input' && type === INPUT.sighashType) return { value: signatureTypeName(value), kind: 'text' };
  if (part === 'global' && type === GLOBAL.extendedKey) {
    const text = base58Check(base58, key[1] ?? 0).write(key.subarray(2));
    return { value: `${text} is ${originText(originOf({ ...entry, key: key.subarray(45) }))}`, kind: 'text' };
  }
  if (fieldName(part, key).endsWith('bip32_derivation'))
    return { value: `${hexEncode(key.subarray(1))} is ${originText(originOf(entry))}`, kind: 'text' };
  return keyed(entry);
}

function originText(origin: ReturnType<typeof originOf>): string {
  if (origin === null) return 'of an unreadable origin';
  const leaves = origin.leaves.length === 0 ? '' : `, in the leaves ${hexEncode(origin.leaves)}`;
  return `${pathText(origin.path)} of ${origin.fingerprint}${leaves}`;
}

/** An undecoded entry: the data of its key, then its value. */
function keyed({ key, value }: PsbtEntry): Pick<TransactionField, 'value' | 'kind'> {
  const about = key.length === 1 ? '' : `${hexEncode(key.subarray(1))}: `;
  return { value: `${about}${hexEncode(value)}`, kind: about === '' ? 'bytes' : 'text' };
}
