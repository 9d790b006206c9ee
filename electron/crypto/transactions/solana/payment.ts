import { base58 } from '@scure/base';
import { MAXIMUM_MEMO, type TokenProgram, type UnsignedSolanaPayment } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from '../../addresses/index.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { associatedTokenAccount } from './associated.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './programs/index.ts';
import { unsignedOfMessage } from './wire.ts';

/** The addresses of the token programs. */
export const TOKEN_PROGRAM_ADDRESSES: Readonly<Record<TokenProgram, string>> = {
  token: TOKEN_PROGRAM,
  token2022: TOKEN_2022_PROGRAM,
};

/** An account of an instruction: `s` when it signs, `w` when it may be written. */
type Named = readonly [address: string, may: '' | 'w' | 'sw'];

interface Instruction {
  readonly program: string;
  readonly accounts: readonly Named[];
  readonly data: Bytes;
}

/** Numbers of the instructions in their programs' interfaces. */
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;
const SYSTEM_TRANSFER = 2;
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;

/**
 * Returns the unsigned bytes of a payment (a legacy transaction) in hex, with one empty signature. Throws a `Refusal` for
 * a wrong address, an amount of zero, a payment to the payer itself, and too large numbers.
 *
 * Choice (solana-payment-blockhash): the blockhash is empty, and the service sets the newest one when it signs.
 */
export function unsignedSolanaPayment(payment: UnsignedSolanaPayment): string {
  const { unitLimit, unitPrice } = payment;
  const instructions = [
    {
      program: COMPUTE_BUDGET,
      accounts: [],
      data: join(number(SET_UNIT_LIMIT, 8), unsigned(unitLimit, 32, 'unitLimit')),
    },
    {
      program: COMPUTE_BUDGET,
      accounts: [],
      data: join(number(SET_UNIT_PRICE, 8), unsigned(unitPrice, 64, 'unitPrice')),
    },
    ...(payment.token === null
      ? [...memoOf(payment.memo), transferOfCoin(payment)]
      : transferOfToken({ ...payment, token: payment.token })),
  ];
  const whole = unsignedOfMessage(messageOf(checked(payment.from, 'from'), instructions));
  if (whole === null) throw refused('has no signer', 'from');
  return whole.text;
}

/** Choice (solana-memo): the memo is right before the transfer, where token accounts that require one look for it. */
function memoOf(memo: string | null): Instruction[] {
  if (memo === null) return [];
  const data = utf8Encode(memo);
  if (data.length > MAXIMUM_MEMO) throw refused(`has more than ${MAXIMUM_MEMO} bytes`, 'memo');
  return [{ program: MEMO_PROGRAM, accounts: [], data }];
}

function transferOfCoin(payment: UnsignedSolanaPayment): Instruction {
  const { from, to } = parties(payment);
  return {
    program: SYSTEM_PROGRAM,
    accounts: [
      [from, 'sw'],
      [to, 'w'],
    ],
    data: join(number(SYSTEM_TRANSFER, 32), amountOf(payment)),
  };
}

/**
 * Choice (solana-recipient-bound): the recipient's account is created unless it is there, also where a node reports it. So
 * the bytes name the recipient's wallet, and the chain refuses an account of another owner.
 */
function transferOfToken(
  payment: UnsignedSolanaPayment & { readonly token: NonNullable<UnsignedSolanaPayment['token']> },
): Instruction[] {
  const { from, to } = parties(payment);
  const mint = checked(payment.token.mint, 'token');
  const program = TOKEN_PROGRAM_ADDRESSES[payment.token.program];
  const source = associatedTokenAccount(from, mint, program);
  const destination = associatedTokenAccount(to, mint, program);
  const data = join(number(TRANSFER_CHECKED, 8), amountOf(payment), number(payment.token.decimals, 8));
  const transfer: Instruction = {
    program,
    accounts: [
      [source, 'w'],
      [mint, ''],
      [destination, 'w'],
      [from, 'sw'],
    ],
    data,
  };
  return [
    {
      program: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [
        [from, 'sw'],
        [destination, 'w'],
        [to, ''],
        [mint, ''],
        [SYSTEM_PROGRAM, ''],
        [program, ''],
      ],
      data: number(CREATE_IDEMPOTENT, 8),
    },
    ...memoOf(payment.memo),
    transfer,
  ];
}

/** The accounts in the order of the format: the payer, the writable ones, then those that are only read. */
function messageOf(payer: string, instructions: readonly Instruction[]): Bytes {
  const named = instructions.flatMap(({ program, accounts }): Named[] => [...accounts, [program, '']]);
  const writable = new Set(named.flatMap(([address, may]) => (may === '' ? [] : [address])));
  writable.delete(payer);
  const read = new Set(
    named.map(([address]) => address).filter((address) => address !== payer && !writable.has(address)),
  );
  const keys = [payer, ...writable, ...read];
  const at = (address: string) => keys.indexOf(address);
  // A payment has fewer than 128 accounts, instructions and bytes of data, so that each length is one byte.
  return join(
    Uint8Array.of(1, 0, read.size, keys.length),
    ...keys.map((key) => base58.decode(key)),
    new Uint8Array(32),
    Uint8Array.of(instructions.length),
    ...instructions.map(({ program, accounts, data }) =>
      join(Uint8Array.of(at(program), accounts.length, ...accounts.map(([address]) => at(address)), data.length), data),
    ),
  );
}

function parties({ from, to }: UnsignedSolanaPayment): { readonly from: string; readonly to: string } {
  const [payer, recipient] = [checked(from, 'from'), checked(to, 'to')];
  if (payer === recipient) throw refused('is the account that pays', 'to');
  return { from: payer, to: recipient };
}

function amountOf({ units }: UnsignedSolanaPayment): Bytes {
  if (BigInt(units) === 0n) throw refused('is zero', 'units');
  return unsigned(units, 64, 'units');
}

function unsigned(text: string, bits: 32 | 64, place: string): Bytes {
  if (BigInt(text) >> BigInt(bits) > 0n) throw refused(`has more than ${bits} bits`, place);
  return number(BigInt(text), bits);
}

/** A little-endian number. */
function number(value: bigint | number, bits: number): Bytes {
  return Uint8Array.from({ length: bits / 8 }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 0xffn));
}

function checked(address: string, place: string): string {
  const normalized = ADDRESS_TABLE.ADDRESS_FORMAT_SOLANA.normalize(address);
  if (normalized === null) throw refused('is not an address of Solana', place);
  return normalized;
}

const refused = (why: string, place: string) => new Refusal('transaction', why, place);
