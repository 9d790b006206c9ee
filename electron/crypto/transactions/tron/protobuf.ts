/**
 * Protocol Buffers, read strictly against a schema. Choice (protobuf-strict): input that a lenient reader accepts
 * silently is refused, because it cannot be shown.
 * - Fields that the schema does not name.
 * - Wire types other than the schema's.
 * - Numbers in a longer spelling than needed.
 * - A second value for a singular field.
 * Fields in another order are fine, and so is a default value that is written. Nesting goes as deep as the schema,
 * never as deep as the input.
 */

import type { ValueKind } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { Refusal } from '../../refusal.ts';
import { type ByteReader, byteReader } from '../byte-reader.ts';
import { placeIn } from '../reading.ts';
import type { TransactionField } from '../rule.ts';

/** A list of names is an enum, numbered from 0. */
export type FieldKind = 'int64' | 'int32' | 'bool' | 'bytes' | readonly string[] | Schema;

export interface FieldRule {
  readonly name: string;
  readonly kind: FieldKind;
  /** The greatest number of values of the field, by default 1. */
  readonly most?: number;
  readonly required?: true;
  /** Returns true for valid bytes of the field. By default any are valid. */
  readonly accepts?: (bytes: Uint8Array) => boolean;
  /** Formats its bytes, by default as hex. */
  readonly show?: (bytes: Uint8Array) => string;
  /** The kind of its value. By default int64 is an amount, int32 and bool are text, and bytes are bytes. */
  readonly shownAs?: ValueKind;
  /** Not shown when it is absent. Other absent numbers are shown with their default. */
  readonly isOptional?: true;
  /** Never shown, because it holds a message that is parsed separately. */
  readonly isEnvelope?: true;
}

/** A message: its fields by number. */
export type Schema = Readonly<Record<number, FieldRule>>;

export type FieldValue = bigint | Uint8Array | Message;

/** A value beside its bytes: a view of those of the message, without tag and length. */
export interface Spelled {
  readonly value: FieldValue;
  readonly bytes: Uint8Array;
}

/** Values by field name. A field that is absent has no entry. */
export type Message = ReadonlyMap<string, readonly Spelled[]>;

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** Reads a message. `path` is how the reason calls it. Throws a `Refusal`. */
export function readMessage(bytes: Uint8Array, schema: Schema, path: string): Message {
  const reader = byteReader(bytes, path);
  const message = new Map<string, Spelled[]>();
  while (reader.left() > 0) {
    const { number, wireType } = readTag(reader);
    const rule = schema[number];
    if (rule === undefined) throw new Refusal('transaction', `has a field ${number}, which is not known`, path);
    const place = `${path}.${rule.name}`;
    const isNumber = isNumeric(rule.kind);
    if (wireType !== (isNumber ? VARINT : LENGTH_DELIMITED))
      throw new Refusal('transaction', `has wire type ${wireType}, which is not its own`, place);
    const values = message.get(rule.name) ?? [];
    if (values.length >= (rule.most ?? 1))
      throw new Refusal('transaction', `has more than ${rule.most ?? 1} values`, place);
    values.push(isNumber ? readNumber(reader, rule.kind, place) : readBytes(reader, rule, place));
    message.set(rule.name, values);
  }
  for (const rule of Object.values(schema)) {
    if (rule.required === true && !message.has(rule.name))
      throw new Refusal('transaction', `has no ${rule.name}`, path);
  }
  return message;
}

/** Encodes the tag and length of a field with `length` bytes. */
export function lengthPrefix(number: number, length: number): Uint8Array {
  const prefix = [(number << 3) | LENGTH_DELIMITED];
  let rest = length;
  for (; rest > 0x7f; rest >>>= 7) prefix.push((rest & 0x7f) | 0x80);
  prefix.push(rest);
  return Uint8Array.from(prefix);
}

/** Returns the fields of a message in `whole`, in the order of its schema: `keys[0].weight`, under `path`. */
export function messageFields(
  message: Message,
  schema: Schema,
  { whole, path }: { readonly whole: Uint8Array; readonly path: string },
): TransactionField[] {
  return Object.values(schema).flatMap((rule) => {
    if (rule.isEnvelope === true) return [];
    const place = path === '' ? rule.name : `${path}.${rule.name}`;
    const values = message.get(rule.name);
    if (values === undefined)
      return isNumeric(rule.kind) && rule.isOptional !== true ? [{ name: place, ...shownNumber(0n, rule) }] : [];
    return values.flatMap((occurrence, index) => {
      const name = rule.most === undefined ? place : `${place}[${index}]`;
      const { value, bytes } = occurrence;
      if (isSchema(rule.kind) && value instanceof Map) return messageFields(value, rule.kind, { whole, path: name });
      if (bytes.length === 0) return [];
      const shown = typeof value === 'bigint' ? shownNumber(value, rule) : shownBytes(bytes, rule);
      return [{ name, ...shown, ...placeIn(whole, bytes) }];
    });
  });
}

function shownNumber(value: bigint, { kind, shownAs = usualKind(kind) }: FieldRule): Omit<TransactionField, 'name'> {
  return { value: showNumber(value, kind), kind: shownAs };
}

function shownBytes(
  bytes: Uint8Array,
  { show = hexEncode, shownAs = 'bytes' }: FieldRule,
): Omit<TransactionField, 'name'> {
  return { value: show(bytes), kind: shownAs };
}

function usualKind(kind: FieldKind): ValueKind {
  if (isEnum(kind)) return 'enum';
  return kind === 'int64' ? 'amount' : 'text';
}

function showNumber(value: bigint, kind: FieldKind): string {
  if (kind === 'bool') return value === 1n ? 'true' : 'false';
  return isEnum(kind) ? (kind[Number(value)] ?? '') : String(value);
}

function isNumeric(kind: FieldKind): boolean {
  return kind === 'int64' || kind === 'int32' || kind === 'bool' || isEnum(kind);
}

function isEnum(kind: FieldKind): kind is readonly string[] {
  return Array.isArray(kind);
}

function isSchema(kind: FieldKind): kind is Schema {
  return typeof kind === 'object' && !isEnum(kind);
}

function readNumber(reader: ByteReader, kind: FieldKind, place: string): Spelled {
  const start = reader.position();
  const raw = reader.varint(64);
  const value = BigInt.asIntN(64, raw);
  if (kind === 'int32' && BigInt.asIntN(32, value) !== value)
    throw new Refusal('transaction', 'is not an int32', place);
  if (kind === 'bool' && raw > 1n) throw new Refusal('transaction', 'is not a bool', place);
  if (isEnum(kind) && raw >= BigInt(kind.length))
    throw new Refusal('transaction', `is ${raw}, which is not known`, place);
  return { value, bytes: reader.since(start) };
}

function readBytes(reader: ByteReader, { kind, accepts }: FieldRule, place: string): Spelled {
  const bytes = reader.take(Number(reader.varint(64)));
  if (accepts?.(bytes) === false) throw new Refusal('transaction', 'is malformed', place);
  return { value: isSchema(kind) ? readMessage(bytes, kind, place) : bytes, bytes };
}

function readTag(reader: ByteReader): { number: number; wireType: number } {
  const tag = reader.varint(64);
  if (tag >> 3n === 0n || tag >= 1n << 32n)
    throw new Refusal('transaction', 'has a field number out of range', reader.name);
  return { number: Number(tag >> 3n), wireType: Number(tag & 7n) };
}
