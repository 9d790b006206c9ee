/** The parts of BCS that the transactions of Move chains share: numbers, lists, options, addresses, names and types. */
import { hexEncode, utf8Decode } from '../../../../shared/wire/index.ts';
import { isUtf8 } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, littleEndian } from '../../transactions/byte-reader.ts';

/** A value and its bytes in the transaction. */
export interface Read<Value> {
  readonly value: Value;
  readonly bytes: Uint8Array;
}

const ADDRESS_BYTES = 32;
const MAXIMUM_ITEMS = 512;
const MAXIMUM_DEPTH = 8;
const IDENTIFIER = /^[A-Za-z_]\w{0,127}$/;

/** Types without parts, by their number. */
const PLAIN_TYPES: Readonly<Record<number, string>> = {
  0: 'bool',
  1: 'u8',
  2: 'u64',
  3: 'u128',
  4: 'address',
  8: 'u16',
  9: 'u32',
  10: 'u256',
};
const VECTOR = 6;
const STRUCT = 7;

/** Runs `read`, and returns its result with the bytes that it took. */
export function taken<Value>(reader: ByteReader, read: () => Value): Read<Value> {
  const start = reader.position();
  const value = read();
  return { value, bytes: reader.since(start) };
}

/** The number of a variant of an enumeration. */
export const variant = (reader: ByteReader): number => Number(reader.varint(32));

/** A little-endian number of so many bytes. */
export const number = (reader: ByteReader, length: number): Read<bigint> =>
  taken(reader, () => littleEndian(reader.take(length)));

/** A count, and as many items. Throws a `Refusal` for more than `most` of them. */
export function many<Item>(reader: ByteReader, read: (index: number) => Item, most = MAXIMUM_ITEMS): Item[] {
  const count = variant(reader);
  if (count > most) throw refusal(`it has more than ${most} items in a list`);
  return Array.from({ length: count }, (_, index) => read(index));
}

/** A count, and as many bytes. */
export const byteVector = (reader: ByteReader): Uint8Array => reader.take(variant(reader));

/** A byte that is 0 or 1: a truth value, or the flag of an option. */
export function isSet(reader: ByteReader): boolean {
  const flag = reader.byte();
  if (flag > 1) throw refusal('it has a flag that is neither 0 nor 1');
  return flag === 1;
}

/** A name of Move. */
export function identifier(reader: ByteReader): string {
  const bytes = byteVector(reader);
  const text = isUtf8(bytes) ? utf8Decode(bytes) : '';
  if (!IDENTIFIER.test(text)) throw refusal('it has a name that is none of Move');
  return text;
}

/**
 * Returns readers of values with addresses in them. `spell` returns the chain's spelling of an address of 64 hexadecimal
 * digits behind 0x.
 */
export function addressed(spell: (address: string) => string) {
  const address = (reader: ByteReader): Read<string> =>
    taken(reader, () => spell(`0x${hexEncode(reader.take(ADDRESS_BYTES))}`));

  /** A member of a module: `0x1::coin::transfer`. */
  const member = (reader: ByteReader): string =>
    `${address(reader).value}::${identifier(reader)}::${identifier(reader)}`;

  function typeTag(reader: ByteReader, depth = 0): string {
    if (depth > MAXIMUM_DEPTH) throw refusal('its types are nested too deeply');
    const kind = variant(reader);
    const plain = PLAIN_TYPES[kind];
    if (plain !== undefined) return plain;
    if (kind === VECTOR) return `vector<${typeTag(reader, depth + 1)}>`;
    if (kind !== STRUCT) throw refusal('it has a type that is not known');
    const name = member(reader);
    const parts = many(reader, () => typeTag(reader, depth + 1));
    return parts.length === 0 ? name : `${name}<${parts.join(', ')}>`;
  }

  return { address, member, typeTag };
}

const refusal = (reason: string) => new Refusal('payload', reason);
