/** The declarations of a Solana program's instructions, and the kinds of values in their data. */
import { base58 } from '@scure/base';
import { decimalText } from '../../../../../shared/model/index.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { momentText } from '../../../meaning.ts';
import { Refusal } from '../../../refusal.ts';
import { baseUnits } from '../../../tokens.ts';
import { type ByteReader, littleEndian } from '../../byte-reader.ts';
import { printableText } from '../../reading.ts';
import type { TransactionField } from '../../rule.ts';

/** The shown value of an account or a number of an instruction, before it has a name. */
export interface ShownValue extends Pick<TransactionField, 'value' | 'kind' | 'range'> {
  /** The words for the value in a sentence, when they differ from it. */
  readonly words?: string;
  /** It counts a token, whose decimals are in another value. */
  readonly isTokens?: true;
}

/** Reads one value from the data of an instruction. Throws a `Refusal` for invalid bytes. */
export type DataKind = (reader: ByteReader) => ShownValue;

/** Sentences have no full stop, and name values in braces: `Send {lamports} to {to}`. */
export interface InstructionRule {
  readonly name: string;
  /**
   * Names of the first accounts, divided by spaces. The last may have a question mark and be absent. More may follow.
   */
  readonly accounts: string;
  /** Names of the accounts that must sign, divided by spaces. Without it, those with the name of a signer. */
  readonly signs?: string;
  readonly data?: Readonly<Record<string, DataKind>>;
  /** The effect as a step. Absent when the instruction only prepares the others. */
  readonly does?: string;
  /** Shown after all others, because it only makes accounts for them. */
  readonly isMinor?: true;
  /** The warning. The first value that it names is its field. */
  readonly danger?: string;
  readonly care?: string;
  /** An additional warning when the account `to` is not `owner`, the owner of the closed or emptied account. */
  readonly stranger?: {
    readonly to: string;
    readonly owner: string;
    readonly level: 'danger' | 'care';
    readonly says: string;
  };
  /**
   * The name of the account or the program that has power over what it makes. Warns of one that does not sign, or of a
   * program that is not known here.
   */
  readonly gives?: {
    readonly to: string;
    readonly level: 'danger' | 'care';
    readonly says: string;
    readonly isProgram?: true;
  };
  /** The names of accounts that must be one of these programs. */
  readonly runs?: Readonly<Record<string, ReadonlySet<string>>>;
  /**
   * The transaction does not contain the effect of the instruction, so nobody can judge it. The mark is the end of the
   * value of `field`.
   */
  readonly hides?: { readonly field: string; readonly says: string };
  /** The name of the value that is a whole transaction, in the form of inner-message.ts. */
  readonly carries?: string;
  /** Each a danger only where the optional value `field` is given and is not 0. */
  readonly given?: readonly { readonly field: string; readonly says: string }[];
  /** For an unlimited amount, the `care` finding becomes a danger. */
  readonly isDangerUnlimited?: true;
}

export interface ProgramRule {
  readonly name: string;
  /** Bytes that select the instruction: of a little endian number, or of Anchor's discriminator, which has eight. */
  readonly tagBytes: 1 | 4 | 8;
  /** By the number, or by the hexadecimal digits of the discriminator. */
  readonly instructions: Readonly<Record<string, InstructionRule>>;
  /** An optional account that is absent is given as the program's own address. */
  readonly hasAbsentAccounts?: true;
  /** Instructions that are groups, with a second number of one byte. */
  readonly groups?: Readonly<
    Record<number, { readonly name: string; readonly instructions: ProgramRule['instructions'] }>
  >;
}

/** More decimals than these are not written out: the number would be all zeros. */
const MOST_DECIMALS = 30;

/** Formats a token amount with this number of decimals. */
export function tokenText(amount: bigint, decimals: number): string {
  return decimals > MOST_DECIMALS ? `${baseUnits(amount)} (of ${decimals} decimals)` : decimalText(amount, decimals);
}

/** Lamports as a number of the coin. */
export function sol(lamports: bigint): string {
  return `${decimalText(lamports, 9)} SOL`;
}

const unsigned =
  (length: number, kind: ShownValue['kind'] = 'amount'): DataKind =>
  (reader) => ({ value: String(littleEndian(reader.take(length))), kind });
const signed =
  (length: number): DataKind =>
  (reader) => ({ value: String(BigInt.asIntN(8 * length, littleEndian(reader.take(length)))), kind: 'amount' });

export const u8 = unsigned(1, 'text');
export const u16 = unsigned(2);
export const u32 = unsigned(4);
export const u64 = unsigned(8);

