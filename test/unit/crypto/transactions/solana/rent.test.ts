import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { asking } from '../asking.ts';
import { name, other, payer, publicBytes, SYSTEM, solanaText, table } from './builder.ts';

const ASSOCIATED = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const TOKEN = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const TOKEN_2022 = base58.decode('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const PAYER = name(publicBytes(payer));

/** The rows about rent, of instructions of the associated token program or the system’s. */
function rentOf(program: Uint8Array, token: Uint8Array, ...data: string[]) {
  const accounts = [0, 1, 2, 2, 3, 4];
  const { summary } = asking('TRANSACTION_TYPE_SOLANA').describe(
    solanaText({
      header: [1, 0, program === SYSTEM ? 2 : 3],
      keys: [publicBytes(payer), other, table, SYSTEM, token, ...(program === SYSTEM ? [] : [program])],
      instructions: data.map((each) => ({ program: program === SYSTEM ? 3 : 5, accounts, data: each })),
    }),
  );
  return summary.filter(({ name: label }) => label.startsWith('Rent')).map(({ value }) => value);
}

const u64 = (value: bigint) => hexEncode(new Uint8Array(new BigUint64Array([value]).buffer));
const createAccount = (lamports: bigint, space: bigint) => `00000000${u64(lamports)}${u64(space)}${hexEncode(TOKEN)}`;

test('a new token account shows the rent for 165 bytes and its payer', () => {
  expect(rentOf(ASSOCIATED, TOKEN, '00')).toEqual([
    '0.00203928 SOL for 1 token account, at the network’s current rent',
    PAYER,
  ]);
  expect(rentOf(ASSOCIATED, TOKEN, '')).toEqual(rentOf(ASSOCIATED, TOKEN, '00'));
});

test('an idempotent creation shows the rent as conditional', () => {
  expect(rentOf(ASSOCIATED, TOKEN, '01', '01')).toEqual([
    '0.00407856 SOL for 2 token accounts, where there are none yet, at the network’s current rent',
    PAYER,
  ]);
});

test('a Token-2022 account shows a higher rent, which its token can raise', () => {
  expect(rentOf(ASSOCIATED, TOKEN_2022, '00')[0]).toBe(
    '0.00207408 SOL or more for 1 token account, at the network’s current rent',
  );
});

test('the deposit of a created account is compared with the rent for its size', () => {
  expect(rentOf(SYSTEM, TOKEN, createAccount(2_039_280n, 165n))).toEqual(['0.00203928 SOL of the amount', PAYER]);
  expect(rentOf(SYSTEM, TOKEN, createAccount(5_000_000_000n, 200n))[0]).toBe('0.00228288 SOL of the amount');
  expect(rentOf(SYSTEM, TOKEN, createAccount(7n, 165n))[0]).toBe('0.000000007 SOL of the amount');
});

test('there is no rent without a new account', () => {
  expect(rentOf(SYSTEM, TOKEN, `02000000${u64(5n)}`)).toEqual([]);
});
