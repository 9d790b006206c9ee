import { Refusal } from '../../refusal.ts';

/** Reads Bitcoin's serialisation: little-endian numbers, compact sizes. Nothing larger than what is left is believed. */
export class ByteReader {
  position = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #name: string;

  /** `name` is what the bytes are called in errors: `the transaction`. */
  constructor(bytes: Uint8Array, name: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#name = name;
  }

  get left(): number {
    return this.#bytes.length - this.position;
  }

  /** The next bytes, without copying. Throws TRANSACTION_INVALID, as all methods do. */
  take(length: number): Uint8Array {
    return this.#bytes.subarray(this.#advance(length), this.position);
  }

  uint32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  uint64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  /** Whether the next bytes are these; they are not passed over. */
  startsWith(...expected: readonly number[]): boolean {
    return expected.every((byte, index) => this.#bytes[this.position + index] === byte);
  }

  /** A count or a length: its shortest form only, and at most the bytes that are left (no item is shorter than a byte). */
  compactSize(): number {
    const first = this.#view.getUint8(this.#advance(1));
    let value = BigInt(first);
    let shortest = 0n;
    if (first === 0xfd) {
      value = BigInt(this.#view.getUint16(this.#advance(2), true));
      shortest = 0xfdn;
    } else if (first === 0xfe) {
      value = BigInt(this.uint32());
      shortest = 0x1_0000n;
    } else if (first === 0xff) {
      value = this.uint64();
      shortest = 0x1_0000_0000n;
    }
    if (value < shortest) throw new Refusal('transaction', 'has a size that is not in its shortest form', this.#name);
    if (value > BigInt(this.left))
      throw new Refusal('transaction', 'has a size that is larger than what follows', this.#name);
    return Number(value);
  }

  /** Refuses what follows the last field. */
  end(): void {
    if (this.left > 0) throw new Refusal('transaction', 'is followed by bytes that do not belong to it', this.#name);
  }

  #advance(length: number): number {
    const start = this.position;
    if (length > this.left) throw new Refusal('transaction', 'ends too early', this.#name);
    this.position += length;
    return start;
  }
}

/** A compact size in its shortest form. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return Uint8Array.of(0xfd, value & 0xff, value >> 8);
  return Uint8Array.of(0xfe, value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24);
}

/** Four bytes, little endian. */
export function uint32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}
