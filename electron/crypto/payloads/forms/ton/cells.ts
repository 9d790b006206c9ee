/**
 * A bag of cells of TON: one tree of cells in one spelling. It has one root, which is the first cell, each cell once, each behind
 * those that refer to it, and no exotic cell. Numbers have as few bytes as they need.
 */
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { join, sha256 } from '../../../native.ts';
import { Refusal } from '../../../refusal.ts';
import { type ByteReader, byteReader } from '../../../transactions/byte-reader.ts';
import { sameBytes } from '../../../transactions/reading.ts';

export interface Cell {
  /** The bits in whole bytes, with the bit that completes the last one: a view into the bag. */
  readonly data: Uint8Array;
  readonly bits: number;
  readonly references: readonly Cell[];
  /** The longest way to a cell without references. */
  readonly depth: number;
  /** The representation hash, which a wallet verifies. */
  readonly hash: Uint8Array;
}

export const BAG_OF_CELLS = Uint8Array.of(0xb5, 0xee, 0x9c, 0x72);

/** The limits of the network for a message. */
const MAXIMUM_BYTES = 65_535;
const MAXIMUM_CELLS = 8192;
const MAXIMUM_DEPTH = 512;
const MAXIMUM_REFERENCES = 4;
const CHECKSUM_BYTES = 4;

const HAS_INDEX = 0x80;
const HAS_CHECKSUM = 0x40;
const SIZE = 0x07;

/** A cell whose references are still numbers. */
interface Written {
  readonly descriptors: Uint8Array;
  readonly data: Uint8Array;
  readonly bits: number;
  readonly references: readonly number[];
}

/** Reads a bag of one tree. Throws a `Refusal` for another bag, or for another spelling of one. */
export function readBag(bytes: Uint8Array): Cell {
  if (bytes.length > MAXIMUM_BYTES) throw refusal(`it has more than ${MAXIMUM_BYTES} bytes`);
  const reader = byteReader(bytes, 'the cells');
  reader.take(BAG_OF_CELLS.length);
  const flags = reader.byte();
  if ((flags & ~(HAS_INDEX | HAS_CHECKSUM | SIZE)) !== 0) throw refusal('its cells have flags that are not read here');
  const [size, offsetSize] = [flags & SIZE, reader.byte()];
  if (size < 1 || size > 4 || offsetSize < 1 || offsetSize > 4)
    throw refusal('the numbers of its cells have a wrong size');
  const next = (length: number) => bigEndian(reader.take(length));
  const [count, roots, absent, length] = [next(size), next(size), next(size), next(offsetSize)];
  if (roots !== 1 || absent !== 0 || next(size) !== 0) throw refusal('its cells do not have exactly one root');
  if (count < 1 || count > MAXIMUM_CELLS) throw refusal(`it has no cell, or more than ${MAXIMUM_CELLS}`);
  if (bytesFor(count) !== size || bytesFor(length) !== offsetSize)
    throw refusal('the numbers of its cells have more bytes than they need');
  const ends = (flags & HAS_INDEX) === 0 ? null : Array.from({ length: count }, () => next(offsetSize));
  const start = reader.position();
  const written = Array.from({ length: count }, (_, index) => {
    const cell = readCell(reader, { size, index, count });
    if (ends !== null && ends[index] !== reader.position() - start) throw refusal('the index of its cells is wrong');
    return cell;
  });
  if (reader.position() - start !== length) throw refusal('its cells state a wrong length');
  if ((flags & HAS_CHECKSUM) !== 0) requireChecksum(bytes, reader);
  reader.end();
  return treeOf(written);
}

function readCell(
  reader: ByteReader,
  { size, index, count }: { readonly size: number; readonly index: number; readonly count: number },
): Written {
  const descriptors = reader.take(2);
  const [first = 0, second = 0] = descriptors;
  // The bits above the number of references are those of exotic cells, of stored hashes and of levels.
  if (first > MAXIMUM_REFERENCES) throw refusal('one of its cells is exotic, or has too many references');
  const data = reader.take(Math.ceil(second / 2));
  const references = Array.from({ length: first }, () => bigEndian(reader.take(size)));
  if (references.some((to) => to <= index || to >= count)) throw refusal('one of its cells refers to a wrong one');
  return { descriptors, data, bits: bitsOf(data, second), references };
}

/** The number of bits of a cell. A set bit and clear bits complete a last byte that they do not fill. */
function bitsOf(data: Uint8Array, descriptor: number): number {
  if (descriptor % 2 === 0) return data.length * 8;
  const last = data.at(-1) ?? 0;
  const completion = Math.log2(last & -last) + 1;
  if (last === 0 || completion === 8) throw refusal('one of its cells is not completed by a bit');
  return data.length * 8 - completion;
}

/** Joins the cells from the last one to the root. */
function treeOf(written: readonly Written[]): Cell {
  const cells = new Map<number, Cell>();
  const hashes = new Set<string>();
  const referred = new Set<number>(written.flatMap(({ references }) => references));
  if (referred.size !== written.length - 1) throw refusal('one of its cells belongs to no other');
  for (const [index, { descriptors, data, bits, references }] of [...written.entries()].reverse()) {
    const children = references.flatMap((to) => cells.get(to) ?? []);
    const depth = children.reduce((deepest, child) => Math.max(deepest, child.depth + 1), 0);
    if (depth > MAXIMUM_DEPTH) throw refusal(`its cells are nested more than ${MAXIMUM_DEPTH} deep`);
    const depths = children.map((child) => Uint8Array.of(child.depth >> 8, child.depth & 0xff));
    const hash = sha256(join(descriptors, data, ...depths, ...children.map((child) => child.hash)));
    cells.set(index, { data, bits, references: children, depth, hash });
    hashes.add(hexEncode(hash));
  }
  if (hashes.size !== written.length) throw refusal('one of its cells is there twice');
  const root = cells.get(0);
  if (root === undefined) throw refusal('its cells do not have exactly one root');
  return root;
}

function requireChecksum(bytes: Uint8Array, reader: ByteReader): void {
  const sum = crc32c(bytes.subarray(0, reader.position()));
  const expected = Uint8Array.of(sum & 0xff, (sum >> 8) & 0xff, (sum >> 16) & 0xff, sum >>> 24);
  if (!sameBytes(reader.take(CHECKSUM_BYTES), expected)) throw refusal('the checksum of its cells is wrong');
}

/** CRC-32C (Castagnoli), reflected. */
function crc32c(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ 0x82f63b78;
  }
  return ~sum;
}

const bigEndian = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

/** The fewest bytes of a number. */
function bytesFor(value: number): number {
  return Math.max(Math.ceil(value.toString(2).length / 8), 1);
}

const refusal = (reason: string) => new Refusal('payload', reason);
