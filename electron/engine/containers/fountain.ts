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
  /**
   * Takes a part. Returns false when it follows from the earlier parts, and `contradicts` when it has other bytes than
   * they give it.
   */
  add(pieces: readonly number[], bytes: Uint8Array): boolean | 'contradicts';
  /** The number of independent parts. */
  readonly rank: number;
  /** The pieces, from 0, that are not known yet. */
  missing(): readonly number[];
  /** All pieces in order. Null before the parts suffice. */
  join(): Uint8Array<ArrayBuffer> | null;
  /**
   * The words of 32 bits that were combined so far. One part takes at most `count` times, and `join` half of `count`
   * times `count` times, the words of a row.
   */
  readonly work: number;
}

/** The pieces of a part as bits, the first piece in the highest bit of the first word, and then its bytes. */
type Row = Uint32Array<ArrayBuffer>;

const WORD_BITS = 32;
const WORD_BYTES = 4;

/**
 * Solves the parts of `count` pieces of `size` bytes as linear equations over GF(2). A row is kept by its first piece.
 * Words and not bytes are combined, so that hostile parts cannot hold up the process.
 */
export function createPieces(count: number, size: number): Pieces {
  const bitWords = Math.ceil(count / WORD_BITS);
  const rows = new Map<number, Row>();
  let work = 0;
  const subtract = (from: Row, row: Row) => {
    work += row.length;
    for (let word = 0; word < row.length; word += 1) from[word] = (from[word] ?? 0) ^ (row[word] ?? 0);
  };
  const rowOf = (pieces: readonly number[], bytes: Uint8Array): Row => {
    const row = new Uint32Array(bitWords + Math.ceil(size / WORD_BYTES));
    for (const piece of pieces) row[piece >>> 5] = (row[piece >>> 5] ?? 0) | (1 << (WORD_BITS - 1 - (piece & 31)));
    new Uint8Array(row.buffer, bitWords * WORD_BYTES).set(bytes);
    return row;
  };
  /** The first piece in a row from a piece on. Null for none. */
  const firstIn = (row: Row, from: number): number | null => {
    let kept = 0xffffffff >>> (from & 31);
    for (let word = from >>> 5; word < bitWords; word += 1) {
      const bits = (row[word] ?? 0) & kept;
      if (bits !== 0) return word * WORD_BITS + Math.clz32(bits);
      kept = 0xffffffff;
    }
    return null;
  };
  return {
    add(pieces, bytes) {
      const row = rowOf(pieces, bytes);
      for (let first = firstIn(row, 0); first !== null; first = firstIn(row, first)) {
        const known = rows.get(first);
        if (known === undefined) {
          rows.set(first, row);
          return true;
        }
        subtract(row, known);
      }
      return row.every((word) => word === 0) ? false : 'contradicts';
    },
    get rank() {
      return rows.size;
    },
    get work() {
      return work;
    },
    missing: () =>
      Array.from({ length: count }, (_, piece) => piece).filter((piece) => {
        const row = rows.get(piece);
        return row === undefined || firstIn(row, piece + 1) !== null;
      }),
    join() {
      if (rows.size < count) return null;
      for (let piece = count - 1; piece >= 0; piece -= 1) {
        const row = rows.get(piece) as Row;
        for (let other = firstIn(row, piece + 1); other !== null; other = firstIn(row, other + 1))
          subtract(row, rows.get(other) as Row);
      }
      const joined = new Uint8Array(count * size);
      for (const [piece, row] of rows)
        joined.set(new Uint8Array(row.buffer, bitWords * WORD_BYTES, size), piece * size);
      return joined;
    },
  };
}
