import { base58 } from '@scure/base';
import { hexDecode } from '../../shared/wire/index.ts';
import { SIGNER } from '../unit/crypto/payloads/forms/builder.ts';
import { solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { blind, corpus, payload, transaction, unreadable, whole } from './corpus.ts';
import {
  type Instruction,
  key,
  type Named,
  PAYER,
  PROGRAMS,
  solanaOf,
  someone,
  text,
  u32,
  u64,
} from './solana-builder.ts';

const [ALICE, MINT, SOURCE, TABLE, NONCE] = [0x41, 0x55, 0x51, 0x52, 0x56].map(someone) as [
  string,
  string,
  string,
  string,
  string,
];
/** An address that is off the curve, so that no key signs for it. */
const KEYLESS = '5PjDJaGfSPJj4tFzMRCiuuAasKg5n8dJKXKenhuwZexx';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const HISTORY = 'SysvarStakeHistory1111111111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';
const payer: Named = [PAYER, 'sw'];
const w = (address: string): Named => [address, 'w'];
const solana = (...instructions: readonly Instruction[]) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions));
const at = (program: string, data: string, ...accounts: Named[]): Instruction => ({ program, accounts, data });
const pay = at(PROGRAMS.system, `${u32(2)}${u64(5)}`, payer, w(ALICE));
const bytesOf = (address: string) => base58.decode(address);
const parts = { header: [1, 0, 1] as const, keys: [PAYER, ALICE, PROGRAMS.system].map(bytesOf) };
const paying = { program: 2, accounts: [0, 1], data: `${u32(2)}${u64(5)}` };

const UNHASHED = { signWith: SIGNER, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
const letters = (message: string, around = UNHASHED) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, around);

