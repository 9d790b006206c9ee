/**
 * The signing data of the XRP Ledger: a prefix, then the fields of a transaction in the order of their numbers. For
 * several signers the account of the signer follows. Only one spelling of each transaction is read.
 */
import { hexDecode } from '../../../../../shared/wire/index.ts';
import { type ByteReader, byteReader } from '../../../transactions/byte-reader.ts';
import { startsWith } from '../form.ts';
import { ACCOUNT_BYTES, type Amount, accountText } from './amounts.ts';
import { type FieldKind, ITEMS, KINDS, NAMES, UNSIGNED } from './fields.ts';
import { refusal, VALUES, type XrpValue } from './values.ts';

export interface XrpField {
  readonly name: string;
  readonly kind: FieldKind;
  /** The value as people read it. */
  readonly text: string;
  /** The bytes of the value, without its header. */
  readonly bytes: Uint8Array;
  /** Zero for a value that is no number. */
  readonly number: bigint;
  readonly amount: Amount | null;
  /** The objects of a list. */
  readonly items: readonly (readonly XrpField[])[];
}

export interface XrpTransaction {
  readonly type: number;
  readonly fields: readonly XrpField[];
  /** The account whose signature is one of several. Null for a single signature. */
  readonly signer: { readonly address: string; readonly bytes: Uint8Array } | null;
}

/** "STX" and "SMT", each with a zero behind it. */
export const SINGLE = hexDecode('53545800');
export const MULTIPLE = hexDecode('534d5400');
const PREFIX_BYTES = SINGLE.length;

const MAXIMUM_BYTES = 64 * 1024;
const MAXIMUM_ITEMS = 64;
const [OBJECT_END, ARRAY_END] = [0xe1, 0xf1];

/** Reads whole signing data. Throws a `Refusal` for bytes that are not in the only spelling of a transaction. */
export function readTransaction(bytes: Uint8Array): XrpTransaction {
  if (bytes.length > MAXIMUM_BYTES) throw refusal(`it has more than ${MAXIMUM_BYTES} bytes`);
  const isMultiple = startsWith(bytes, MULTIPLE);
  if (!isMultiple && !startsWith(bytes, SINGLE)) throw refusal('it begins like a claim and is none');
  const end = bytes.length - (isMultiple ? ACCOUNT_BYTES : 0);
  if (end < PREFIX_BYTES) throw refusal('it ends before the account of its signer');
  const fields = readFields(byteReader(bytes.subarray(PREFIX_BYTES, end), 'the transaction'), null);
  const [first] = fields;
  if (first?.name !== 'TransactionType') throw refusal('it does not begin with its type');
  const signer = bytes.subarray(end);
  return {
    type: Number(first.number),
    fields,
    signer: isMultiple ? { address: accountText(signer), bytes: signer } : null,
  };
}

/** The fields of a transaction, or of an object in the list of that name up to its end. */
function readFields(reader: ByteReader, list: string | null): XrpField[] {
  const fields: XrpField[] = [];
  let last = 0;
  while (reader.left() > 0) {
    if (list !== null && reader.startsWith(OBJECT_END)) break;
    const { type, number } = header(reader);
    const order = type * 256 + number;
    if (order === last) throw refusal('it has a field twice');
    if (order < last) throw refusal('its fields are not in their order');
    last = order;
    fields.push(readField(reader, { type, number }, list !== null));
  }
  if (list !== null) reader.take(1, `an item of ${list}`);
  return fields;
}

interface Header {
  readonly type: number;
  readonly number: number;
}

/** The numbers of a type and of a field, in half a byte each. A number above 15 has a byte of its own. */
function header(reader: ByteReader): Header {
  const first = reader.byte();
  const type = first >> 4 === 0 ? longNumber(reader) : first >> 4;
  const number = (first & 0x0f) === 0 ? longNumber(reader) : first & 0x0f;
  return { type, number };
}

function longNumber(reader: ByteReader): number {
  const number = reader.byte();
  if (number < 16) throw refusal('it has the number of a field in more bytes than it needs');
  return number;
}

function readField(reader: ByteReader, { type, number }: Header, isInner: boolean): XrpField {
  if (UNSIGNED.has(`${type}.${number}`)) throw refusal('it has a field that is not part of what is signed');
  const [kind, name] = [KINDS[type], NAMES[type]?.[number]];
  if (kind === undefined || name === undefined)
    throw refusal(`it has a field that is not known: the number ${number} of the type ${type}`);
  if (kind === 'object' || (isInner && kind === 'array')) throw refusal('it has an object outside its list');
  const start = reader.position();
  const items = kind === 'array' ? readArray(reader, name) : [];
  const read: XrpValue = kind === 'array' ? { text: String(items.length) } : VALUES[kind](reader, name);
  return { name, kind, number: 0n, amount: null, items, bytes: reader.since(start), ...read };
}

function readArray(reader: ByteReader, name: string): readonly (readonly XrpField[])[] {
  const items: (readonly XrpField[])[] = [];
  while (!reader.startsWith(ARRAY_END)) {
    const { type, number } = header(reader);
    if (NAMES[type]?.[number] !== ITEMS[name]) throw refusal('it has a list with an object of another kind');
    if (items.length === MAXIMUM_ITEMS) throw refusal(`it has more than ${MAXIMUM_ITEMS} items in a list`);
    items.push(readFields(reader, name));
  }
  reader.take(1);
  if (items.length === 0) throw refusal('it has a list without items');
  return items;
}
