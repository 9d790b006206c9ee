/** Coins in new accounts of Solana whose owner is still open, and stakes that somebody locks. */
import { corpus, transaction, whole } from './corpus.ts';
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

const [STAKE, STRANGER, MINT] = [0x61, 0x62, 0x63].map(someone) as [string, string, string];
const RENT = 'SysvarRent111111111111111111111111111111111';
const payer: Named = [PAYER, 'sw'];
const at = (program: string, data: string, ...accounts: Named[]): Instruction => ({ program, accounts, data });
const solana = (...instructions: readonly Instruction[]) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions));

const made = (owner: string, space = 200, sol = 1000) =>
  at(PROGRAMS.system, `${u32(0)}${u64(BigInt(sol) * 1_000_000_000n)}${u64(space)}${key(owner)}`, payer, [STAKE, 'sw']);
const withSeed = at(
  PROGRAMS.system,
  `${u32(3)}${key(PAYER)}${text('a')}${u64(1_000_000_000_000n)}${u64(200)}${key(PROGRAMS.stake)}`,
  payer,
  [STAKE, 'w'],
  [PAYER, 's'],
);
const none = `${u64(0)}${u64(0)}${'00'.repeat(32)}`;
const initialized = at(PROGRAMS.stake, `${u32(0)}${key(PAYER)}${key(PAYER)}${none}`, [STAKE, 'w'], RENT);
const FAR = u64(4_102_444_800);
const locked = (data: string, tag = 6, ...more: Named[]) =>
  at(PROGRAMS.stake, `${u32(tag)}${data}`, [STAKE, 'w'], [PAYER, 's'], ...more);

corpus('open-accounts', {
  'an account of stake that nobody initialises': whole(solana(made(PROGRAMS.stake))),
  'an account with a seed that nobody initialises': whole(solana(withSeed)),
  'an account of stake that is initialised': whole(solana(made(PROGRAMS.stake), initialized)),
  'an account of stake that was initialised before': whole(solana(initialized, made(PROGRAMS.stake))),
  'an account of tokens that nobody initialises': whole(solana(made(PROGRAMS.token, 165, 1))),
  'an account of tokens that is initialised': whole(
    solana(made(PROGRAMS.token, 165, 1), at(PROGRAMS.token, `12${key(PAYER)}`, [STAKE, 'w'], MINT)),
  ),
  'a token that only has an extension': whole(
    solana(made(PROGRAMS.token2022, 300, 1), at(PROGRAMS.token2022, `1901${key(PAYER)}`, [STAKE, 'w'])),
  ),
  'a nonce account that nobody initialises': whole(solana(made(PROGRAMS.system, 80, 1))),
  'an account of a key': whole(solana(made(PROGRAMS.system, 0, 1))),

  'a lock until a time, with another custodian': whole(solana(locked(`01${FAR}0001${key(STRANGER)}`))),
  'a lock until a time': whole(solana(locked(`01${FAR}0000`))),
  'a lock until an epoch': whole(solana(locked(`0001${u64(5000)}00`))),
  'a lock until a time, with a custodian who signs': whole(solana(locked(`01${FAR}00`, 12, [STRANGER, 's']))),
  'a lock that ends': whole(solana(locked(`01${u64(0)}01${u64(0)}00`))),
});
