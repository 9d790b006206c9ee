/**
 * The meaning of a transaction's items. Reading, describing and comparing all follow their shapes. Writing needs none,
 * because a transaction that was read is canonical already.
 */

import { type ByteRange, shortened, type ValueKind } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../../addresses/ethereum.ts';
import { placed, rangeIn } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import type { TransactionField } from '../rule.ts';
import type { RlpItem } from './rlp.ts';
import type { Field, Shape } from './shapes.ts';

const ADDRESS_BYTES = 20;
/** The longest quote, in characters. A contract's data can be long. */
const MAXIMUM_QUOTE = 100;

const NONE = 'none';
const EMPTY_LIST = '[]';

/** Receives a field's value and its item. The item is undefined for a value that no item holds. */
export type Found = (field: TransactionField, item?: RlpItem) => void;

/** Appends fields to a list, each with its range in the contents. */
export function gatherIn(contents: Uint8Array, fields: TransactionField[]): Found {
  return (field, item) => void fields.push({ ...field, ...placed(itemRange(contents, item)) });
}

/**
 * Returns the range of an item in the contents that it was decoded from. An empty item has its header's range.
 * Undefined for a list.
 */
export function itemRange(contents: Uint8Array, item: RlpItem | undefined): ByteRange | undefined {
  const range = item instanceof Uint8Array ? rangeIn(contents, item) : undefined;
  return range === undefined || range.end > range.start ? range : { start: range.start - 1, end: range.end };
}

/**
 * Checks one field against its declaration and passes its value to `found`, when given. Numbers are decimal text,
 * addresses after EIP-55, bytes hex with `0x`. Throws a `Refusal` that names the field.
 */
export function readField(name: string, shape: Shape, item: RlpItem, found: Found | null): void {
  if (shape.is === 'list') readList(name, shape, item, found);
  else if (shape.is === 'tuple') readTuple(name, shape, item, found);
  else if (shape.is === 'either') readField(name, item instanceof Uint8Array ? shape.string : shape.list, item, found);
  else readScalar(name, shape, item, found);
}

/** Reads the items as fields, in their order. Throws as `readField` does. */
export function readFields(fields: readonly Field[], items: readonly RlpItem[], found: Found | null): void {
  for (const [index, { name, shape }] of fields.entries()) {
    const item = items[index];
    if (item === undefined) throw new Refusal('transaction', 'is missing', name);
    readField(name, shape, item, found);
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

/** An address after EIP-55, from its 20 bytes. */
export function addressText(bytes: RlpItem | undefined): string {
  const hex = `0x${bytes instanceof Uint8Array ? hexEncode(bytes) : ''}`;
  return ethereumAddress.normalize(hex) ?? hex;
}

/** Refuses a reply that differs from the request, and names the first field that differs. */
export function requireSameFields(asked: readonly TransactionField[], got: readonly TransactionField[]): void {
  const expected = new Map(asked.map(({ name, value }) => [name, value]));
  const seen = new Set<string>();
  for (const { name, value } of got) {
    const other = expected.get(name);
    seen.add(name);
    if (other !== value) throw differs(name, other ?? (value === EMPTY_LIST ? 'items' : 'nothing'), value);
  }
  const missing = asked.find(({ name }) => !seen.has(name));
  if (missing !== undefined) throw differs(missing.name, missing.value, 'nothing');
}

function differs(name: string, asked: string, got: string): Refusal {
  return new Refusal(
    'answer',
    `differs: asked ${shortened(asked, MAXIMUM_QUOTE)}, got ${shortened(got, MAXIMUM_QUOTE)}`,
    name,
  );
}

type Scalar = Exclude<Shape, { is: 'list' | 'tuple' | 'either' }>;
function readScalar(name: string, shape: Scalar, item: RlpItem, found: Found | null): void {
  if (!(item instanceof Uint8Array)) throw new Refusal('transaction', 'is a list', name);
  const absent = item.length === 0 && shape.optional === true;
  const fault = absent ? null : faultOf(shape, item);
  if (fault !== null) throw new Refusal('transaction', fault, name);
  found?.(
    absent ? { name, value: NONE, kind: 'text' } : { name, value: textOf(shape, item), kind: kindOf(shape) },
    item,
  );
}

function readList(name: string, shape: Shape & { is: 'list' }, item: RlpItem, found: Found | null): void {
  if (item instanceof Uint8Array) {
    if (item.length > 0 || shape.optional !== true) throw new Refusal('transaction', 'is not a list', name);
    found?.({ name, value: NONE, kind: 'text' }, item);
    return;
  }
  if (item.length < shape.minimum) throw new Refusal('transaction', 'is empty', name);
  if (item.length === 0) found?.({ name, value: EMPTY_LIST, kind: 'text' });
  for (const [index, entry] of item.entries()) readField(`${name}[${index}]`, shape.of, entry, found);
}

function readTuple(name: string, shape: Shape & { is: 'tuple' }, item: RlpItem, found: Found | null): void {
  const { fields, required } = shape;
  if (item instanceof Uint8Array) throw new Refusal('transaction', 'is not a list', name);
  if (item.length < required || item.length > fields.length)
    throw new Refusal('transaction', `has ${item.length} items instead of ${fields.length}`, name);
  for (const [index, { name: member, shape: part }] of fields.entries()) {
    const entry = item[index];
    if (entry !== undefined) readField(`${name}.${member}`, part, entry, found);
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

function kindOf(shape: Scalar): ValueKind {
  if (shape.is === 'uint') return shape.kind ?? 'amount';
  return shape.is === 'address' ? 'address' : shape.isDigest === true ? 'hash' : 'bytes';
}

function textOf(shape: Scalar, bytes: Uint8Array): string {
  if (shape.is === 'uint') return uintOf(bytes).toString();
  return shape.is === 'address' ? addressText(bytes) : `0x${hexEncode(bytes)}`;
}
