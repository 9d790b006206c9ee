import { base58 } from '@scure/base';
import { NodeFault } from '../../node-fault.ts';
import { readObject } from '../quantities.ts';

/** 32 bytes in base58, as Solana spells addresses and hashes. Throws a `malformed` NodeFault. */
export const readKey = (value: unknown, what: string): string => readBase58(value, what, 32);

/** 64 bytes in base58. */
export const readSignature = (value: unknown, what: string): string => readBase58(value, what, 64);

function readBase58(value: unknown, what: string, length: number): string {
  // Base58 needs at most 1.5 digits for each byte.
  if (typeof value === 'string' && value.length <= 1.5 * length && isOf(value, length)) return value;
  throw new NodeFault('malformed', `${what} that it reported does not have ${length} bytes`);
}

function isOf(text: string, length: number): boolean {
  try {
    return base58.decode(text).length === length;
  } catch {
    return false;
  }
}

/** Reads a count, a height or an amount of lamports, which Solana's nodes send as JSON numbers. */
export function readNumber(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new NodeFault('malformed', `${what} that it reported is not a number, or is too large`);
}

/** The value of an answer without the slot beside it. */
export const contextValue = (result: unknown): unknown => readObject(result, 'the answer').value;