corpus('attack-solana', {
  'Solana: a durable nonce with a byte behind its instruction': blind(
    solana(at(PROGRAMS.system, `${u32(4)}00`, w(NONCE), BLOCKHASHES, payer), pay),
  ),
  'Solana: a durable nonce that is not first': whole(
    solana(pay, at(PROGRAMS.system, u32(4), w(NONCE), BLOCKHASHES, payer)),
  ),
  'Solana: the same key twice': unreadable(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        header: [1, 0, 1],
        keys: [PAYER, PAYER, PROGRAMS.system].map(bytesOf),
        instructions: [paying],
      }),
    ),
  ),
  'Solana: the payer as the program': unreadable(
    transaction('TRANSACTION_TYPE_SOLANA', solanaText({ ...parts, instructions: [{ ...paying, program: 0 }] })),
  ),
  'Solana: an account that is not there': unreadable(
    transaction('TRANSACTION_TYPE_SOLANA', solanaText({ ...parts, instructions: [{ ...paying, accounts: [0, 9] }] })),
  ),
  'Solana: a payer that is only read': unreadable(
    transaction('TRANSACTION_TYPE_SOLANA', solanaText({ ...parts, header: [1, 1, 1], instructions: [paying] })),
  ),
  'Solana: the recipient out of an address table': blind(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        keys: [PAYER, PROGRAMS.system].map(bytesOf),
        instructions: [{ ...paying, program: 1, accounts: [0, 2] }],
        lookups: [{ key: bytesOf(TABLE), writable: [3], readonly: [] }],
      }),
    ),
  ),
  'Solana: the program out of an address table': unreadable(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        header: [1, 0, 0],
        keys: [PAYER, ALICE].map(bytesOf),
        instructions: [paying],
        lookups: [{ key: bytesOf(TABLE), writable: [], readonly: [3] }],
      }),
    ),
  ),
  'Solana: an address table twice with the same place': whole(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        instructions: [paying],
        lookups: [
          { key: bytesOf(TABLE), writable: [3], readonly: [3] },
          { key: bytesOf(TABLE), writable: [3], readonly: [] },
        ],
      }),
    ),
  ),
  'Solana: an address table of no place': unreadable(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        instructions: [paying],
        lookups: [{ key: bytesOf(TABLE), writable: [], readonly: [] }],
      }),
    ),
  ),
  'Solana: SOL of an account that does not sign': whole(
    solana(at(PROGRAMS.system, `${u32(2)}${u64(5)}`, w(SOURCE), w(ALICE))),
  ),
  'Solana: SOL to oneself': whole(solana(at(PROGRAMS.system, `${u32(2)}${u64(5)}`, payer, payer))),
  'Solana: two heaps for the computing': blind(
    solana(at(PROGRAMS.budget, `01${u32(65536)}`), at(PROGRAMS.budget, `01${u32(262144)}`), pay),
  ),
  'Solana: the old instruction for a fee': blind(
    solana(at(PROGRAMS.budget, `00${u32(200_000)}${u32(1_000_000_000)}`), pay),
  ),
  'Solana: a price that pays more than there is': whole(solana(at(PROGRAMS.budget, `03${u64(2n ** 64n - 1n)}`), pay)),
  'Solana: stake moved to another account': whole(
    solana(at(PROGRAMS.stake, `${u32(16)}${u64(5)}`, w(SOURCE), w(ALICE), payer)),
  ),
  'Solana: a signature check without bytes': blind(solana(at(PROGRAMS.ed25519, ''), pay)),
  'Solana: a memo of no text': blind(solana(at(PROGRAMS.memo, 'fffe', payer), pay)),
  'Solana: a stake withdrawn to an account without a key': whole(
    solana(at(PROGRAMS.stake, `${u32(4)}${u64(5)}`, w(SOURCE), w(KEYLESS), CLOCK, HISTORY, payer)),
  ),
  'Solana: a vote account withdrawn to an account without a key': whole(
    solana(at(PROGRAMS.vote, `${u32(3)}${u64(5)}`, w(SOURCE), w(KEYLESS), payer)),
  ),
  'Solana: a nonce account withdrawn to an account without a key': whole(
    solana(at(PROGRAMS.system, `${u32(5)}${u64(5)}`, w(NONCE), w(KEYLESS), BLOCKHASHES, RENT, payer)),
  ),
  'Solana: a transfer with a seed to an account without a key': whole(
    solana(at(PROGRAMS.system, `${u32(11)}${u64(5)}${text('x')}${key(PROGRAMS.system)}`, w(SOURCE), payer, w(KEYLESS))),
  ),
  'Solana: Token-2022: a fee of everything': whole(
    solana(at(PROGRAMS.token2022, `1a0001${key(ALICE)}01${key(ALICE)}1027${u64(2n ** 64n - 1n)}`, w(MINT))),
  ),
  'Solana: Token-2022: a fee that becomes everything': whole(
    solana(at(PROGRAMS.token2022, `1a051027${u64(2n ** 64n - 1n)}`, w(MINT), payer)),
  ),
  'Solana: Token-2022: no fee any more': whole(solana(at(PROGRAMS.token2022, `1a050000${u64(0)}`, w(MINT), payer))),
  'Solana: Token-2022: withheld fees to a stranger': whole(
    solana(at(PROGRAMS.token2022, '1a02', w(MINT), w(ALICE), payer)),
  ),
  'Solana: Token-2022: a transfer hook': whole(
    solana(at(PROGRAMS.token2022, `2400${key(ALICE)}${key(SOURCE)}`, w(MINT))),
  ),
  'Solana: Token-2022: a mint that can be closed': whole(solana(at(PROGRAMS.token2022, `1901${key(ALICE)}`, w(MINT)))),
  'Solana: Token-2022: a permanent delegate': whole(solana(at(PROGRAMS.token2022, `23${key(ALICE)}`, w(MINT)))),
  'Solana: Token-2022: the authority of a transfer hook': whole(
    solana(at(PROGRAMS.token2022, `060a01${key(ALICE)}`, w(MINT), payer)),
  ),
  'Solana: Token-2022: the permanent delegate handed over': whole(
    solana(at(PROGRAMS.token2022, `060801${key(ALICE)}`, w(MINT), payer)),
  ),
  'Solana: a new owner of a token account behind three payments': whole(
    solana(pay, pay, pay, at(PROGRAMS.token, `060201${key(ALICE)}`, w(SOURCE), payer)),
  ),
  'Solana: a replaced program behind three payments': whole(
    solana(pay, pay, pay, at(PROGRAMS.loader, u32(3), w(SOURCE), w(TABLE), w(MINT), w(ALICE), RENT, CLOCK, payer)),
  ),
  'Solana: a large amount behind two small ones': whole(
    solana(pay, pay, at(PROGRAMS.system, `${u32(2)}${u64(100_000_000_000)}`, payer, w(MINT))),
  ),
  'Solana: Token-2022: amounts shown five times as large from a time on': whole(
    solana(at(PROGRAMS.token2022, `2b010000000000001440${u64(1_900_000_000)}`, w(MINT), payer)),
  ),
  'Solana: Token-2022: amounts shown twice as large at once': whole(
    solana(at(PROGRAMS.token2022, `2b010000000000000040${u64(0)}`, w(MINT), payer)),
  ),
  'Solana: Token-2022: all transfers paused': whole(solana(at(PROGRAMS.token2022, '2c01', w(MINT), payer))),
  'Solana: an approval for oneself': whole(
    solana(at(PROGRAMS.token, `04${u64(2n ** 64n - 1n)}`, w(SOURCE), PAYER, payer)),
  ),
  'Solana: a new account of a stranger with a seed': whole(
    solana(
      at(
        PROGRAMS.system,
        `${u32(3)}${key(ALICE)}${text('x')}${u64(5_000_000)}${u64(0)}${key(PROGRAMS.system)}`,
        payer,
        w(SOURCE),
        [ALICE, 's'],
      ),
    ),
  ),
  'Solana: a message of letters alone, as text': whole(
    letters(
      String.fromCharCode(
        ...solanaMessage({
          ...parts,
          keys: [new Uint8Array(32).fill(0x41), new Uint8Array(32).fill(0x42), bytesOf(PROGRAMS.system)],
          blockhash: new Uint8Array(32).fill(0x43),
          instructions: [paying],
        }),
      ),
      { ...UNHASHED, signWith: someone(0x41) },
    ),
  ),
  'Solana: a transaction in base64 for addresses': blind(
    letters(Buffer.from(solanaOf([pay]), 'hex').toString('base64url')),
  ),
  'Solana: a transaction in digits with spaces': blind(letters(solanaOf([pay]).replace(/../g, '$& '))),
  'Solana: a transaction as a list of numbers': blind(letters(JSON.stringify([...hexDecode(solanaOf([pay]))]))),
  'Solana: a payment in an address': whole(letters(`solana:${ALICE}?amount=5&memo=x`)),
});
