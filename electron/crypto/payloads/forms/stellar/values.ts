/** The values in transactions of Stellar, as XDR (RFC 4506) has them. Padding is of zeros, and no number is negative. */
import { type DecodedField, decimalText } from '../../../../../shared/model/index.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { momentText } from '../../../meaning.ts';
import { join } from '../../../native.ts';
import { Refusal } from '../../../refusal.ts';
import { type ByteReader, bigEndian } from '../../../transactions/byte-reader.ts';
import { strkey } from './strkey.ts';

/** An asset. The code and the issuer are null for XLM. */
export interface Asset {
  readonly code: string | null;
  readonly issuer: string | null;
}

export interface Value {
  /** The value as people read it. */
  readonly text: string;
  readonly kind: DecodedField['kind'];
  readonly bytes: Uint8Array;
  readonly number: bigint;
  /** The account of a muxed account, and of an account itself. */
  readonly account: string | null;
  /** The assets in it. */
  readonly assets: readonly Asset[];
  readonly items: readonly Value[];
  /** The bytes of text or data, without their length. */
  readonly content: Uint8Array;
}

export type Read = (reader: ByteReader) => Value;
export type Part = Partial<Omit<Value, 'bytes' | 'text'>> & Pick<Value, 'text'>;

export const refusal = (reason: string) => new Refusal('payload', reason);

/** A reader of a value that keeps the bytes that it took. */
export const value =
  (read: (reader: ByteReader) => Part): Read =>
  (reader) => {
    const start = reader.position();
    const part = read(reader);
    return {
      kind: 'text',
      number: 0n,
      account: null,
      assets: [],
      items: [],
      content: new Uint8Array(),
      ...part,
      bytes: reader.since(start),
    };
  };

export const tag = (reader: ByteReader): number => Number(bigEndian(reader.take(4)));
const HALF_OF_64_BITS = 2n ** 63n;

/** Reads a signed number of 64 bits. */
export function signed(reader: ByteReader): bigint {
  const number = bigEndian(reader.take(8));
  if (number >= HALF_OF_64_BITS) throw refusal('it has a negative number');
  return number;
}

const numbered = (number: bigint): Part => ({ number, text: String(number) });
export const uint32 = value((reader) => numbered(bigEndian(reader.take(4))));
export const uint64 = value((reader) => numbered(bigEndian(reader.take(8))));
export const int64 = value((reader) => numbered(signed(reader)));
export const hash = value((reader) => ({ text: hexEncode(reader.take(32)), kind: 'hash' }));

export const DECIMALS = 7;
export const UNLIMITED = HALF_OF_64_BITS - 1n;
export const amount = value((reader) => {
  const number = signed(reader);
  return { number, text: decimalText(number, DECIMALS), kind: 'amount' };
});
/** Seconds since 1970. Zero stands for no time. */
export const moment = value((reader) => {
  const number = bigEndian(reader.take(8));
  return {
    number,
    text: number === 0n ? 'none' : momentText(number, 'seconds'),
    kind: number === 0n ? 'text' : 'time',
  };
});

/** Bytes behind their length, and zeros up to a multiple of four. */
export function variable(reader: ByteReader, most: number): Uint8Array {
  const length = tag(reader);
  if (length > most) throw refusal(`it has a text or data of more than ${most} bytes`);
  const content = reader.take(length);
  if (reader.take((4 - (length % 4)) % 4).some((byte) => byte !== 0)) throw refusal('its padding is not of zeros');
  return content;
}
export const bytesUpTo = (most: number) =>
  value((reader) => {
    const content = variable(reader, most);
    return { content, text: `0x${hexEncode(content)}`, kind: 'bytes' };
  });

export const isGiven = (reader: ByteReader): boolean => {
  const flag = tag(reader);
  if (flag > 1) throw refusal('it has an option that is neither given nor absent');
  return flag === 1;
};
/** Reads an optional value. Null where it is absent. */
export const optional = (reader: ByteReader, read: Read): Value | null => (isGiven(reader) ? read(reader) : null);

/** Reads a count and as many items. */
export function many<Item>(reader: ByteReader, most: number, read: (reader: ByteReader) => Item): Item[] {
  const count = tag(reader);
  if (count > most) throw refusal(`it has more than ${most} items in a list`);
  return Array.from({ length: count }, () => read(reader));
}
export const listUpTo = (most: number, read: Read) =>
  value((reader) => {
    const items = many(reader, most, read);
    return { items, assets: items.flatMap(({ assets }) => assets), text: items.map(({ text }) => text).join(', ') };
  });

const KEY_BYTES = 32;
const MUXED = 0x100;

export const account = value((reader) => {
  if (tag(reader) !== 0) throw refusal('it has an account of an unknown kind');
  const text = strkey('G', reader.take(KEY_BYTES));
  return { text, account: text, kind: 'address' };
});
/** An account, or one with a number of a customer (SEP-23). */
export const muxed = value((reader) => {
  const kind = tag(reader);
  if (kind !== 0 && kind !== MUXED) throw refusal('it has an account of an unknown kind');
  const id = kind === MUXED ? reader.take(8) : new Uint8Array();
  const key = reader.take(KEY_BYTES);
  const own = strkey('G', key);
  const text = kind === MUXED ? strkey('M', join(key, id)) : own;
  return { text, account: own, number: bigEndian(id), kind: kind === MUXED ? 'text' : 'address' };
});
/** True for a muxed account. */
export const isMuxed = ({ text }: Value): boolean => text.startsWith('M');
/** A key that signs, or the hash of a transaction or of a secret that stands for a signature. */
export const signerKey = value((reader) => {
  const kind = tag(reader);
  if (kind > 3) throw refusal('it has a signer of an unknown kind');
  const start = reader.position();
  const key = reader.take(KEY_BYTES);
  if (kind === 0) return { text: strkey('G', key), account: strkey('G', key), kind: 'address' };
  if (kind === 3) variable(reader, 64);
  const letter = kind === 1 ? 'T' : kind === 2 ? 'X' : 'P';
  return { number: BigInt(kind), text: strkey(letter, kind === 3 ? reader.since(start) : key) };
});
/** A signer and its weight. */
export const signer = value((reader) => {
  const key = signerKey(reader);
  const weight = uint32(reader);
  return { ...key, number: weight.number, items: [key], text: `${key.text} with the weight ${weight.number}` };
});

const MOST_SIGNATURE = 64;
/** A signature of another signer, and the last bytes of its key. */
export const signature = value((reader) => {
  const hint = hexEncode(reader.take(4));
  const content = variable(reader, MOST_SIGNATURE);
  return { content, text: `0x${hexEncode(content)} of the key that ends in ${hint}` };
});
