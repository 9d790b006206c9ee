/** The types of PSBT entries (BIP-174, BIP-322, BIP-370, BIP-371) and the shapes that BIP-174 and BIP-371 give them. */

import { Refusal } from '../../refusal.ts';
import { byteReader } from '../byte-reader.ts';
import { readWitness } from './transaction.ts';

export const GLOBAL = {
  unsignedTransaction: 0x00,
  extendedKey: 0x01,
  transactionVersion: 0x02,
  fallbackLockTime: 0x03,
  inputCount: 0x04,
  outputCount: 0x05,
  modifiable: 0x06,
  signedMessage: 0x09,
  version: 0xfb,
} as const;

export const INPUT = {
  nonWitnessUtxo: 0x00,
  witnessUtxo: 0x01,
  partialSignature: 0x02,
  sighashType: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  derivation: 0x06,
  finalScriptSignature: 0x07,
  finalScriptWitness: 0x08,
  previousTransaction: 0x0e,
  outputIndex: 0x0f,
  sequence: 0x10,
  requiredTime: 0x11,
  requiredHeight: 0x12,
  taprootKeySignature: 0x13,
  taprootScriptSignature: 0x14,
  taprootLeafScript: 0x15,
  taprootDerivation: 0x16,
  taprootInternalKey: 0x17,
  taprootMerkleRoot: 0x18,
} as const;

export const OUTPUT = { derivation: 0x02, amount: 0x03, script: 0x04, taprootDerivation: 0x07 } as const;

export interface PsbtEntry {
  /** The whole key: its type and, for some types, further data. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  /** The offset of the entry in the PSBT. */
  readonly at: number;
  /** The whole entry: key and value, with their sizes. */
  readonly bytes: Uint8Array;
}

/** One map: its entries by the hex of their keys, in their original order, and the offset of the 00 that ends it. */
export interface PsbtMap {
  readonly entries: ReadonlyMap<string, PsbtEntry>;
  readonly endAt: number;
}

/** One type of entries: `key` tests the bytes that follow the type in the key, `value` the value. */
interface Shape {
  readonly name: string;
  readonly key: (rest: Uint8Array) => boolean;
  readonly value?: (value: Uint8Array, rest: Uint8Array) => boolean;
  /** The one version of PSBTs that has it. */
  readonly only?: 0 | 2;
  /** The field is required in that version. */
  readonly isRequired?: true;
}

const nothing = (rest: Uint8Array) => rest.length === 0;
const bytes =
  (...lengths: readonly number[]) =>
  (value: Uint8Array) =>
    lengths.includes(value.length);
/** Checks only the form of a SEC1 key. A PSBT may hold thousands, so none is checked to be a point. */
const publicKey = (rest: Uint8Array) =>
  (rest.length === 33 && (rest[0] === 2 || rest[0] === 3)) || (rest.length === 65 && rest[0] === 4);
const derivation = (value: Uint8Array) => value.length >= 4 && value.length % 4 === 0;
/** The path is as long as the depth in the extended key. */
const extendedDerivation = (value: Uint8Array, rest: Uint8Array) => value.length === 4 * (1 + (rest[4] ?? 0));
const controlBlock = (rest: Uint8Array) =>
  rest.length >= 33 && rest.length <= 33 + 32 * 128 && (rest.length - 33) % 32 === 0;

/** The three sorts of maps in a PSBT. */
export type PsbtPart = 'global' | 'input' | 'output';

