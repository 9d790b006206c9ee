import { utf8Decode } from '../../../shared/wire/index.ts';

export type CborValue = number | string | boolean | null | Uint8Array | readonly CborValue[] | CborMap;
export type CborMap = ReadonlyMap<string | number, CborValue>;

/** Registrations nest a few deep. */
const MAXIMUM_DEPTH = 8;

/**
 * Returns the first value in CBOR bytes (RFC 8949) and its length. More bytes may follow. Reads the types that passkeys
 * use: whole numbers below 2^32, texts, bytes, lists, maps, true, false and null, all of a stated length. Throws
 * RangeError.
 *
 * @example
 * readCbor(hexDecode('83010203'));
 * // { value: [1, 2, 3], length: 4 }
 */
export function readCbor(bytes: Uint8Array): { readonly value: CborValue; readonly length: number } {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RangeError('it ends too early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (length: number) => take(length).reduce((value, byte) => value * 256 + byte, 0);
  const argument = (low: number): number => {
    if (low < 24) return low;
    if (low > 26) throw new RangeError('it has an unsupported length or number');
    return number(2 ** (low - 24));
  };

  const read = (depth: number): CborValue => {
    if (depth > MAXIMUM_DEPTH) throw new RangeError('it is nested too deep');
    const [head = 0] = take(1);
    const [kind, low] = [head >> 5, head & 0x1f];
    if (kind === 7) return simple(low);
    const count = argument(low);
    switch (kind) {
      case 0:
        return count;
      case 1:
        return -1 - count;
      case 2:
        return take(count);
      case 3:
        return utf8Decode(take(count));
      case 4:
        return many(count, () => read(depth + 1));
      case 5:
        return mapOf(many(count, () => [key(read(depth + 1)), read(depth + 1)]));
      default:
        throw new RangeError('it holds a tag');
    }
  };
  const many = <Item>(count: number, item: () => Item): Item[] => {
    // Each takes a byte at least, so a count that cannot be is refused before anything is made for it.
    if (count > bytes.length - at) throw new RangeError('it ends too early');
    return Array.from({ length: count }, item);
  };

  const value = read(0);
  return { value, length: at };
}

function simple(low: number): CborValue {
  if (low === 20 || low === 21) return low === 21;
  if (low === 22) return null;
  throw new RangeError('it has an unsupported value');
}

function key(value: CborValue): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new RangeError('a map has an unsupported key');
}

/** A duplicate key makes a map invalid (RFC 8949, section 5.6). */
function mapOf(entries: readonly (readonly [string | number, CborValue])[]): CborMap {
  const map = new Map(entries);
  if (map.size < entries.length) throw new RangeError('a map has a key twice');
  return map;
}

/** Returns a member of a map, or undefined when it is missing or the value is not a map. */
export function memberOf(map: CborValue, name: string | number): CborValue | undefined {
  return map instanceof Map ? map.get(name) : undefined;
}
