import { isJsonObject } from '../../../shared/model/index.ts';
import { NodeFault } from '../node-fault.ts';

/** A quantity of JSON-RPC (EIP-1474): hexadecimal digits behind 0x, at most 256 bits. Throws a `malformed` NodeFault. */
export function readQuantity(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value);
  throw malformed(what, 'is no number');
}

/** A count or a height, which fits a number. */
export function readCount(value: unknown, what: string): number {
  const count = readQuantity(value, what);
  if (count <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(count);
  throw malformed(what, 'is too large');
}

/** Reads bytes after 0x, in lowercase. Requires exactly `length` bytes if given. */
export function readData(value: unknown, what: string, length?: number): string {
  const isData =
    typeof value === 'string' &&
    /^0x(?:[0-9a-fA-F]{2})*$/.test(value) &&
    (length === undefined || value.length === 2 + 2 * length);
  if (isData) return value.toLowerCase();
  throw malformed(what, length === undefined ? 'is no bytes' : `is not of ${length} bytes`);
}

export const readHash = (value: unknown, what: string): string => readData(value, what, 32);

/** 0x and 40 hexadecimal digits in lower case. */
export const readAddress = (value: unknown, what: string): string => readData(value, what, 20);

/** A JSON array. */
export function readList(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw malformed(what, 'is no list');
}

/** A JSON object. */
export function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (isJsonObject(value)) return value;
  throw malformed(what, 'is no object');
}

/** Reads an id of 64 hexadecimal digits in lower case, as Bitcoin and Tron write those of blocks and transactions. */
export function readId(value: unknown, what: string): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value;
  throw malformed(what, 'does not have 64 hexadecimal digits');
}

/** Returns the fault of a value that the node reported in another form. */
export const malformed = (what: string, why: string) => new NodeFault('malformed', `${what} that it reported ${why}`);

/** Encodes a quantity for a request. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