const SHAPES: Readonly<Record<PsbtPart, ReadonlyMap<number, Shape>>> = {
  global: new Map<number, Shape>([
    [0x00, { name: 'unsigned_tx', key: nothing, only: 0, isRequired: true }],
    [0x01, { name: 'xpub', key: bytes(78), value: extendedDerivation }],
    [0x02, { name: 'tx_version', key: nothing, value: bytes(4), only: 2, isRequired: true }],
    [0x03, { name: 'fallback_locktime', key: nothing, value: bytes(4), only: 2 }],
    [0x04, { name: 'input_count', key: nothing, only: 2, isRequired: true }],
    [0x05, { name: 'output_count', key: nothing, only: 2, isRequired: true }],
    [0x06, { name: 'tx_modifiable', key: nothing, value: bytes(1), only: 2 }],
    [0x09, { name: 'generic_signed_message', key: nothing }],
    [0xfb, { name: 'psbt_version', key: nothing, value: bytes(4) }],
  ]),
  input: new Map<number, Shape>([
    [0x00, { name: 'non_witness_utxo', key: nothing }],
    [0x01, { name: 'witness_utxo', key: nothing }],
    [0x02, { name: 'partial_sigs', key: publicKey }],
    [0x03, { name: 'sighash_type', key: nothing, value: bytes(4) }],
    [0x04, { name: 'redeem_script', key: nothing }],
    [0x05, { name: 'witness_script', key: nothing }],
    [0x06, { name: 'bip32_derivation', key: publicKey, value: derivation }],
    [0x07, { name: 'final_script_sig', key: nothing }],
    [0x08, { name: 'final_script_witness', key: nothing, value: isWitness }],
    [0x0e, { name: 'previous_txid', key: nothing, value: bytes(32), only: 2, isRequired: true }],
    [0x0f, { name: 'output_index', key: nothing, value: bytes(4), only: 2, isRequired: true }],
    [0x10, { name: 'sequence', key: nothing, value: bytes(4), only: 2 }],
    [0x11, { name: 'required_time_locktime', key: nothing, value: bytes(4), only: 2 }],
    [0x12, { name: 'required_height_locktime', key: nothing, value: bytes(4), only: 2 }],
    [0x13, { name: 'tap_key_sig', key: nothing, value: bytes(64, 65) }],
    [0x14, { name: 'tap_script_sigs', key: bytes(64), value: bytes(64, 65) }],
    [0x15, { name: 'tap_scripts', key: controlBlock }],
    [0x16, { name: 'tap_bip32_derivation', key: bytes(32) }],
    [0x17, { name: 'tap_internal_key', key: nothing, value: bytes(32) }],
    [0x18, { name: 'tap_merkle_root', key: nothing, value: bytes(32) }],
  ]),
  output: new Map<number, Shape>([
    [0x00, { name: 'redeem_script', key: nothing }],
    [0x01, { name: 'witness_script', key: nothing }],
    [0x02, { name: 'bip32_derivation', key: publicKey, value: derivation }],
    [0x03, { name: 'amount', key: nothing, value: bytes(8), only: 2, isRequired: true }],
    [0x04, { name: 'script', key: nothing, only: 2, isRequired: true }],
    [0x05, { name: 'tap_internal_key', key: nothing, value: bytes(32) }],
    [0x06, { name: 'tap_tree', key: nothing }],
    [0x07, { name: 'tap_bip32_derivation', key: bytes(32) }],
  ]),
};

/**
 * Refuses entries of known types in another shape or of the other version, and maps that lack an entry their version
 * requires. Unknown types pass. Throws TRANSACTION_INVALID.
 */
export function requireFields(part: PsbtPart, map: PsbtMap, version: 0 | 2): void {
  for (const [type, { name, only, isRequired }] of SHAPES[part]) {
    if (only === version && isRequired === true && valueAt(map, type) === undefined)
      throw new Refusal(
        'transaction',
        `a ${part} map of the PSBT has no field ${name}, which version ${version} needs`,
      );
  }
  for (const { key, value } of map.entries.values()) {
    const type = key[0] ?? 0;
    const shape = SHAPES[part].get(type);
    if (shape === undefined) continue;
    if (shape.only !== undefined && shape.only !== version)
      throw new Refusal(
        'transaction',
        `the PSBT is of version ${version} and has a field ${shape.name} (${part} map) of version ${shape.only}`,
      );
    const rest = key.subarray(1);
    if (!shape.key(rest))
      throw new Refusal('transaction', `the key of a field ${shape.name} (${part} map) is malformed`);
    if (shape.value?.(value, rest) === false)
      throw new Refusal('transaction', `the value of a field ${shape.name} (${part} map) is malformed`);
  }
}

/** The value of an entry whose key is its type alone. */
export function valueAt(map: PsbtMap, type: number): Uint8Array | undefined {
  return map.entries.get(type.toString(16).padStart(2, '0'))?.value;
}

/** Returns a field's name from the public documents, or the number of an unknown type. */
export function fieldName(part: PsbtPart, key: Uint8Array): string {
  const type = key[0] ?? 0;
  return SHAPES[part].get(type)?.name ?? `field of type 0x${type.toString(16).padStart(2, '0')}`;
}

/** Returns true when entries of this type are read here. */
export function isKnownField(part: PsbtPart, key: Uint8Array): boolean {
  return SHAPES[part].has(key[0] ?? 0);
}

/** Returns true when a map may have several entries of the type, each about another key. */
export function isRepeated(part: PsbtPart, key: Uint8Array): boolean {
  return SHAPES[part].get(key[0] ?? 0)?.key !== nothing;
}

function isWitness(value: Uint8Array): boolean {
  const reader = byteReader(value, 'final_script_witness');
  readWitness(reader);
  return reader.left() === 0;
}
