/**
 * Recursive Length Prefix (Ethereum Yellow Paper, appendix B), only in its one canonical form. That means shortest
 * lengths, a single byte below 0x80 as itself, and nothing after the end. Items have no meaning here. `fields.ts` gives
 * them one.
 */

import { hexDecode } from '../../../../shared/wire/index.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';

/** A byte string or a list. Decoded strings are windows into the bytes that were decoded, never copies. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Deeper than any transaction: a Tempo key authorization nests 8 lists. */
const MAXIMUM_DEPTH = 16;
/** Choice (rlp-items): the 128 KiB that Ethereum nodes relay at most hold half of that in access list keys. */
const MAXIMUM_ITEMS = 8192;

interface OpenList {
  readonly items: RlpItem[];
  readonly end: number;
}

/** Decodes exactly one item, in linear time. Throws a `Refusal`. */
export function rlpDecode(bytes: Uint8Array): RlpItem {
  const top: OpenList = { items: [], end: bytes.length };
  const open: OpenList[] = [top];
  let count = 0;
  let offset = 0;
  for (let list = top; ; ) {
    while (offset === list.end && open.length > 1) {
      open.pop();
      list = open.at(-1) ?? top;
    }
    if (open.length === 1 && top.items.length > 0) break;
    const header = readHeader(bytes, offset, list.end);
    count += 1;
    if (count > MAXIMUM_ITEMS) throw new Refusal('transaction', `it has more than ${MAXIMUM_ITEMS} items`);
    const end = header.start + header.length;
    if (header.list) {
      if (open.length > MAXIMUM_DEPTH)
        throw new Refusal('transaction', `it has more than ${MAXIMUM_DEPTH} lists inside each other`);
      const nested: OpenList = { items: [], end };
      list.items.push(nested.items);
      open.push(nested);
      list = nested;
      offset = header.start;
    } else {
      list.items.push(bytes.subarray(header.start, end));
      offset = end;
    }
  }
  const more = bytes.length - offset;
  if (more !== 0)
    throw new Refusal('transaction', more === 1 ? '1 byte follows its end' : `${more} bytes follow its end`);
  // The loop ends only once there is an item.
  return top.items[0] as RlpItem;
}

/** The canonical bytes of an item. */
export function rlpEncode(item: RlpItem): Bytes {
  if (item instanceof Uint8Array) {
    const [first = 0xff] = item;
    return item.length === 1 && first < 0x80 ? join(item) : join(header(0x80, item.length), item);
  }
  return rlpList(item.map(rlpEncode));
}

/** A list of items that are encoded already. */
export function rlpList(encoded: readonly Uint8Array[]): Bytes {
  const length = encoded.reduce((sum, part) => sum + part.length, 0);
  return join(header(0xc0, length), ...encoded);
}

/** Returns the payload of a list from the list's canonical bytes. */
export function rlpPayload(list: Uint8Array): Uint8Array {
  const [first = 0xc0] = list;
  return list.subarray(first <= 0xf7 ? 1 : first - 0xf6);
}

/** A big-endian number without its leading zeros: how numbers are written. */
export function trimZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}

/** A number as it is written: big-endian without leading zeros, zero as nothing. */
export function numberBytes(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  return hexDecode(digits.padStart(digits.length + (digits.length % 2), '0'));
}

function header(base: 0x80 | 0xc0, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length);
  const digits = trimZeros(Uint8Array.of(length >>> 24, length >>> 16, length >>> 8, length));
  return Uint8Array.of(base + 55 + digits.length, ...digits);
}

/** Returns where an item's contents are, after checking every length against the list around it. */
function readHeader(bytes: Uint8Array, offset: number, limit: number) {
  const first = bytes[offset];
  if (first === undefined || offset >= limit)
    throw new Refusal('transaction', `it ends at byte ${offset}, where an item is expected`);
  if (first < 0x80) return { list: false, start: offset, length: 1 };
  const list = first >= 0xc0;
  const short = first - (list ? 0xc0 : 0x80);
  if (short < 56) {
    const start = offset + 1;
    if (start + short > limit) throw tooLong(offset, start + short - limit);
    if (!list && short === 1 && (bytes[start] ?? 0) < 0x80)
      throw new Refusal('transaction', 'is not in its shortest form', `the item at byte ${offset}`);
    return { list, start, length: short };
  }
  const start = offset + 1 + (short - 55);
  if (start > limit) throw new Refusal('transaction', 'is cut off', `the length at byte ${offset}`);
  let length = 0;
  for (const digit of bytes.subarray(offset + 1, start)) length = length * 256 + digit;
  if (bytes[offset + 1] === 0 || length < 56)
    throw new Refusal('transaction', 'is not in its shortest form', `the length at byte ${offset}`);
  if (start + length > limit) throw tooLong(offset, start + length - limit);
  return { list, start, length };
}

/** Longer than any transaction. */
const MANY = 1_000_000;

/** Returns the refusal of an item that ends too late. Nothing is around the first one, so the bytes are cut off. */
function tooLong(offset: number, missing: number): Refusal {
  if (offset > 0) return new Refusal('transaction', 'is longer than the item around it', `the item at byte ${offset}`);
  const more = missing > MANY ? 'many more bytes' : missing === 1 ? '1 more byte' : `${missing} more bytes`;
  return new Refusal('transaction', `it is cut off: its first length counts ${more}`);
}
