import { Refusal } from '../refusal.ts';

export type ByteReader = ReturnType<typeof byteReader>;

/**
 * Reads bytes from front to back, without copying them and never beyond their end. `name` names the bytes in a
 * `Refusal`, which all functions throw: `the PSBT`. `within` names the current part, if it has a name of its own.
 */
export function byteReader(bytes: Uint8Array, name: string) {
  let position = 0;
  const left = () => bytes.length - position;

  function take(length: number, within = name): Uint8Array {
    if (length > left()) throw new Refusal('transaction', `it ends within ${within}`);
    position += length;
    return bytes.subarray(position - length, position);
  }

  function byte(within = name): number {
    return take(1, within)[0] ?? 0;
  }

  return {
    name,
    take,
    byte,
    left,
    position: () => position,
    /** Returns the bytes read from a position on. */
    since: (start: number) => bytes.subarray(start, position),
    /** Returns true when the next bytes are these. They are not consumed. */
    startsWith: (...expected: readonly number[]) => expected.every((each, index) => bytes[position + index] === each),
    /** Groups of seven bits, the lowest first, in the shortest spelling of a number of at most `bits` bits. */
    varint(bits: number, within = name): bigint {
      let value = 0n;
      for (let shift = 0; ; shift += 7) {
        const group = byte(within);
        const isTooLarge = bits - shift < 8 && group >> (bits - shift) > 0;
        if (isTooLarge || (group === 0 && shift > 0))
          throw new Refusal('transaction', 'is not in its shortest spelling', `a number within ${within}`);
        value |= BigInt(group & 0x7f) << BigInt(shift);
        if (group < 0x80) return value;
      }
    },
    /** Refuses bytes after the last field. */
    end(): void {
      if (left() > 0) throw new Refusal('transaction', `bytes follow the end of ${name}`);
    },
  };
}

/** Decodes a big-endian number. */
export function bigEndian(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** Decodes a little-endian number. */
export function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
