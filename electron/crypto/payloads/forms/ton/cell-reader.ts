import { Refusal } from '../../../refusal.ts';
import type { Read } from '../bcs.ts';
import type { Cell } from './cells.ts';

export type CellReader = ReturnType<typeof cellReader>;

/** Reads the bits and references of a cell from front to back. All functions throw a `Refusal` beyond its end. */
export function cellReader(cell: Cell) {
  let [position, next] = [0, 0];

  /** An unsigned number of at most 32 bits. */
  function number(count: number): number {
    if (position + count > cell.bits) throw refusal('a cell ends within a value');
    let value = 0;
    for (const end = position + count; position < end; position += 1)
      value = value * 2 + (((cell.data[position >> 3] ?? 0) >> (7 - (position & 7))) & 1);
    return value;
  }

  /** An unsigned number of any number of bits. */
  function bits(count: number): bigint {
    let value = 0n;
    for (let left = count; left > 0; left -= Math.min(left, 32))
      value = (value << BigInt(Math.min(left, 32))) | BigInt(number(Math.min(left, 32)));
    return value;
  }

  return {
    bits,
    number,
    bit: (): boolean => number(1) === 1,
    bytes: (count: number): Uint8Array => Uint8Array.from({ length: count }, () => number(8)),
    reference(): Cell {
      const found = cell.references[next];
      if (found === undefined) throw refusal('a cell has too few references');
      next += 1;
      return found;
    },
    left: () => cell.bits - position,
    referencesLeft: () => cell.references.length - next,
    /** Runs `read`, and returns its result with the bytes that hold the bits that it took. */
    taken<Value>(read: () => Value): Read<Value> {
      const start = position;
      const value = read();
      return { value, bytes: cell.data.subarray(start >> 3, Math.ceil(position / 8)) };
    },
    /** Refuses bits and references that nothing read. */
    end(): void {
      if (position < cell.bits || next < cell.references.length) throw refusal('a cell goes on behind its last value');
    },
  };
}

const refusal = (reason: string) => new Refusal('payload', reason);
