/**
 * Solana's wire transaction: signatures, then a message that is legacy or of version 0. What the runtime's own sanitizer
 * refuses is refused here. Does NOT look anything up on a chain: accounts of address tables stay an index.
 */

import type { Bytes } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { sameBytes, transactionBytes } from '../reading.ts';

export interface SolanaInstruction {
  readonly programIdIndex: number;
  /** Indexes into the static keys, then the tables' writable accounts, then their read-only ones. */
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

export interface AddressTableLookup {
  readonly accountKey: Uint8Array;
  readonly writableIndexes: Uint8Array;
  readonly readonlyIndexes: Uint8Array;
}

export interface SolanaTransaction {
  readonly bytes: Bytes;
  /** Views of `bytes`, 64 bytes each; all zero where nobody signed yet. */
  readonly signatures: readonly Uint8Array[];
  /** View of `bytes`: what every signer signs. */
  readonly message: Uint8Array;
  readonly version: 'legacy' | '0';
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly accountKeys: readonly Uint8Array[];
  readonly recentBlockhash: Uint8Array;
  readonly instructions: readonly SolanaInstruction[];
  readonly addressTableLookups: readonly AddressTableLookup[];
}

/**
 * Choice (solana-packet-limit): a transaction above the 1232 bytes of one packet is refused, because no node takes it,
 * and because the limit bounds all work done here.
 */
const PACKET_BYTES = 1232;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const VERSION_FLAG = 0x80;
/** Account indexes are one byte. */
const MAXIMUM_ACCOUNTS = 256;

/** Reads the hex text of a whole transaction. Throws a `Refusal`. */
export function parseSolana(text: string): SolanaTransaction {
  const bytes = transactionBytes(text, PACKET_BYTES);
  const reader = new WireReader(bytes);
  const signatures = reader.vector('the signatures', () => reader.take(SIGNATURE_BYTES, 'a signature'));
  const message = bytes.subarray(reader.offset);
  const version = readVersion(reader);
  const requiredSignatures = reader.byte('the header');
  const readonlySigned = reader.byte('the header');
  const readonlyUnsigned = reader.byte('the header');
  const accountKeys = reader.vector('the account keys', () => reader.take(KEY_BYTES, 'an account key'));
  const recentBlockhash = reader.take(KEY_BYTES, 'the recent blockhash');
  const instructions = reader.vector('the instructions', () => ({
    programIdIndex: reader.byte('an instruction'),
    accounts: reader.block("an instruction's accounts"),
    data: reader.block("an instruction's data"),
  }));
  const addressTableLookups =
    version === 'legacy'
      ? []
      : reader.vector('the address table lookups', () => ({
          accountKey: reader.take(KEY_BYTES, 'an address table lookup'),
          writableIndexes: reader.block('an address table lookup'),
          readonlyIndexes: reader.block('an address table lookup'),
        }));
  if (reader.offset !== bytes.length) throw new Refusal('transaction', 'bytes follow its end');
  const parsed: SolanaTransaction = {
    bytes,
    signatures,
    message,
    version,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    accountKeys,
    recentBlockhash,
    instructions,
    addressTableLookups,
  };
  requireConsistent(parsed);
  return parsed;
}

/** Whether a signature slot is still empty. */
export function isEmptySlot(signature: Uint8Array): boolean {
  return signature.every((byte) => byte === 0);
}

function readVersion(reader: WireReader): 'legacy' | '0' {
  const first = reader.peek('the message');
  if (first < VERSION_FLAG) return 'legacy';
  reader.byte('the message');
  const version = first - VERSION_FLAG;
  if (version !== 0) throw new Refusal('transactionType', `Solana messages of version ${version}`);
  return '0';
}

function requireConsistent(transaction: SolanaTransaction): void {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, accountKeys, signatures } = transaction;
  if (requiredSignatures === 0)
    throw new Refusal('transaction', 'its header asks for no signature, so nobody pays the fee');
  if (readonlySigned >= requiredSignatures)
    throw new Refusal('transaction', 'its header makes the fee payer read-only');
  if (requiredSignatures + readonlyUnsigned > accountKeys.length)
    throw new Refusal('transaction', 'its header counts more accounts than there are account keys');
  if (signatures.length !== requiredSignatures)
    throw new Refusal(
      'transaction',
      `it has ${signatures.length} signature slots, its header asks for ${requiredSignatures}`,
    );
  accountKeys.forEach((key, index) => {
    const twin = accountKeys.findIndex((other) => sameBytes(other, key));
    if (twin !== index) throw new Refusal('transaction', `account keys ${twin} and ${index} are the same`);
  });
  let accounts = accountKeys.length;
  transaction.addressTableLookups.forEach(({ writableIndexes, readonlyIndexes }, index) => {
    const looked = writableIndexes.length + readonlyIndexes.length;
    if (looked === 0) throw new Refusal('transaction', `address table lookup ${index} looks nothing up`);
    accounts += looked;
  });
  if (accounts > MAXIMUM_ACCOUNTS) throw new Refusal('transaction', `it names more than ${MAXIMUM_ACCOUNTS} accounts`);
  transaction.instructions.forEach(({ programIdIndex, accounts: indexes }, index) => {
    if (programIdIndex === 0) throw new Refusal('transaction', `the program of instruction ${index} is the fee payer`);
    if (programIdIndex >= accountKeys.length)
      throw new Refusal('transaction', `the program of instruction ${index} is not among the account keys`);
    if (indexes.some((account) => account >= accounts))
      throw new Refusal('transaction', `instruction ${index} names an account that is not there`);
  });
}

class WireReader {
  offset = 0;
  readonly #bytes: Bytes;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  peek(what: string): number {
    const byte = this.#bytes[this.offset];
    if (byte === undefined) throw new Refusal('transaction', `it ends within ${what}`);
    return byte;
  }

  byte(what: string): number {
    const byte = this.peek(what);
    this.offset += 1;
    return byte;
  }

  take(length: number, what: string): Uint8Array {
    const end = this.offset + length;
    if (end > this.#bytes.length) throw new Refusal('transaction', `it ends within ${what}`);
    const taken = this.#bytes.subarray(this.offset, end);
    this.offset = end;
    return taken;
  }

  /** A compact-u16 length and as many bytes. */
  block(what: string): Uint8Array {
    return this.take(this.#compactU16(what), what);
  }

  /** A compact-u16 count and as many items, each of at least one byte. */
  vector<Item>(what: string, item: () => Item): Item[] {
    const count = this.#compactU16(what);
    if (count > this.#bytes.length - this.offset) throw new Refusal('transaction', `it ends within ${what}`);
    return Array.from({ length: count }, item);
  }

  /** Little endian groups of seven bits; only the shortest spelling of a number below 2^16. */
  #compactU16(what: string): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte(what);
      if ((byte === 0 && shift > 0) || (shift === 14 && byte > 3))
        throw new Refusal('transaction', `the length of ${what} is not a canonical compact-u16`);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
}
