/**
 * Solana's wire transaction. Signatures precede a legacy or version 0 message, and follow a version 1 message.
 * Everything that the runtime's own sanitizer refuses is refused here. Does NOT look anything up on a chain: accounts
 * of address tables stay an index.
 */

import { hexEncode } from '../../../../shared/wire/index.ts';
import { ed25519Verify } from '../../curves/ed25519.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, byteReader } from '../byte-reader.ts';
import { sameBytes, transactionBytes } from '../reading.ts';
import { readVersion1, type SolanaConfig, VERSION_1, VERSION_1_BYTES } from './version-1.ts';

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
  /** Views of `bytes`, 64 bytes each. All zero for a missing signature. */
  readonly signatures: readonly Uint8Array[];
  /** View of `bytes`: the message that every signer signs. */
  readonly message: Uint8Array;
  readonly version: 'legacy' | '0' | '1';
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly accountKeys: readonly Uint8Array[];
  readonly recentBlockhash: Uint8Array;
  /** Null before version 1. */
  readonly config: SolanaConfig | null;
  readonly instructions: readonly SolanaInstruction[];
  readonly addressTableLookups: readonly AddressTableLookup[];
}

/**
 * Choice (solana-packet-limit): a transaction above the 1232 bytes of one packet, or of version 1 above 4,096 bytes, is refused. No
 * node takes it, and the limit bounds all work done here.
 */
const PACKET_BYTES = 1232;
const VERSION_1_TEXT = /^(?:0x)?81/i;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const VERSION_FLAG = 0x80;
/** Account indexes are one byte. */
const MAXIMUM_ACCOUNTS = 256;

/** Reads the hex text of a whole transaction. Throws a `Refusal`. */
export function parseSolana(text: string): SolanaTransaction {
  const isVersion1 = VERSION_1_TEXT.test(text);
  const bytes = transactionBytes(text, isVersion1 ? VERSION_1_BYTES : PACKET_BYTES);
  const parsed = isVersion1 ? readVersion1(bytes) : readSignaturesFirst(bytes);
  requireConsistent(parsed);
  return parsed;
}

/**
 * Returns the whole transaction of a serialized message in lowercase hex, with empty signature slots, and the offset of
 * the message in it. The slots are before the message, or behind it in version 1. Null for a message without a signer.
 */
export function unsignedOfMessage(message: Uint8Array): { readonly text: string; readonly start: number } | null {
  const isVersioned = (message[0] ?? 0) >= VERSION_FLAG;
  const signers = message[isVersioned ? 1 : 0] ?? 0;
  if (signers === 0) return null;
  const slots = new Uint8Array(SIGNATURE_BYTES * signers);
  if (message[0] === VERSION_1) return { text: hexEncode(join(message, slots)), start: 0 };
  const head = join(Uint8Array.from(signers < 0x80 ? [signers] : [signers, 1]), slots);
  return { text: hexEncode(join(head, message)), start: head.length };
}

/** Legacy and version 0. */
function readSignaturesFirst(bytes: Bytes): SolanaTransaction {
  const reader = byteReader(bytes, 'the transaction');
  const signatures = readVector(reader, 'the signatures', () => reader.take(SIGNATURE_BYTES, 'a signature'));
  const message = bytes.subarray(reader.position());
  const version = readVersion(reader, message);
  const requiredSignatures = reader.byte('the header');
  const readonlySigned = reader.byte('the header');
  const readonlyUnsigned = reader.byte('the header');
  const accountKeys = readVector(reader, 'the account keys', () => reader.take(KEY_BYTES, 'an account key'));
  const recentBlockhash = reader.take(KEY_BYTES, 'the recent blockhash');
  const instructions = readVector(reader, 'the instructions', () => ({
    programIdIndex: reader.byte('an instruction'),
    accounts: readBlock(reader, "an instruction's accounts"),
    data: readBlock(reader, "an instruction's data"),
  }));
  const addressTableLookups =
    version === 'legacy'
      ? []
      : readVector(reader, 'the address table lookups', () => ({
          accountKey: reader.take(KEY_BYTES, 'an address table lookup'),
          writableIndexes: readBlock(reader, 'an address table lookup'),
          readonlyIndexes: readBlock(reader, 'an address table lookup'),
        }));
  reader.end();
  return {
    bytes,
    signatures,
    message,
    version,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    accountKeys,
    recentBlockhash,
    config: null,
    instructions,
    addressTableLookups,
  };
}

/** Returns true when a signature slot is still empty. */
export function isEmptySlot(signature: Uint8Array): boolean {
  return signature.every((byte) => byte === 0);
}

/**
 * Returns the index of the first invalid signature, other than the one at `except`. Null when all present signatures
 * are valid.
 */
export function brokenSignature(transaction: SolanaTransaction, except = -1): number | null {
  const { signatures, accountKeys, message } = transaction;
  for (const [index, signature] of signatures.entries()) {
    if (index === except || isEmptySlot(signature)) continue;
    const key = accountKeys[index] ?? new Uint8Array();
    if (!ed25519Verify(hexEncode(key), message, signature)) return index;
  }
  return null;
}

/** Takes the byte of the version when there is one: a legacy message begins with a number of signatures, below the flag. */
function readVersion(reader: ByteReader, message: Uint8Array): 'legacy' | '0' {
  if ((message[0] ?? 0) < VERSION_FLAG) return 'legacy';
  const version = reader.byte() - VERSION_FLAG;
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
    if (looked === 0) throw new Refusal('transaction', `address table lookup ${index + 1} has no accounts`);
    accounts += looked;
  });
  if (accounts > MAXIMUM_ACCOUNTS) throw new Refusal('transaction', `it names more than ${MAXIMUM_ACCOUNTS} accounts`);
  transaction.instructions.forEach(({ programIdIndex, accounts: indexes }, index) => {
    if (programIdIndex === 0)
      throw new Refusal('transaction', `the program of instruction ${index + 1} is the fee payer`);
    if (programIdIndex >= accountKeys.length)
      throw new Refusal('transaction', `the program of instruction ${index + 1} is not among the account keys`);
    if (indexes.some((account) => account >= accounts))
      throw new Refusal('transaction', `instruction ${index + 1} names a missing account`);
  });
}

/** A length and as many bytes. */
function readBlock(reader: ByteReader, what: string): Uint8Array {
  return reader.take(readLength(reader, what), what);
}

/** A count and as many items, each of at least one byte. */
function readVector<Item>(reader: ByteReader, what: string, readItem: () => Item): Item[] {
  const count = readLength(reader, what);
  if (count > reader.left()) throw new Refusal('transaction', `it ends within ${what}`);
  return Array.from({ length: count }, readItem);
}

/** A compact-u16. */
function readLength(reader: ByteReader, what: string): number {
  return Number(reader.varint(16, what));
}
