import { base58, base64 } from '@scure/base';
import { NodeFault } from '../../node-fault.ts';
import type { Question } from '../node.ts';
import { readList, readObject } from '../quantities.ts';
import { contextValue, readKey, readNumber } from './values.ts';

/** An account of the chain, with the first bytes of its data. */
export interface SolanaAccount {
  readonly lamports: bigint;
  /** The program that owns it. */
  readonly owner: string;
  readonly isProgram: boolean;
  /** The length of its data. */
  readonly space: number;
  readonly data: Uint8Array;
}

/** The members of a token account or a mint that payments need lie within these bytes (SPL Token's layout). */
const FIRST_BYTES = 109;

/** The accounts at these addresses, each null where the chain knows none. */
export const accountsAt = (addresses: readonly string[]): Question<readonly (SolanaAccount | null)[]> => ({
  method: 'getMultipleAccounts',
  params: [addresses, { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: FIRST_BYTES } }],
  read(result) {
    const accounts = readList(contextValue(result), 'the list of accounts');
    if (accounts.length !== addresses.length)
      throw new NodeFault('malformed', 'it returned another number of accounts than was asked for');
    return accounts.map((account) => (account === null ? null : readAccount(account)));
  },
});

function readAccount(value: unknown): SolanaAccount {
  const { lamports, owner, executable, space, data } = readObject(value, 'the account');
  const [text, encoding] = readList(data, 'the data of the account');
  if (typeof text !== 'string' || encoding !== 'base64' || text.length > 2 * FIRST_BYTES)
    throw new NodeFault('malformed', 'the data of the account that it reported is not what was asked for');
  if (typeof executable !== 'boolean')
    throw new NodeFault('malformed', 'it does not report whether the account is a program');
  const bytes = bytesIn(text);
  return {
    lamports: BigInt(readNumber(lamports, 'the balance')),
    owner: readKey(owner, 'the program of the account'),
    isProgram: executable,
    space: space === undefined ? bytes.length : readNumber(space, 'the length of the account'),
    data: bytes,
  };
}

function bytesIn(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw new NodeFault('malformed', 'the data of the account that it reported is not base64');
  }
}

/** The content of a token account. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly units: bigint;
  readonly isFrozen: boolean;
}

const SYSTEM_PROGRAM = '1'.repeat(32);
/** The length of a token account without extensions, and the offset of its state. */
export const TOKEN_ACCOUNT_SPACE = 165;
const STATE = 108;
const FROZEN = 2;

/**
 * Reads the account at the address of a token account. Returns null where the System Program owns it: SOL was sent
 * there before a token account was. Throws a `malformed` NodeFault for one of another program, and for a shorter one.
 */
export function readTokenAccount({ owner, data, space }: SolanaAccount, program: string): TokenAccount | null {
  if (owner === SYSTEM_PROGRAM) return null;
  if (owner !== program)
    throw new NodeFault('malformed', 'the token account that it reported belongs to another program than its token');
  if (space < TOKEN_ACCOUNT_SPACE || data.length < FIRST_BYTES)
    throw new NodeFault('malformed', 'the token account that it reported is too short');
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  return {
    mint: base58.encode(data.subarray(0, 32)),
    owner: base58.encode(data.subarray(32, 64)),
    units: view.getBigUint64(64, true),
    isFrozen: data[STATE] === FROZEN,
  };
}

/** The length of a nonce account, and the offsets of its state and of its nonce (`nonce::state::Versions`). */
const NONCE_SPACE = 80;
const NONCE_STATE = 4;
const NONCE_INITIALIZED = 1;
const NONCE_AT = 40;

/** Returns the durable nonce that an account holds, in base58. Null for an account that holds none. */
export function readNonce(account: SolanaAccount | null | undefined): string | null {
  if (account?.owner !== SYSTEM_PROGRAM || account.space !== NONCE_SPACE || account.data.length !== NONCE_SPACE)
    return null;
  const { data } = account;
  const state = new DataView(data.buffer, data.byteOffset, data.length).getUint32(NONCE_STATE, true);
  return state === NONCE_INITIALIZED ? base58.encode(data.subarray(NONCE_AT, NONCE_AT + 32)) : null;
}

/** The smallest balance that an account with data of this length keeps. */
export const rentMinimum = (space: number): Question<bigint> => ({
  method: 'getMinimumBalanceForRentExemption',
  params: [space],
  read: (result) => BigInt(readNumber(result, 'the rent')),
});

/** The priority fees of the last slots in which these accounts were written, in micro-lamports for each compute unit. */
export const priorityFees = (addresses: readonly string[]): Question<readonly bigint[]> => ({
  method: 'getRecentPrioritizationFees',
  params: [addresses],
  read: (result) =>
    readList(result, 'the priority fees').map((slot) =>
      BigInt(readNumber(readObject(slot, 'the priority fee of a slot').prioritizationFee, 'the priority fee')),
    ),
});
