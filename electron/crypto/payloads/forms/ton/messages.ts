/** Messages that a wallet of TON sends, with the bodies that are known: a comment, and a transfer of a token or an NFT. */
import { Refusal } from '../../../refusal.ts';
import type { Read } from '../bcs.ts';
import { refusedOr } from '../form.ts';
import { type CellReader, cellReader } from './cell-reader.ts';
import type { Cell } from './cells.ts';
import { address, coins, optionalAddress, snake } from './values.ts';

/** A transfer that a contract makes for the account (TEP-74 for tokens, TEP-62 for NFTs). */
export interface Transfer {
  readonly kind: 'token' | 'NFT';
  readonly query: Read<bigint>;
  /** In the smallest unit of the token. Null for an NFT. */
  readonly units: Read<bigint> | null;
  readonly to: Read<string>;
  /** Gets the coins that are left over. Null for nobody. */
  readonly rest: Read<string | null>;
  /** The coins that the recipient gets with the notice of the transfer. */
  readonly forwarded: Read<bigint>;
  /** Null without a comment. */
  readonly comment: Read<Uint8Array> | null;
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'comment'; readonly comment: Read<Uint8Array> }
  | Transfer
  /** `operation` is the number that it begins with, and `why` a clause. */
  | { readonly kind: 'unknown'; readonly operation: number | null; readonly why: string };

export interface Message {
  readonly bounces: Read<boolean>;
  readonly to: Read<string>;
  /** In nanotons, a thousand millionth of a TON. */
  readonly amount: Read<bigint>;
  /** True when it has the code of the contract that it creates. */
  readonly hasCode: Read<boolean>;
  readonly body: Body;
}

const COMMENT = 0;
const TOKEN_TRANSFER = 0x0f8a7ea5;
const NFT_TRANSFER = 0x5fcc3d14;
const OPERATION_BITS = 32;

/** Reads a message to another account. Throws a `Refusal` for one with members that a wallet leaves to the network. */
export function readMessage(cell: Cell): Message {
  const reader = cellReader(cell);
  if (reader.bit()) throw refusal('it sends a message that is not for an account');
  const hasNoHypercubeRouting = reader.bit();
  const bounces = reader.taken(() => reader.bit());
  const isReturned = reader.bit();
  const source = optionalAddress(reader);
  const to = reader.taken(() => address(reader));
  const amount = reader.taken(() => coins(reader));
  if (reader.bit()) throw refusal('it sends other currencies than TON');
  const fees = coins(reader) + coins(reader);
  const made = reader.bits(64) + reader.bits(32);
  if (!hasNoHypercubeRouting || isReturned || source !== null || fees !== 0n || made !== 0n)
    throw refusal('it sets members of a message that wallets leave to the network');
  const hasCode = reader.taken(() => reader.bit());
  if (hasCode.value) {
    if (reader.bit()) reader.reference();
    else skipContract(reader);
  }
  return { bounces, to, amount, hasCode, body: readBody(within(reader)) };
}

/** Passes over the code and the data of a contract. */
function skipContract(reader: CellReader): void {
  if (reader.bit()) reader.bits(5);
  if (reader.bit()) reader.bits(2);
  for (let member = 0; member < 3; member += 1) if (reader.bit()) reader.reference();
}

/** The contents of a member that is either the rest of its cell or the only cell left to refer to. */
function within(reader: CellReader): CellReader {
  if (!reader.bit()) return reader;
  const cell = reader.reference();
  reader.end();
  return cellReader(cell);
}

const isEmpty = (reader: CellReader): boolean => reader.left() === 0 && reader.referencesLeft() === 0;

function readBody(reader: CellReader): Body {
  if (isEmpty(reader)) return { kind: 'none' };
  const operation = reader.left() < OPERATION_BITS ? null : reader.number(OPERATION_BITS);
  const body = refusedOr((): Body => {
    switch (operation) {
      case COMMENT:
        return { kind: 'comment', comment: reader.taken(() => snake(reader)) };
      case TOKEN_TRANSFER:
        return readTransfer(reader, 'token');
      case NFT_TRANSFER:
        return readTransfer(reader, 'NFT');
      default:
        throw refusal('no rule explains it');
    }
  });
  return body instanceof Refusal ? { kind: 'unknown', operation, why: body.reason } : body;
}

function readTransfer(reader: CellReader, kind: Transfer['kind']): Transfer {
  const query = reader.taken(() => reader.bits(64));
  const units = kind === 'token' ? reader.taken(() => coins(reader)) : null;
  const to = reader.taken(() => address(reader));
  const rest = reader.taken(() => optionalAddress(reader));
  if (reader.bit()) throw refusal('it has contents for the contract that are not read');
  const forwarded = reader.taken(() => coins(reader));
  const payload = within(reader);
  if (isEmpty(payload)) return { kind, query, units, to, rest, forwarded, comment: null };
  if (payload.left() < OPERATION_BITS || payload.number(OPERATION_BITS) !== COMMENT)
    throw refusal('it has contents for the recipient that are not read');
  return { kind, query, units, to, rest, forwarded, comment: payload.taken(() => snake(payload)) };
}

const refusal = (reason: string) => new Refusal('payload', reason);
