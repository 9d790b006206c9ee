/**
 * The fountain code of uniform resources (BCR-2020-005, BCR-2024-001). The first `count` parts are the pieces themselves.
 * Each later part is the XOR of some pieces, which its number and the checksum choose. Any parts of full rank suffice.
 */
import { sha256 } from '../../crypto/index.ts';
import { uint32Bytes } from './bytewords.ts';

/**
 * Returns the pieces, from 0, in the part with a number, from 1, of a message with a CRC-32.
 *
 * @example
 * piecesOf(3, { count: 9, checksum: 0 });
 * // [2]
 */
export function piecesOf(
  number: number,
  { count, checksum }: { readonly count: number; readonly checksum: number },
): readonly number[] {
  if (number <= count) return [number - 1];
  const random = createRandom(Uint8Array.from([...uint32Bytes(number), ...uint32Bytes(checksum)]));
  const degree = chooseDegree(count, random);
  const remaining = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: degree }, () => remaining.splice(Math.floor(random() * remaining.length), 1)[0] ?? 0);
}

const MASK = 2n ** 64n - 1n;
const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK;

/** Returns numbers from 0 to below 1: Xoshiro256** with the SHA-256 of a seed as its state. Anybody can compute them. */
export function createRandom(seed: Uint8Array): () => number {
  const view = new DataView(sha256(seed).buffer);
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => view.getBigUint64(at)) as [bigint, bigint, bigint, bigint];
  return () => {
    const result = (rotate((b * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 45n);
    return Number(result) / 2 ** 64;
  };
}

/** The number of pieces in a part, where `n` is `1/n` as likely as 1, by Vose's alias method. */
function chooseDegree(count: number, random: () => number): number {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const chances = weights.map((weight) => (weight * count) / sum);
  const [small, large]: [number[], number[]] = [[], []];
  for (let index = count - 1; index >= 0; index -= 1) ((chances[index] ?? 0) < 1 ? small : large).push(index);
  const own = new Array<number>(count).fill(1);
  const aliases = new Array<number>(count).fill(0);
  for (let less = small.pop(), more = large.pop(); ; less = small.pop(), more = large.pop()) {
    if (less === undefined || more === undefined) break;
    own[less] = chances[less] ?? 0;
    aliases[less] = more;
    chances[more] = (chances[more] ?? 0) + (chances[less] ?? 0) - 1;
    ((chances[more] ?? 0) < 1 ? small : large).push(more);
  }
  const column = Math.floor(count * random());
  return (random() < (own[column] ?? 1) ? column : (aliases[column] ?? 0)) + 1;
}

/** Pieces of a message as parts add them. */
export interface Pieces {
  /** Takes a part. Returns false when it follows from the earlier parts. */
  add(pieces: readonly number[], bytes: Uint8Array): boolean;
  /** The number of independent parts. */
  readonly rank: number;
  /** The pieces, from 0, that are not known yet. */
  missing(): readonly number[];
  /** All pieces in order. Null before the parts suffice. */
  join(): Uint8Array<ArrayBuffer> | null;
}

interface Row {
  readonly has: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Solves the parts of `count` pieces as linear equations over GF(2). A row is kept by its first piece. */
export function createPieces(count: number): Pieces {
  const rows = new Map<number, Row>();
  const subtract = (from: Row, row: Row) => {
    for (const [index, bit] of row.has.entries()) from.has[index] = (from.has[index] ?? 0) ^ bit;
    for (const [index, byte] of row.bytes.entries()) from.bytes[index] = (from.bytes[index] ?? 0) ^ byte;
  };
  return {
    add(pieces, bytes) {
      const row = { has: new Uint8Array(count), bytes: bytes.slice() };
      for (const piece of pieces) row.has[piece] = 1;
      for (let first = row.has.indexOf(1); first !== -1; first = row.has.indexOf(1)) {
        const known = rows.get(first);
        if (known === undefined) {
          rows.set(first, row);
          return true;
        }
        subtract(row, known);
      }
      return false;
    },
    get rank() {
      return rows.size;
    },
    missing: () =>
      Array.from({ length: count }, (_, piece) => piece).filter(
        (piece) => rows.get(piece)?.has.indexOf(1, piece + 1) !== -1,
      ),
    join() {
      if (rows.size < count) return null;
      const ordered = [...rows].toSorted(([one], [other]) => other - one).map(([, row]) => row);
      for (const row of ordered)
        for (let other = row.has.indexOf(1) + 1; other < count; other += 1)
          if (row.has[other] === 1) subtract(row, rows.get(other) ?? row);
      const pieces = ordered.toReversed().map(({ bytes }) => bytes);
      const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
      let at = 0;
      for (const piece of pieces) {
        joined.set(piece, at);
        at += piece.length;
      }
      return joined;
    },
  };
}
