/** From the bytes of an Ethereum transaction, unsigned or signed, to its type and items. */

import { hexDecode } from '../../../../shared/wire/index.ts';
import type { DigestSignature } from '../../curves/ecdsa-digest.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type Found, readField, readFields, uintOf } from './fields.ts';
import { numberBytes, type RlpItem, rlpDecode, rlpEncode } from './rlp.ts';
import { CHAIN_ID, uint } from './shapes.ts';
import { type EthereumType, type FieldItem, LEGACY, TYPED } from './types.ts';

export interface EthereumTransaction {
  readonly type: EthereumType;
  /** As many as the type has fields. */
  readonly items: readonly RlpItem[];
  /**
   * The chain id of a legacy transaction (EIP-155). Null without one, and for other types, which have it as a field.
   */
  readonly legacyChainId: bigint | null;
}

/** r, s and v, or yParity, r and s. */
const SIGNATURE_ITEMS = 3;
const FIRST_LIST = 0xc0;
const LAST_TYPE = 0x7f;
/** The first bytes of a PSBT (BIP-174). */
const PSBT = [0x70, 0x73, 0x62, 0x74, 0xff];

/**
 * Reads an unsigned transaction. The bytes are the very bytes that are hashed. Passes every field to `found`, when
 * given. Throws a `Refusal`.
 */
export function readUnsigned(bytes: Uint8Array, found: Found | null): EthereumTransaction {
  const { type, items } = readType(bytes);
  const count = type.fields.length;
  if (type === LEGACY && items.length === count + SIGNATURE_ITEMS) {
    const [chain = [], ...zeros] = items.slice(count);
    if (zeros.some((zero) => zero.length > 0))
      throw new Refusal('transaction', 'it already contains a signature (v, r and s)');
    if (!zeros.every((zero) => zero instanceof Uint8Array))
      throw new Refusal('transaction', 'behind its chainId it has a list instead of a number');
    return readLegacy(items.slice(0, count), chain, found);
  }
  if (items.length === count + SIGNATURE_ITEMS)
    throw new Refusal('transaction', 'it already contains a signature (yParity, r and s)');
  if (items.length !== count)
    throw new Refusal('transaction', `an unsigned ${named(type)} has ${count} items, not ${items.length}`);
  return type === LEGACY ? readLegacy(items, null, found) : readTyped(type, items, found);
}

/**
 * Reads a signed transaction. Checks the shape of the signature, not whether it holds. Passes the numbers of the
 * signature to `foundSignature`, when given. Throws a `Refusal`.
 */
export function readSigned(
  bytes: Uint8Array,
  found: Found | null,
  foundSignature: Found | null = null,
): EthereumTransaction & { readonly signature: DigestSignature } {
  const { type, items } = readType(bytes);
  const count = type.fields.length;
  if (items.length !== count + SIGNATURE_ITEMS)
    throw new Refusal(
      'transaction',
      `a signed ${named(type)} has ${count + SIGNATURE_ITEMS} items, not ${items.length}`,
    );
  const signature = items.slice(count);
  for (const [index, name] of (type === LEGACY ? ['v', 'r', 's'] : ['yParity', 'r', 's']).entries())
    readField(name, uint(index === 0 ? 64 : 256), signature[index] ?? [], foundSignature);
  const v = uintOf(signature[0]);
  const [r, s] = [bytes32(signature[1]), bytes32(signature[2])];
  const fields = items.slice(0, count);
  if (type === LEGACY) {
    const { chain, recovery } = readV(v);
    return { ...readLegacy(fields, chain, found), signature: { r, s, recovery } };
  }
  if (v > 1n) throw new Refusal('transaction', `is ${v}, not 0 or 1`, 'yParity');
  return { ...readTyped(type, fields, found), signature: { r, s, recovery: v === 1n ? 1 : 0 } };
}

/** Returns the bytes that were signed. */
export function preimageOf({ type, items, legacyChainId }: EthereumTransaction): Uint8Array {
  if (type.byte !== null) return join(Uint8Array.of(type.byte), rlpEncode(items));
  const empty = new Uint8Array(0);
  return rlpEncode(legacyChainId === null ? items : [...items, numberBytes(legacyChainId), empty, empty]);
}

/** Finds the items of a transaction that was read by the names of their fields. */
export function fieldsOf({ type, items }: EthereumTransaction): FieldItem {
  return (name) => {
    const index = type.fields.findIndex((field) => field.name === name);
    return index === -1 ? undefined : items[index];
  };
}

function readType(bytes: Uint8Array) {
  const [first = 0] = bytes;
  const byte = `0x${first.toString(16).padStart(2, '0')}`;
  if (first >= FIRST_LIST) return { type: LEGACY, items: readList(bytes) };
  if (first > LAST_TYPE)
    throw new Refusal('transaction', `it begins with ${byte}, which is neither a list nor a transaction type`);
  if (PSBT.every((each, index) => bytes[index] === each))
    throw new Refusal('transaction', 'it is a Bitcoin transaction (PSBT): ask for TRANSACTION_TYPE_BITCOIN');
  const type = TYPED.find((candidate) => candidate.byte === first);
  if (type === undefined) {
    const hint = first === 0x76 ? ' (it is Tempo’s: ask for TRANSACTION_TYPE_TEMPO)' : '';
    throw new Refusal('transactionType', `is not one of the offered types 0x01 to 0x04${hint}`, byte);
  }
  const items = readList(bytes.subarray(1));
  if (first === 0x03 && items.length > 1 && !(items[0] instanceof Uint8Array))
    throw new Refusal(
      'transaction',
      'it is the network form of a blob transaction, with its blobs; only the body without them is signed',
    );
  return { type, items };
}

function readList(bytes: Uint8Array): readonly RlpItem[] {
  const item = rlpDecode(bytes);
  if (item instanceof Uint8Array) throw new Refusal('transaction', 'it is not a list');
  return item;
}

function readTyped(type: EthereumType, items: readonly RlpItem[], found: Found | null): EthereumTransaction {
  found?.({ name: 'type', value: type.type, kind: 'text' });
  readFields(type.fields, items, found);
  const read = { type, items, legacyChainId: null };
  type.check(fieldsOf(read));
  return read;
}

function readLegacy(items: readonly RlpItem[], chain: RlpItem | null, found: Found | null): EthereumTransaction {
  const { items: fields, type } = readTyped(LEGACY, items, found);
  if (chain === null) {
    found?.({ name: 'chainId', value: 'none', kind: 'text' });
    return { type, items: fields, legacyChainId: null };
  }
  readField('chainId', CHAIN_ID, chain, found);
  if (chain.length === 0) throw new Refusal('transaction', 'is 0', 'chainId');
  return { type, items: fields, legacyChainId: uintOf(chain) };
}

/** EIP-155: 27 and 28 name no chain, everything from 35 on does. */
function readV(v: bigint): { readonly chain: RlpItem | null; readonly recovery: 0 | 1 } {
  if (v === 27n || v === 28n) return { chain: null, recovery: v === 28n ? 1 : 0 };
  if (v < 35n) throw new Refusal('transaction', `is ${v}, which neither EIP-155 nor the older rule allows`, 'v');
  return { chain: numberBytes((v - 35n) / 2n), recovery: v % 2n === 0n ? 1 : 0 };
}

function named({ title }: EthereumType): string {
  return title.toLowerCase().replace('eip', 'EIP');
}

/** A number that was read before, with its leading zeros. */
function bytes32(item: RlpItem | undefined): Bytes {
  return hexDecode(uintOf(item).toString(16).padStart(64, '0'));
}
