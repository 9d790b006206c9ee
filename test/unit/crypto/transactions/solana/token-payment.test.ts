import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { associatedTokenAccount, describeTransaction } from '../../../../../electron/crypto/index.ts';
import { utf8Encode } from '../../../../../shared/wire/index.ts';
import { type Instruction, PAYER, PROGRAMS, solanaOf, someone, u64 } from '../../../../meanings/solana-builder.ts';
import { publicBytes, solanaKey } from './builder.ts';

const WALLET = base58.encode(publicBytes(solanaKey(2)));
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const of = (wallet: string) => associatedTokenAccount(wallet, MINT, PROGRAMS.token);
const [SOURCE, ACCOUNT] = [of(PAYER), of(WALLET)];
const memo: Instruction = { program: PROGRAMS.memo, accounts: [], data: Buffer.from(utf8Encode('7')).toString('hex') };
const price: Instruction = { program: PROGRAMS.budget, accounts: [], data: `03${u64(1)}` };

const creation = (account = ACCOUNT, wallet = WALLET, mint = MINT): Instruction => ({
  program: PROGRAMS.associated,
  accounts: [[PAYER, 'sw'], [account, 'w'], wallet, mint, PROGRAMS.system, PROGRAMS.token],
  data: '01',
});
const transfer = (source = SOURCE, destination = ACCOUNT, more: Instruction['accounts'] = []): Instruction => ({
  program: PROGRAMS.token,
  accounts: [[source, 'w'], MINT, [destination, 'w'], [PAYER, 's'], ...more],
  data: `0c${u64(1_250_000_000)}06`,
});
const stepsOf = (...instructions: Instruction[]) =>
  describeTransaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions)).steps;

test('a token payment is one step to the wallet, also with fees and a memo', () => {
  const step = `Send 1250 USDC to ${WALLET}`;
  expect(stepsOf(creation(), transfer())).toEqual([step]);
  expect(stepsOf(price, creation(), memo, transfer())).toEqual([step]);
});

test.each<[string, Instruction[]]>([
  ['an account that is not the one of the wallet', [creation(someone(9)), transfer(SOURCE, someone(9))]],
  ['an account of another mint', [creation(ACCOUNT, WALLET, someone(8)), transfer()]],
  ['another account that pays', [creation(), transfer(someone(9))]],
  ['another account that is created', [creation(of(PAYER), PAYER), transfer()]],
  ['further accounts, which a hook gets', [creation(), transfer(SOURCE, ACCOUNT, [someone(7)])]],
  ['another payment', [creation(), transfer(), transfer()]],
  ['an unknown instruction', [creation(), transfer(), { program: someone(6), accounts: [], data: '00' }]],
  ['two memos', [creation(), memo, memo, transfer()]],
])('not with %s', (_name, instructions) => {
  const steps = stepsOf(...instructions);
  expect(steps.join('; ')).toContain('to the token account');
  expect(steps.length).toBeGreaterThan(1);
});

test('a wallet is not named without the account that is created for it', () => {
  expect(stepsOf(transfer())).toEqual([`Send 1250 USDC to the token account ${ACCOUNT}`]);
});

test('a second signer is named, so it is no single step', () => {
  const signed: Instruction = { ...memo, accounts: [[someone(5), 's']] };
  expect(stepsOf(creation(), signed, transfer())[0]).toContain('to the token account');
});
