/**
 * The outline of a transaction: how its bytes are divided, whatever they mean. Networks and forks have forms of
 * transactions that the readers here refuse, and a signature over such bytes is valid on those networks.
 */
import type { TransactionType } from '../../../shared/model/index.ts';

const TEMPO = 0x76;
const TEMPO_FEE_PAYER = 0x78;
/** A Tempo access key signs 04, the sender's digest and the account's address. */
const TEMPO_ACCESS_KEY = { first: 0x04, bytes: 53 };
const FIRST_LIST = 0xc0;
const FIRST_STRING = 0x80;
/** The greatest length that an item's first byte holds. */
const LONGEST_SHORT = 55;
/** The fewest items of a transaction. Kaia signs a list of the inner bytes, the chain and two empty items. */
const FEWEST_ITEMS = 4;
/** The first byte of a message with a version has this bit. */
const SOLANA_VERSION = 0x80;
const KEY_BYTES = 32;
/** The places of the number of keys in the header. Version 1 has a mask, a blockhash and another number before it. */
const SOLANA_COUNTS = [3, 3 + 4 + KEY_BYTES + 1];
/** The fields of Tron's raw data and contract that hold what a transaction does. */
const TRON_CONTRACT = 11;
const TRON_PARAMETER = 2;

/**
 * Returns true when bytes are divided like a transaction of that type. Its reader may still refuse them. Bitcoin has
 * no form besides that which the reader takes.
 *
 * @example
 * hasOutline('TRANSACTION_TYPE_ETHEREUM', Uint8Array.of(0x7b, 0xc4, 0x80, 0x80, 0x80, 0x80));
 * // true
 */
export function hasOutline(type: TransactionType, bytes: Uint8Array): boolean {
  switch (type) {
    case 'TRANSACTION_TYPE_ETHEREUM':
      return !isOfTempo(bytes) && isEnvelope(bytes);
    case 'TRANSACTION_TYPE_TEMPO':
      return isOfTempo(bytes);
    case 'TRANSACTION_TYPE_TRON':
      return isTronRaw(bytes);
    case 'TRANSACTION_TYPE_SOLANA':
      return isSolanaMessage(bytes);
    default:
      return false;
  }
}

function isOfTempo(bytes: Uint8Array): boolean {
  const [first] = bytes;
  if (first === TEMPO_ACCESS_KEY.first) return bytes.length === TEMPO_ACCESS_KEY.bytes;
  return (first === TEMPO || first === TEMPO_FEE_PAYER) && isListOfItems(bytes.subarray(1));
}

/** A list of items, behind no type byte, one (EIP-2718), or two as on Kaia. */
function isEnvelope(bytes: Uint8Array): boolean {
  const start = bytes.findIndex((byte) => byte >= FIRST_STRING);
  return start >= 0 && start <= 2 && isListOfItems(bytes.subarray(start));
}

/** Looks at the items of the outer list alone, so that no limit of a reader hides a transaction. */
function isListOfItems(bytes: Uint8Array): boolean {
  const list = itemAt(bytes, 0);
  if ((bytes[0] ?? 0) < FIRST_LIST || list.end !== bytes.length) return false;
  let count = 0;
  let at = list.start;
  for (; at < bytes.length; count += 1) at = itemAt(bytes, at).end;
  return at === bytes.length && count >= FEWEST_ITEMS;
}

/** Returns the bounds of an item's contents in RLP (Ethereum Yellow Paper, appendix B). The end may be beyond the bytes. */
function itemAt(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } {
  const first = bytes[at] ?? 0;
  if (first < FIRST_STRING) return { start: at, end: at + 1 };
  const short = first - (first < FIRST_LIST ? FIRST_STRING : FIRST_LIST);
  if (short <= LONGEST_SHORT) return { start: at + 1, end: at + 1 + short };
  const start = at + 1 + short - LONGEST_SHORT;
  const length = bytes.subarray(at + 1, start).reduce((value, byte) => value * 256 + byte, 0);
  return { start, end: start + length };
}

/** A header of Solana, and at least as many keys as the header counts, of the layout of version 0 or 1. */
function isSolanaMessage(bytes: Uint8Array): boolean {
  const isVersioned = (bytes[0] ?? 0) >= SOLANA_VERSION;
  const header = bytes.subarray(isVersioned ? 1 : 0);
  const [required = 0, readonlySigned = 0, readonlyUnsigned = 0] = header;
  if (readonlySigned >= required) return false;
  return (isVersioned ? SOLANA_COUNTS : SOLANA_COUNTS.slice(0, 1)).some((at) => {
    const count = header[at] ?? 0;
    return count < SOLANA_VERSION && required + readonlyUnsigned <= count && header.length > at + KEY_BYTES * count;
  });
}

function isTronRaw(bytes: Uint8Array): boolean {
  const contracts = partsOf(bytes)?.filter(({ number }) => number === TRON_CONTRACT) ?? [];
  return contracts.some(({ content }) => partsOf(content)?.some(({ number }) => number === TRON_PARAMETER) === true);
}

interface Part {
  readonly number: number;
  readonly content: Uint8Array;
}

/** Returns the length-delimited fields of a protobuf message of any schema, or null when the bytes are none. */
function partsOf(bytes: Uint8Array): readonly Part[] | null {
  const parts: Part[] = [];
  let at = 0;
  /** Reads a number in any of its spellings, as lenient readers do. Numbers above 2^53 only lose precision. */
  const varint = (): number => {
    let value = 0;
    for (let group = 0; group < 10; group += 1) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * 2 ** (7 * group);
      if (byte < 0x80) return value;
    }
    return Number.POSITIVE_INFINITY;
  };
  while (at < bytes.length) {
    const tag = varint();
    const length = lengthOf(tag % 8, varint);
    if (tag < 8 || length === null || at + length > bytes.length) return null;
    if (tag % 8 === LENGTH_DELIMITED)
      parts.push({ number: Math.floor(tag / 8) % 2 ** 29, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return parts;
}

const LENGTH_DELIMITED = 2;

/** Returns the bytes of a field behind its tag, or null for a wire type that does not exist. Reads numbers by itself. */
function lengthOf(wireType: number, varint: () => number): number | null {
  switch (wireType) {
    case 0:
      varint();
      return 0;
    case 1:
      return 8;
    case LENGTH_DELIMITED:
      return varint();
    case 5:
      return 4;
    case 3:
    case 4:
      return 0;
    default:
      return null;
  }
}