/** A number of bytes, as words in a sentence. */
export const byteCount: DataKind = (reader) => {
  const { value } = u32(reader);
  return { value, kind: 'amount', words: `${value} ${value === '1' ? 'byte' : 'bytes'}` };
};
export const i16 = signed(2);
const i64 = signed(8);

/** Numbers that count nothing: places, and seconds. */
export const index32 = unsigned(4, 'text');
export const index64 = unsigned(8, 'text');

/** A byte that is 0 or 1. */
export const flag: DataKind = (reader) => {
  const byte = reader.byte();
  if (byte > 1) throw notReadable();
  return { value: byte === 1 ? 'true' : 'false', kind: 'text' };
};

/** Seconds since 1970. Absent for 0, which means no time. */
export const moment64: DataKind = (reader) => {
  const seconds = BigInt(i64(reader).value);
  return seconds === 0n ? NONE : { value: momentText(seconds, 'seconds'), kind: 'time' };
};
/** The number of an epoch. Absent for 0, which has passed. */
export const epoch64: DataKind = (reader) => {
  const { value } = index64(reader);
  return value === '0' ? NONE : { value, kind: 'text' };
};

export const hash32: DataKind = (reader) => ({ value: hexEncode(reader.take(32)), kind: 'hash' });

export const f64: DataKind = (reader) => {
  const bytes = reader.take(8);
  return { value: String(new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true)), kind: 'amount' };
};

export const lamports: DataKind = (reader) => {
  const amount = littleEndian(reader.take(8));
  return { value: String(amount), kind: 'amount', words: sol(amount) };
};

/** An amount of a token. */
export const tokens: DataKind = (reader) => ({ ...u64(reader), isTokens: true });

export const publicKey: DataKind = (reader) => ({ value: base58.encode(reader.take(32)), kind: 'address' });

export const NONE: ShownValue = { value: 'none', kind: 'text', words: 'nobody' };

/** Reads a byte that shows whether a value follows. */
export const optional =
  (kind: DataKind): DataKind =>
  (reader) => {
    const isThere = reader.byte();
    if (isThere > 1) throw notReadable();
    return isThere === 0 ? NONE : kind(reader);
  };

/** A key. All zeros mean no key. */
export const publicKeyOrZeros: DataKind = (reader) => {
  const key = reader.take(32);
  return key.every((byte) => byte === 0) ? NONE : { value: base58.encode(key), kind: 'address' };
};

/** One of the names, numbered from 0, with its words. */
export const oneOf =
  (length: 1 | 4, names: Readonly<Record<string, string>>): DataKind =>
  (reader) => {
    const name = Object.keys(names)[Number(littleEndian(reader.take(length)))];
    if (name === undefined) throw notReadable();
    return { value: name, kind: 'text', words: names[name] ?? name };
  };

/**
 * Text after its length, in quotes, or hex when the text could mislead a reader. `length` is the size of the length in
 * bytes.
 */
const textAfter =
  (length: 4 | 8): DataKind =>
  (reader) => {
    const bytes = reader.take(Number(littleEndian(reader.take(length))));
    return { value: printableText(bytes) ?? hexEncode(bytes), kind: 'text' };
  };

/** Bytes after their length. */
const bytesAfter =
  (length: 4 | 8): DataKind =>
  (reader) => ({ value: hexEncode(reader.take(Number(littleEndian(reader.take(length))))), kind: 'bytes' });

/** Keys after their count. */
const publicKeysAfter =
  (length: 4 | 8): DataKind =>
  (reader) => {
    const count = Number(littleEndian(reader.take(length)));
    if (count > reader.left() / 32) throw notReadable();
    return { value: Array.from({ length: count }, () => publicKey(reader).value).join(', '), kind: 'text' };
  };

/** As bincode writes them, with lengths of eight bytes. */
export const text = textAfter(8);
export const bytes = bytesAfter(8);
export const publicKeys = publicKeysAfter(8);
/** As Borsh writes them, with lengths of four bytes. */
export const borshText = textAfter(4);
export const borshBytes = bytesAfter(4);
export const borshKeys = publicKeysAfter(4);

/** All that is left, as text that no reader is fooled by. */
export const restText: DataKind = (reader) => {
  const value = printableText(reader.take(reader.left()));
  if (value === null) throw notReadable();
  return { value, kind: 'text' };
};

/** All that is left, as numbers of two bytes. */
export const restNumbers: DataKind = (reader) => {
  const numbers: string[] = [];
  while (reader.left() > 0) numbers.push(u16(reader).value);
  return { value: numbers.join(', '), kind: 'text' };
};

export function notReadable(): Refusal {
  return new Refusal('transaction', 'cannot be read', 'the data of an instruction');
}
