/**
 * Solana's wire transaction of version 1 (SIMD-0385): the message, then the signatures. It has no address tables. Its
 * config has the priority fee and the limits.
 */
import type { Bytes } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, byteReader, littleEndian } from '../byte-reader.ts';

/** The first byte of a transaction and of its message. Before a legacy message it would be a number of signatures above 128. */
export const VERSION_1 = 0x81;
export const VERSION_1_BYTES = 4096;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const VALUE_BYTES = 4;
const MAXIMUM = { signatures: 12, 'account keys': 64, instructions: 64 } as const;

/** The values of the config in wire order, with their bits of the mask. Each bit means 4 bytes. */
const CONFIG = [
  { name: 'priorityFee', mask: 0b11, bytes: 2 * VALUE_BYTES },
  { name: 'computeUnitLimit', mask: 0b100, bytes: VALUE_BYTES },
  { name: 'loadedAccountsDataSizeLimit', mask: 0b1000, bytes: VALUE_BYTES },
  { name: 'heapSize', mask: 0b1_0000, bytes: VALUE_BYTES },
] as const;
const KNOWN_MASK = CONFIG.reduce((bits, { mask }) => bits | mask, 0);
const KIB = 1024n;
const HEAP = { least: 32n * KIB, most: 256n * KIB };

export type ConfigName = (typeof CONFIG)[number]['name'];

export interface SolanaConfig {
  /** Views of the transaction, little-endian. */
  readonly mask: Uint8Array;
  readonly values: ReadonlyMap<ConfigName, Uint8Array>;
}

/** The network's values where the config has none: no priority fee, no compute units, no account data, the smallest heap. */
const DEFAULTS: Readonly<Record<ConfigName, bigint>> = {
  priorityFee: 0n,
  computeUnitLimit: 0n,
  loadedAccountsDataSizeLimit: 0n,
  heapSize: HEAP.least,
};

/** A value of the config: lamports, units or bytes. */
export function configValue({ values }: SolanaConfig, name: ConfigName): bigint {
  const value = values.get(name);
  return value === undefined ? DEFAULTS[name] : littleEndian(value);
}

/** Parses a whole transaction of version 1. Omits the checks that all versions share. Throws a `Refusal`. */
export function readVersion1(bytes: Bytes) {
  const reader = byteReader(bytes, 'the transaction');
  reader.byte('the version');
  const requiredSignatures = atMost('signatures', reader.byte('the header'));
  const readonlySigned = reader.byte('the header');
  const readonlyUnsigned = reader.byte('the header');
  const mask = reader.take(VALUE_BYTES, 'the config mask');
  const recentBlockhash = reader.take(KEY_BYTES, 'the recent blockhash');
  const instructionCount = atMost('instructions', reader.byte('the number of instructions'));
  const keyCount = atMost('account keys', reader.byte('the number of account keys'));
  const accountKeys = Array.from({ length: keyCount }, () => reader.take(KEY_BYTES, 'an account key'));
  const config = readConfig(reader, mask);
  const heads = Array.from({ length: instructionCount }, () => ({
    programIdIndex: reader.byte('the head of an instruction'),
    accounts: reader.byte('the head of an instruction'),
    data: Number(littleEndian(reader.take(2, 'the head of an instruction'))),
  }));
  const instructions = heads.map(({ programIdIndex, accounts, data }) => ({
    programIdIndex,
    accounts: reader.take(accounts, "an instruction's accounts"),
    data: reader.take(data, "an instruction's data"),
  }));
  const message = reader.since(0);
  const signatures = Array.from({ length: requiredSignatures }, () => reader.take(SIGNATURE_BYTES, 'a signature'));
  reader.end();
  return {
    bytes,
    signatures,
    message,
    version: '1' as const,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    accountKeys,
    recentBlockhash,
    config,
    instructions,
    addressTableLookups: [],
  };
}

function readConfig(reader: ByteReader, mask: Uint8Array): SolanaConfig {
  const bits = Number(littleEndian(mask));
  if ((bits & ~KNOWN_MASK) !== 0) throw new Refusal('transaction', 'its config mask has bits that are not known');
  const values = new Map<ConfigName, Uint8Array>();
  for (const each of CONFIG) {
    const set = bits & each.mask;
    if (set === 0) continue;
    if (set !== each.mask)
      throw new Refusal('transaction', `its config mask has only one of the two bits of ${each.name}`);
    values.set(each.name, reader.take(each.bytes, 'the config'));
  }
  const config = { mask, values };
  const heap = configValue(config, 'heapSize');
  if (heap < HEAP.least || heap > HEAP.most || heap % KIB !== 0n)
    throw new Refusal('transaction', 'its heap size is not a multiple of 1,024 from 32,768 to 262,144 bytes');
  return config;
}

function atMost(what: keyof typeof MAXIMUM, count: number): number {
  if (count > MAXIMUM[what]) throw new Refusal('transaction', `it has more than ${MAXIMUM[what]} ${what}`);
  return count;
}
