/** A number of a typed data message: it compares with numbers, and with texts of the same number. */
export class Quantity {
  readonly number: bigint;

  constructor(number: bigint) {
    this.number = number;
  }
}

export function isQuantity(value: unknown): value is Quantity {
  return value instanceof Quantity;
}

/** Returns the number that a value is or spells, in decimal or after 0x. Returns null for any other value. */
export function numberOf(value: unknown): bigint | null {
  if (isQuantity(value)) return value.number;
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !/^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) return null;
  return BigInt(value);
}
