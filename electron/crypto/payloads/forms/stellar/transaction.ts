/**
 * The signature base of Stellar, in XDR: the id of a network, a type, then a transaction or a fee bump. Transactions with operations of contracts are not read.
 */
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { type ByteReader, byteReader } from '../../../transactions/byte-reader.ts';
import { BALANCES } from './balances.ts';
import type { Operation } from './operation.ts';
import { PAYMENTS } from './payments.ts';
import { SETTINGS } from './settings.ts';
import {
  amount,
  bytesUpTo,
  hash,
  int64,
  many,
  moment,
  muxed,
  optional,
  type Read,
  refusal,
  signature,
  signerKey,
  tag,
  uint32,
  uint64,
  type Value,
} from './values.ts';

/** A member by its name, or null for one that is absent. */
export type Members = ReadonlyMap<string, Value | null>;

export interface ReadOperation {
  readonly operation: Operation;
  readonly source: Value | null;
  readonly members: Members;
}

export interface StellarTransaction {
  readonly source: Value;
  /** In stroops, a ten millionth of an XLM. */
  readonly fee: Value;
  readonly sequence: Value;
  /** The conditions under which it is valid, by the names of their members. */
  readonly conditions: Members;
  readonly extraSigners: readonly Value[];
  readonly memo: { readonly name: string; readonly value: Value } | null;
  readonly operations: readonly ReadOperation[];
}

export interface Signed {
  readonly network: string;
  readonly transaction: StellarTransaction;
  /** The payer of another transaction's fee, and the signatures of that transaction. Null for a transaction alone. */
  readonly bump: { readonly source: Value; readonly fee: Value; readonly signatures: readonly Value[] } | null;
}

const MAXIMUM_BYTES = 128 * 1024;
const NETWORK_BYTES = 32;
const MAXIMUM_OPERATIONS = 100;
const MAXIMUM_SIGNATURES = 20;
const MAXIMUM_EXTRA_SIGNERS = 2;
const [TRANSACTION, FEE_BUMP] = [2, 5];

const OPERATIONS: Readonly<Record<number, Operation>> = { ...PAYMENTS, ...BALANCES, ...SETTINGS };
const CONTRACTS: Readonly<Record<number, string>> = {
  24: 'calls a contract',
  25: 'extends the life of entries of contracts',
  26: 'restores entries of contracts',
};

/** Reads a whole signature base. Throws a `Refusal` for other bytes. */
export function readSigned(bytes: Uint8Array): Signed {
  const reader = readerOf(bytes);
  const network = hexEncode(reader.take(NETWORK_BYTES));
  const signed = readTagged(reader);
  reader.end();
  return { network, ...signed };
}

/** Reads an envelope, which is what APIs take: the same without the network, and with signatures behind it. */
export function readEnvelope(bytes: Uint8Array): Omit<Signed, 'network'> {
  const reader = readerOf(bytes);
  const signed = readTagged(reader);
  readSignatures(reader);
  reader.end();
  return signed;
}

function readerOf(bytes: Uint8Array): ByteReader {
  if (bytes.length > MAXIMUM_BYTES) throw refusal(`it has more than ${MAXIMUM_BYTES} bytes`);
  return byteReader(bytes, 'the transaction');
}

function readTagged(reader: ByteReader): Omit<Signed, 'network'> {
  const type = tag(reader);
  if (type === TRANSACTION) return { transaction: readTransaction(reader), bump: null };
  if (type !== FEE_BUMP) throw refusal('it is of a type that is not known');
  const [source, fee] = [muxed(reader), amount(reader)];
  if (tag(reader) !== TRANSACTION) throw refusal('it pays the fee of something that is no transaction');
  const transaction = readTransaction(reader);
  const signatures = readSignatures(reader);
  requireNoMore(reader);
  return { transaction, bump: { source, fee, signatures } };
}

function readTransaction(reader: ByteReader): StellarTransaction {
  const [source, fee, sequence] = [muxed(reader), uint32(reader), int64(reader)];
  const { conditions, extraSigners } = readConditions(reader);
  const memo = readMemo(reader);
  const operations = many(reader, MAXIMUM_OPERATIONS, readOperation);
  requireNoMore(reader);
  return { source, fee, sequence, conditions, extraSigners, memo, operations };
}

/** Refuses a version of a structure with further members: in a transaction, the data of contracts. */
function requireNoMore(reader: ByteReader): void {
  if (tag(reader) !== 0) throw refusal('it has data of contracts or of a later version');
}

const readSignatures = (reader: ByteReader): Value[] => many(reader, MAXIMUM_SIGNATURES, signature);

const BOUNDS = { minTime: moment, maxTime: moment };
const LEDGERS = { minLedger: uint32, maxLedger: uint32 };
const AGES = { minSeqAge: uint64, minSeqLedgerGap: uint32 };

function readConditions(reader: ByteReader): Pick<StellarTransaction, 'conditions' | 'extraSigners'> {
  const conditions = new Map<string, Value | null>();
  const read = (members: Readonly<Record<string, Read>>) => {
    for (const [name, one] of Object.entries(members)) conditions.set(name, one(reader));
  };
  const kind = tag(reader);
  if (kind > 2) throw refusal('it has conditions of an unknown kind');
  if (kind === 1) read(BOUNDS);
  if (kind !== 2) return { conditions, extraSigners: [] };
  for (const bounds of [BOUNDS, LEDGERS]) {
    const flag = tag(reader);
    if (flag > 1) throw refusal('it has an option that is neither given nor absent');
    if (flag === 1) read(bounds);
  }
  const minimum = optional(reader, int64);
  if (minimum !== null) conditions.set('minSeqNum', minimum);
  read(AGES);
  return { conditions, extraSigners: many(reader, MAXIMUM_EXTRA_SIGNERS, signerKey) };
}

/** The kinds of memos by their number. */
const MEMOS: readonly (readonly [name: string, read: Read])[] = [
  ['text', bytesUpTo(28)],
  ['id', uint64],
  ['hash', hash],
  ['retHash', hash],
];

function readMemo(reader: ByteReader): StellarTransaction['memo'] {
  const kind = tag(reader);
  if (kind === 0) return null;
  const found = MEMOS[kind - 1];
  if (found === undefined) throw refusal('it has a memo of an unknown kind');
  const [name, read] = found;
  return { name, value: read(reader) };
}

function readOperation(reader: ByteReader): ReadOperation {
  const source = optional(reader, muxed);
  const type = tag(reader);
  const operation = OPERATIONS[type];
  if (operation === undefined) throw refusal(`it ${CONTRACTS[type] ?? 'has an operation that is not known'}`);
  const members = new Map<string, Value | null>();
  for (const [name, member] of Object.entries(operation.members))
    members.set(name, typeof member === 'function' ? member(reader) : optional(reader, member.optional));
  return { operation, source, members };
}
