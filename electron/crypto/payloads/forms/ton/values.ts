/** Values in cells of TON: addresses, amounts and texts. */
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from '../../../addresses/index.ts';
import { join } from '../../../native.ts';
import { Refusal } from '../../../refusal.ts';
import { type CellReader, cellReader } from './cell-reader.ts';

const NO_ADDRESS = 0;
const STANDARD_ADDRESS = 2;

/** Returns an address in the spelling of the address table, or null for none. Throws a `Refusal` for another kind. */
export function optionalAddress(reader: CellReader): string | null {
  const kind = reader.number(2);
  if (kind === NO_ADDRESS) return null;
  // An address with a rewritten begin (anycast) is of another account than its digits show.
  if (kind !== STANDARD_ADDRESS || reader.bit()) throw refusal('it has an address of a kind that is not read');
  return accountIn(reader);
}

/** An address of a kind that accounts have. Throws a `Refusal` for another one. */
export function address(reader: CellReader): string {
  const found = optionalAddress(reader);
  if (found === null) throw refusal('it names no recipient');
  return found;
}

/** The chain and the hash of an account, without the kind of its address. */
export function accountIn(reader: CellReader): string {
  const chain = (reader.number(8) << 24) >> 24;
  const hash = hexEncode(reader.bytes(32));
  const text = ADDRESS_TABLE.ADDRESS_FORMAT_TON_V4R2.normalize(`${chain}:${hash}`);
  if (text === null) throw refusal('it has an address of a chain that is not known');
  return text;
}

/** An amount: the number of its bytes, and as few bytes as it needs. */
export function coins(reader: CellReader): bigint {
  const length = reader.number(4);
  const value = reader.bits(length * 8);
  if (length > 0 && value >> BigInt((length - 1) * 8) === 0n) throw refusal('it has an amount with a leading zero');
  return value;
}

/** The bytes of a text to the end of a cell, of the only cell that this one refers to, and so on. */
export function snake(reader: CellReader): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let current = reader; ; ) {
    if (current.left() % 8 !== 0) throw refusal('it has a text that does not end with a byte');
    parts.push(current.bytes(current.left() / 8));
    if (current.referencesLeft() === 0) return join(...parts);
    const next = current.reference();
    current.end();
    current = cellReader(next);
  }
}

const refusal = (reason: string) => new Refusal('payload', reason);
