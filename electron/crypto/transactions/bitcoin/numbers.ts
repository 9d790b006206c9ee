/** The numbers of Bitcoin's serialisation: little endian, and sizes in one, three, five or nine bytes. */
import { Refusal } from '../../refusal.ts';
import { type ByteReader, littleEndian } from '../byte-reader.ts';

/** Reads four bytes. */
export function readUint32(reader: ByteReader): number {
  return Number(littleEndian(reader.take(4)));
}

/** Four bytes, little endian. */
export function uint32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

/** Reads a count or a length: its shortest form only, and at most the bytes that are left (no item is shorter than a byte). */
export function readCompactSize(reader: ByteReader): number {
  const first = reader.byte();
  if (first < 0xfd) return believed(reader, BigInt(first));
  const length = 2 << (first - 0xfd);
  const value = littleEndian(reader.take(length));
  if (value < (length === 2 ? 0xfdn : 1n << BigInt(length * 4)))
    throw new Refusal('transaction', 'has a size that is not in its shortest form', reader.name);
  return believed(reader, value);
}

/** Returns the number that all of these bytes spell as a compact size in its shortest form, or null for other bytes. */
export function compactNumber(bytes: Uint8Array): bigint | null {
  const [first] = bytes;
  if (first === undefined) return null;
  const length = first < 0xfd ? 0 : 2 << (first - 0xfd);
  if (bytes.length !== 1 + length) return null;
  if (length === 0) return BigInt(first);
  const value = littleEndian(bytes.subarray(1));
  return value < (length === 2 ? 0xfdn : 1n << BigInt(length * 4)) ? null : value;
}

/** Encodes a compact size in its shortest form. `value` is below 2^32. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return Uint8Array.of(0xfd, value & 0xff, value >> 8);
  return Uint8Array.of(0xfe, ...uint32(value));
}

function believed(reader: ByteReader, value: bigint): number {
  if (value <= BigInt(reader.left())) return Number(value);
  throw new Refusal('transaction', 'has a size larger than the remaining bytes', reader.name);
}
