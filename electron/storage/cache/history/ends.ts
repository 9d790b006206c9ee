/** 32 bits. Only those of `mask` are compared. */
export type End = readonly [value: number, mask: number];

/** Hexadecimal digits at the beginning or at the end of a longer number, eight of each. */
export interface Ends {
  readonly head: End;
  readonly tail: End;
  /** True when the text has at most eight digits. */
  readonly isWhole: boolean;
}

const DIGITS = 8;

/** Returns the search values for one to 64 digits. */
export function endsSought(digits: string): Ends {
  const known = Math.min(digits.length, DIGITS);
  const bits = 4 * (DIGITS - known);
  const mask = (0xffffffff << bits) >>> 0;
  return {
    head: [Number.parseInt(digits.slice(0, known).padEnd(DIGITS, '0'), 16), mask],
    tail: [Number.parseInt(digits.slice(-known), 16), 0xffffffff >>> bits],
    isWhole: digits.length <= DIGITS,
  };
}

export function isEnd(bits: number, [value, mask]: End): boolean {
  return (bits & mask) >>> 0 === value;
}

/** Returns a copy of the array with that length. */
export function longer<Column extends Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  column: Column,
  length: number,
): Column {
  const made = new (column.constructor as new (length: number) => Column)(length);
  made.set(column);
  return made;
}
