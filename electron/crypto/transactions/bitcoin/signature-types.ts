/**
 * Shows the person who approves a PSBT which parts its signature types leave open. This program makes none of those
 * types.
 */
import type { Finding } from '../../../../shared/model/index.ts';
import { danger } from '../../meaning.ts';
import { littleEndian } from '../byte-reader.ts';
import { INPUT, type PsbtEntry, valueAt } from './fields.ts';
import type { Psbt } from './psbt.ts';
import { SIGHASH_ALL, SIGHASH_DEFAULT } from './sighash.ts';

const NAMES = ['DEFAULT', 'ALL', 'NONE', 'SINGLE'] as const;
const NONE = 2;
const SINGLE = 3;
const BASE = 0x1f;
const ANYONE_CAN_PAY = 0x80;

/** A type of four bytes as documents write it: `SINGLE | ANYONECANPAY (0x83)`. */
export function signatureTypeName(value: Uint8Array): string {
  const type = Number(littleEndian(value));
  const name = NAMES[type & ~ANYONE_CAN_PAY];
  const suffix = name === undefined || (type & ANYONE_CAN_PAY) === 0 ? '' : ' | ANYONECANPAY';
  return `${name ?? 'not known'}${suffix} (0x${type.toString(16).padStart(2, '0')})`;
}

/** Returns true when a type of four bytes leaves others nothing to change: DEFAULT or ALL. */
export function isWholeType(value: Uint8Array): boolean {
  const type = Number(littleEndian(value));
  return type === SIGHASH_DEFAULT || type === SIGHASH_ALL;
}

/** Warns of requested and existing signatures that let others change the transaction (BIP-143, BIP-341). */
export function openFindings({ transaction, inputs }: Psbt): Finding[] {
  return inputs.flatMap((map, index) => {
    const asked = valueAt(map, INPUT.sighashType);
    const made = [...map.entries.values()].map(typeMade).filter((type) => type !== null);
    return [
      ...(asked === undefined
        ? []
        : openFinding(Number(littleEndian(asked)), `The signature of input ${index + 1}`, 'sighash_type')),
      ...made.flatMap((type) => openFinding(type, `A signature that input ${index + 1} has already`, 'outpoint')),
    ];

    function openFinding(type: number, of: string, field: string): Finding[] {
      if (type === SIGHASH_DEFAULT || type === SIGHASH_ALL) return [];
      const parts = openParts(type, index, transaction.outputs.length);
      const what =
        parts.length === 0
          ? 'is of a type that is not known'
          : `leaves ${parts.join(' and ')} open: others may change them`;
      return [danger(`${of} ${what}.`, { field: `inputs[${index}].${field}`, basis: 'BIP-143' })];
    }
  });
}

/** Returns the parts of the transaction that a type lets others change. */
function openParts(type: number, index: number, outputs: number): string[] {
  const base = type & BASE;
  const others =
    index < outputs ? `all outputs but output ${index + 1}` : 'all outputs, none having the number of the input,';
  return [
    ...(base === NONE ? ['all outputs'] : base === SINGLE ? [others] : []),
    ...((type & ANYONE_CAN_PAY) === 0 ? [] : ['the other inputs']),
  ];
}

/**
 * Returns the type at the end of a signature, or null for other entries. A 64-byte Taproot signature has the default
 * type.
 */
function typeMade({ key, value }: PsbtEntry): number | null {
  if (key[0] === INPUT.partialSignature) return value.at(-1) ?? null;
  if (key[0] === INPUT.taprootKeySignature) return value.length === 65 ? (value[64] ?? null) : SIGHASH_DEFAULT;
  return null;
}
