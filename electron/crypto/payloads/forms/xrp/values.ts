/** The values of fields of the XRP Ledger, but for lists of objects. */
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { momentText } from '../../../meaning.ts';
import { Refusal } from '../../../refusal.ts';
import { type ByteReader, bigEndian } from '../../../transactions/byte-reader.ts';
import {
  ACCOUNT_BYTES,
  type Amount,
  accountText,
  amountText,
  assetText,
  readAmount,
  readAsset,
  readCurrency,
} from './amounts.ts';
import { type FieldKind, TIMES, TYPES } from './fields.ts';

const [MAXIMUM_PATHS, MAXIMUM_STEPS] = [6, 8];
const [STEP_ACCOUNT, STEP_CURRENCY, STEP_ISSUER] = [0x01, 0x10, 0x20];
const [PATHS_END, NEXT_PATH] = [0x00, 0xff];
/** Seconds between the beginnings of 1970 and of 2000. */
const EPOCH = 946_684_800n;

export interface XrpValue {
  /** The value as people read it. */
  readonly text: string;
  /** The bytes of a value behind its length. */
  readonly bytes?: Uint8Array;
  readonly number?: bigint;
  readonly amount?: Amount;
}

const uint =
  (length: number) =>
  (reader: ByteReader, name: string): XrpValue => {
    const number = bigEndian(reader.take(length, name));
    return { number, text: numberText(name, number) };
  };
const hash =
  (length: number) =>
  (reader: ByteReader, name: string): XrpValue => ({ text: hexText(reader.take(length, name)) });

export const VALUES: Readonly<
  Record<Exclude<FieldKind, 'array' | 'object'>, (reader: ByteReader, name: string) => XrpValue>
> = {
  uint8: uint(1),
  uint16: uint(2),
  uint32: uint(4),
  hash128: hash(16),
  hash256: hash(32),
  amount(reader) {
    const amount = readAmount(reader);
    return { amount, text: amountText(amount) };
  },
  blob(reader, name) {
    const bytes = variable(reader, name);
    return { bytes, text: bytes.length === 0 ? 'none' : hexText(bytes) };
  },
  account(reader, name) {
    const bytes = variable(reader, name);
    if (bytes.length !== ACCOUNT_BYTES)
      throw refusal(`it has an account of another length than ${ACCOUNT_BYTES} bytes`);
    return { bytes, text: accountText(bytes) };
  },
  hashes(reader, name) {
    const bytes = variable(reader, name);
    const digits = hexText(bytes).match(/.{64}/g) ?? [];
    if (digits.length === 0 || digits.length * 32 !== bytes.length)
      throw refusal('it has a list of hashes with another length');
    return { bytes, number: BigInt(digits.length), text: digits.join(', ') };
  },
  asset: (reader) => ({ text: assetText(readAsset(reader)) }),
  paths: readPaths,
};

const hexText = (bytes: Uint8Array): string => hexEncode(bytes).toUpperCase();

function numberText(name: string, number: bigint): string {
  if (name === 'Flags') return `0x${number.toString(16).padStart(8, '0')}`;
  if (name === 'TransactionType') return TYPES[Number(number)] ?? String(number);
  return TIMES.has(name) ? momentText(timeOf(number), 'seconds') : String(number);
}

/** Returns a time of the ledger in seconds since 1970. */
export const timeOf = (seconds: bigint): bigint => seconds + EPOCH;

/** Bytes behind their length, in one byte up to 192 and in two or three above. Each length has one spelling. */
function variable(reader: ByteReader, name: string): Uint8Array {
  const first = reader.byte(name);
  if (first <= 192) return reader.take(first, name);
  if (first <= 240) return reader.take(193 + (first - 193) * 256 + reader.byte(name), name);
  if (first === 255) throw refusal('it has a length that no field has');
  return reader.take(12_481 + (first - 241) * 65_536 + reader.byte(name) * 256 + reader.byte(name), name);
}

/** Paths of steps: an account, or a currency, an issuer or both. */
function readPaths(reader: ByteReader): XrpValue {
  const paths: string[][] = [[]];
  for (;;) {
    const kind = reader.byte('a path');
    const path = paths.at(-1) ?? [];
    if (kind === PATHS_END || kind === NEXT_PATH) {
      if (path.length === 0) throw refusal('it has a path without steps');
      if (kind === PATHS_END) break;
      if (paths.length === MAXIMUM_PATHS) throw refusal(`it has more than ${MAXIMUM_PATHS} paths`);
      paths.push([]);
      continue;
    }
    if (path.length === MAXIMUM_STEPS) throw refusal(`it has a path of more than ${MAXIMUM_STEPS} steps`);
    path.push(readStep(reader, kind));
  }
  return {
    number: BigInt(paths.length),
    text: paths.map((steps, index) => `${index + 1}: ${steps.join(', then ')}`).join('; '),
  };
}

function readStep(reader: ByteReader, kind: number): string {
  const address = () => accountText(reader.take(ACCOUNT_BYTES, 'a path'));
  if (kind === STEP_ACCOUNT) return `through ${address()}`;
  if (kind === STEP_CURRENCY) return `into ${readCurrency(reader)}`;
  if (kind === STEP_ISSUER) return `into the same currency issued by ${address()}`;
  if (kind === (STEP_CURRENCY | STEP_ISSUER)) return `into ${readCurrency(reader)} issued by ${address()}`;
  throw refusal('it has a step of a path that is not known');
}

export const refusal = (reason: string) => new Refusal('payload', reason);
