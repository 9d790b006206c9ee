/**
 * What the items of a transaction mean, declared as data: reading, describing and comparing all follow the declaration.
 * Writing needs none, because a transaction that was read is canonical already.
 */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../../addresses/ethereum.ts';
import type { TransactionField } from '../rule.ts';
import type { Refuse, RlpItem } from './rlp.ts';

export type Shape =
  /** Big-endian without leading zeros. `maximum` only where it is not all ones. `optional`: empty means none, not 0. */
  | { readonly is: 'uint'; readonly bits: number; readonly maximum?: bigint; readonly optional?: true }
  /** 20 bytes; `optional`: or empty. */
  | { readonly is: 'address'; readonly optional?: true }
  | { readonly is: 'bytes'; readonly length?: number; readonly optional?: true }
  | { readonly is: 'list'; readonly of: Shape; readonly minimum?: number; readonly optional?: true }
  /** `required`: how many of the fields must be there; the others may be left out from the end. */
  | { readonly is: 'tuple'; readonly fields: readonly Field[]; readonly required?: number }
  /** A list when a list is there, else a string. */
  | { readonly is: 'either'; readonly string: Shape; readonly list: Shape };

export interface Field {
  readonly name: string;
  readonly shape: Shape;
}

export const uint = (bits: number): Shape => ({ is: 'uint', bits });
export const ADDRESS: Shape = { is: 'address' };
export const OPTIONAL_ADDRESS: Shape = { is: 'address', optional: true };
export const BYTES: Shape = { is: 'bytes' };
export const BYTES_32: Shape = { is: 'bytes', length: 32 };
const ADDRESS_BYTES = 20;

const NONE = 'none';
const EMPTY_LIST = '[]';

/**
 * Checks one field against its declaration and, when `found` is given, appends what it says: numbers as decimal text,
 * addresses after EIP-55, bytes as hex with `0x`. Throws what `refuse` makes, naming the field.
 */
export function readField(
  name: string,
  shape: Shape,
  item: RlpItem,
  refuse: Refuse,
  found: TransactionField[] | null,
): void {
  if (shape.is === 'list') readList(name, shape, item, refuse, found);
  else if (shape.is === 'tuple') readTuple(name, shape, item, refuse, found);
  else if (shape.is === 'either')
    readField(name, item instanceof Uint8Array ? shape.string : shape.list, item, refuse, found);
  else readScalar(name, shape, item, refuse, found);
}

/** The items that stand for the fields, in their order. Throws as `readField` does. */
export function readFields(
  fields: readonly Field[],
  items: readonly RlpItem[],
  refuse: Refuse,
  found: TransactionField[] | null,
): void {
  for (const [index, { name, shape }] of fields.entries()) {
    const item = items[index];
    if (item === undefined) throw refuse(`${name} is missing`);
    readField(name, shape, item, refuse, found);
  }
}

/** A number that was read before. */
export function uintOf(item: RlpItem | undefined): bigint {
  return item instanceof Uint8Array && item.length > 0 ? BigInt(`0x${hexEncode(item)}`) : 0n;
}

/** The length of a string or list that was read before. */
export function lengthOf(item: RlpItem | undefined): number {
  return item?.length ?? 0;
}

/** The items of a list that was read before. */
export function itemsOf(item: RlpItem | undefined): readonly RlpItem[] {
  return item === undefined || item instanceof Uint8Array ? [] : item;
}

/** The first difference between what was asked and what came back, as a clause that names the field; null when there is none. */
export function differenceOf(asked: readonly TransactionField[], got: readonly TransactionField[]): string | null {
  const expected = new Map(asked.map(({ name, value }) => [name, value]));
  const seen = new Set<string>();
  for (const { name, value } of got) {
    const other = expected.get(name);
    seen.add(name);
    if (other === value) continue;
    return `${name} differs: asked ${shorten(other ?? (value === EMPTY_LIST ? 'items' : 'nothing'))}, got ${shorten(value)}`;
  }
  const missing = asked.find(({ name }) => !seen.has(name));
  return missing === undefined ? null : `${missing.name} differs: asked ${shorten(missing.value)}, got nothing`;
}

type Scalar = Exclude<Shape, { is: 'list' | 'tuple' | 'either' }>;
type Found = TransactionField[] | null;

function readScalar(name: string, shape: Scalar, item: RlpItem, refuse: Refuse, found: Found): void {
  if (!(item instanceof Uint8Array)) throw refuse(`${name} is a list`);
  const absent = item.length === 0 && shape.optional === true;
  const fault = absent ? null : faultOf(shape, item);
  if (fault !== null) throw refuse(`${name} ${fault}`);
  found?.push({ name, value: absent ? NONE : textOf(shape, item) });
}

function readList(name: string, shape: Shape & { is: 'list' }, item: RlpItem, refuse: Refuse, found: Found): void {
  if (item instanceof Uint8Array) {
    if (item.length > 0 || shape.optional !== true) throw refuse(`${name} is not a list`);
    found?.push({ name, value: NONE });
    return;
  }
  if (item.length < (shape.minimum ?? 0)) throw refuse(`${name} is empty`);
  if (item.length === 0) found?.push({ name, value: EMPTY_LIST });
  for (const [index, entry] of item.entries()) readField(`${name}[${index}]`, shape.of, entry, refuse, found);
}

function readTuple(name: string, shape: Shape & { is: 'tuple' }, item: RlpItem, refuse: Refuse, found: Found): void {
  const { fields, required = fields.length } = shape;
  if (item instanceof Uint8Array) throw refuse(`${name} is not a list`);
  if (item.length < required || item.length > fields.length)
    throw refuse(`${name} has ${item.length} items instead of ${fields.length}`);
  for (const [index, { name: member, shape: part }] of fields.entries()) {
    const entry = item[index];
    if (entry !== undefined) readField(`${name}.${member}`, part, entry, refuse, found);
  }
}

function faultOf(shape: Scalar, bytes: Uint8Array): string | null {
  switch (shape.is) {
    case 'uint':
      if (bytes[0] === 0) return 'has leading zeros';
      if (bytes.length * 8 > shape.bits) return `does not fit into ${shape.bits} bits`;
      return shape.maximum !== undefined && uintOf(bytes) > shape.maximum ? `is above ${shape.maximum}` : null;
    case 'address':
      if (bytes.length === 0) return 'is empty, but it must be an address';
      return bytes.length === ADDRESS_BYTES ? null : `has ${bytes.length} bytes, an address has ${ADDRESS_BYTES}`;
    case 'bytes':
      return shape.length === undefined || bytes.length === shape.length
        ? null
        : `has ${bytes.length} bytes instead of ${shape.length}`;
  }
}

function textOf(shape: Scalar, bytes: Uint8Array): string {
  if (shape.is === 'uint') return uintOf(bytes).toString();
  const hex = `0x${hexEncode(bytes)}`;
  return shape.is === 'address' ? (ethereumAddress.normalize(hex) ?? hex) : hex;
}

/** Contracts' data can be long, and a message is read by a person. */
function shorten(value: string): string {
  return value.length <= 100 ? value : `${value.slice(0, 60)}… (${value.length} characters)`;
}
