/**
 * Aptos transactions as Ed25519 signs them: the hash of the type's name, then the transaction in BCS. Only entry functions are
 * read. Scripts, and transactions of a multisig account, are refused.
 */
import { sha3_256 as sha3 } from '@noble/hashes/sha3.js';
import { hexEncode, utf8Encode } from '../../../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from '../../../addresses/index.ts';
import { Refusal } from '../../../refusal.ts';
import { type ByteReader, byteReader } from '../../../transactions/byte-reader.ts';
import { addressed, byteVector, isSet, many, number, type Read, taken, variant } from '../bcs.ts';

export interface AptosTransaction {
  readonly sender: Read<string>;
  /** Null for an orderless transaction, which has a nonce instead. */
  readonly sequence: Read<bigint> | null;
  readonly nonce: Read<bigint> | null;
  /** `0x1::aptos_account::transfer`. */
  readonly called: Read<string>;
  readonly types: readonly Read<string>[];
  /** Each argument in BCS. Only the function shows its type. */
  readonly arguments: readonly Uint8Array[];
  readonly maximumGas: Read<bigint>;
  /** In octas, a hundred millionth of an APT. */
  readonly gasPrice: Read<bigint>;
  /** Seconds since 1970. */
  readonly expires: Read<bigint>;
  readonly chain: Read<number>;
  /** Further signers. */
  readonly others: readonly Read<string>[];
  /** Null when the sender pays the fee. All zeros when it is still open who pays. */
  readonly feePayer: Read<string> | null;
}

/** The prefix of a transaction of one signer, and of one with more signers or a fee payer. */
const ONE = sha3(utf8Encode('APTOS::RawTransaction'));
const MORE = sha3(utf8Encode('APTOS::RawTransactionWithData'));
export const APTOS_PREFIXES: readonly Uint8Array[] = [ONE, MORE];

const HASH_BYTES = 32;
/** Aptos takes no larger transaction. */
const MAXIMUM_BYTES = 64 * 1024;
/** The sequence number of an orderless transaction. */
const NO_SEQUENCE = 2n ** 64n - 1n;

const PAYLOADS: Readonly<Record<number, string>> = {
  0: 'runs a script',
  1: 'publishes modules',
  3: 'acts for a multisig account',
};
const ENTRY_FUNCTION = 2;
const INNER_PAYLOAD = 4;
const INNER_ENTRY_FUNCTION = 1;

/** Addresses have the spelling of AIP-40. */
const { address, member, typeTag } = addressed((text) => ADDRESS_TABLE.ADDRESS_FORMAT_APTOS.normalize(text) ?? text);

export { address };

/** Reads a whole signing message. Throws a `Refusal` for a transaction that is not only an entry function. */
export function readTransaction(bytes: Uint8Array): AptosTransaction {
  if (bytes.length > MAXIMUM_BYTES) throw refusal(`it has more than ${MAXIMUM_BYTES} bytes`);
  const reader = byteReader(bytes, 'the transaction');
  const hasData = hexEncode(reader.take(HASH_BYTES)) === hexEncode(MORE);
  const kind = hasData ? reader.varint(32) : null;
  if (kind !== null && kind > 1n) throw refusal('it is of a kind that is not known');
  const raw = readRaw(reader);
  const others = hasData ? many(reader, () => address(reader)) : [];
  const feePayer = kind === 1n ? address(reader) : null;
  reader.end();
  return { ...raw, others, feePayer };
}

function readRaw(reader: ByteReader): Omit<AptosTransaction, 'others' | 'feePayer'> {
  const sender = address(reader);
  const sequence = number(reader, 8);
  const payload = variant(reader);
  const isInner = payload === INNER_PAYLOAD;
  if (isInner) requireVariant(reader, 0);
  else if (payload !== ENTRY_FUNCTION) throw refusal(`it ${PAYLOADS[payload] ?? 'has a payload that is not known'}`);
  if (isInner) requireVariant(reader, INNER_ENTRY_FUNCTION);
  const call = readCall(reader);
  const nonce = isInner ? readExtra(reader) : null;
  if (nonce !== null && sequence.value !== NO_SEQUENCE) throw refusal('it has both a nonce and a sequence number');
  return {
    sender,
    sequence: nonce === null ? sequence : null,
    nonce,
    ...call,
    maximumGas: number(reader, 8),
    gasPrice: number(reader, 8),
    expires: number(reader, 8),
    chain: taken(reader, () => reader.byte()),
  };
}

/** The module, the function, its type arguments and its arguments. */
function readCall(reader: ByteReader): Pick<AptosTransaction, 'called' | 'types' | 'arguments'> {
  return {
    called: taken(reader, () => member(reader)),
    types: many(reader, () => taken(reader, () => typeTag(reader))),
    arguments: many(reader, () => byteVector(reader)),
  };
}

/** The configuration of an inner payload, without a multisig account. Returns its nonce. */
function readExtra(reader: ByteReader): Read<bigint> | null {
  requireVariant(reader, 0);
  if (isSet(reader)) throw refusal('it acts for a multisig account');
  return isSet(reader) ? number(reader, 8) : null;
}

function requireVariant(reader: ByteReader, expected: number): void {
  if (variant(reader) !== expected) throw refusal('it has a payload that is not known');
}

const refusal = (reason: string) => new Refusal('payload', reason);
