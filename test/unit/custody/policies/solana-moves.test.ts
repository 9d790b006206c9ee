import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { transactionFacts } from '../../../../electron/crypto/index.ts';
import { createBudget } from '../../../../electron/custody/policies/budget.ts';
import type { Value } from '../../../../electron/custody/policies/evaluate.ts';
import { withSpecialTexts } from '../../../../electron/custody/policies/forbidden-facts.ts';
import { judgePolicy } from '../../../../electron/custody/policies/judge.ts';
import { withEveryTransfer } from '../../../../electron/custody/policies/solana-moves.ts';
import { keywordsOf, parsePolicy } from '../../../../shared/policy-language/index.ts';
import { solanaText } from '../../crypto/transactions/solana/builder.ts';

const SYSTEM = '1'.repeat(32);
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const STAKE = 'Stake11111111111111111111111111111111111111';
const VOTE = 'Vote111111111111111111111111111111111111111';
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const TABLES = 'AddressLookupTab1e1111111111111111111111111';
const PROOFS = 'ZkE1Gama1Proof11111111111111111111111111111';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const OTHER = base58.encode(new Uint8Array(32).fill(0x61));
const KEYS = [0x51, 0x52, 0x53, 0x54].map((byte) => new Uint8Array(32).fill(byte));
const [PAYER = '', FIRST = '', SECOND = '', THIRD = ''] = KEYS.map((key) => base58.encode(key));
const FIVE = '0500000000000000';

/** The verdict of a rule that forbids about a transaction of one instruction. */
function judged(condition: string, program: string, data: string, accounts: readonly number[] = [1, 2, 3]) {
  const unsigned = solanaText({
    header: [1, 0, 1],
    keys: [...KEYS, base58.decode(program)],
    instructions: [{ program: KEYS.length, accounts, data }],
  });
  const facts = transactionFacts('TRANSACTION_TYPE_SOLANA', unsigned, {
    ethereumAddress: null,
    addressFormat: undefined,
  });
  const tx = withSpecialTexts(withEveryTransfer(facts!) as Value);
  return judgePolicy(parsePolicy(condition, keywordsOf('condition')), { solana: () => ({ tx }) }, createBudget());
}
const AMOUNT = 'solana.tx.transfers.any(t, t.amount > 1)';
const TOKENS = 'solana.tx.spl_transfers.any(t, t.amount > 1)';
const to = (key: string) => `solana.tx.transfers.any(t, t.to == '${key}')`;

describe('an instruction that moves value past the lists', () => {
  it.each([
    ['a batch of the token program', TOKENS, TOKEN, `ff030903${FIVE}`],
    ['a batch of the token program', AMOUNT, TOKEN, `ff030903${FIVE}`],
    ['a confidential transfer', TOKENS, TOKEN_2022, '1b07'],
    ['a confidential burn', TOKENS, TOKEN_2022, '2a03'],
    ['a withdrawal of withheld fees', TOKENS, TOKEN_2022, '1a02'],
    ['an allowance', TOKENS, TOKEN, `04${FIVE}`],
    ['a new owner', TOKENS, TOKEN, '060201'],
    ['new tokens', TOKENS, TOKEN, `07${FIVE}`],
    ['lamports that are unwrapped', AMOUNT, TOKEN, `2d01${FIVE}`],
    ['a closed token account', AMOUNT, TOKEN, '09'],
    ['an instruction that nobody knows', TOKENS, TOKEN_2022, 'd2e11ea258b84d8d'],
    ['an account that is created over lamports', AMOUNT, SYSTEM, `0d000000${FIVE}`],
    ['an account that is given to a program', AMOUNT, SYSTEM, `01000000${'07'.repeat(32)}`],
    ['a nonce account that is given away', AMOUNT, SYSTEM, `07000000${'07'.repeat(32)}`],
    ['a seed that is cut off', AMOUNT, SYSTEM, `03000000${'07'.repeat(20)}`],
    ['a stake that is given away', AMOUNT, STAKE, `01000000${'07'.repeat(32)}01000000`],
    ['a stake that is merged', AMOUNT, STAKE, '07000000'],
    ['rewards that are given away', AMOUNT, VOTE, `01000000${'07'.repeat(32)}01000000`],
    ['a nested token account', TOKENS, ASSOCIATED, '02'],
    ['a nested token account', AMOUNT, ASSOCIATED, '02'],
    ['a closed program', AMOUNT, LOADER, '05000000'],
    ['a closed lookup table', AMOUNT, TABLES, '04000000'],
    ['a closed proof', AMOUNT, PROOFS, '00'],
    ['another program with a writable account', AMOUNT, OTHER, 'ff'],
    ['another program with a writable account', TOKENS, OTHER, 'ff'],
  ])('is opaque: %s, to %s', (_name, condition, program, data) => {
    expect(judged(condition, program, data)).toBe('opaque');
  });

  it.each([
    ['a stake that is withdrawn', STAKE, `04000000${FIVE}`, SECOND],
    ['a stake that is split', STAKE, `03000000${FIVE}`, SECOND],
    ['rewards that are withdrawn', VOTE, `03000000${FIVE}`, SECOND],
    ['a nonce that is withdrawn', SYSTEM, `05000000${FIVE}`, SECOND],
    ['a closed token account', TOKEN, '09', SECOND],
    ['excess lamports', TOKEN_2022, '26', SECOND],
    ['a closed lookup table', TABLES, '04000000', THIRD],
  ])('is a transfer to its recipient alone: %s', (_name, program, data, recipient) => {
    expect(judged(to(recipient), program, data)).toBe(true);
    expect(judged(to(PAYER), program, data)).toBe(false);
    expect(judged(`solana.tx.transfers.any(t, t.from == '${FIRST}')`, program, data)).toBe(true);
    expect(judged('solana.tx.transfers.count() == 1', program, data)).toBe(true);
  });

  it('is opaque: a signature for another program, which passes it on', () => {
    expect(judged(AMOUNT, OTHER, 'ff', [0])).toBe('opaque');
    expect(judged(TOKENS, OTHER, '', [4, 0])).toBe('opaque');
  });

  it('is an item that nobody can count', () => {
    expect(judged('solana.tx.spl_transfers.count() == 0', TOKEN, `ff030903${FIVE}`)).toBe('opaque');
    expect(judged('solana.tx.spl_transfers[0].amount > 1', TOKEN, `ff030903${FIVE}`)).toBe('opaque');
    expect(judged('solana.tx.spl_transfers.all(t, t.amount < 9)', TOKEN, `ff030903${FIVE}`)).toBe('opaque');
  });
});

it.each<[string, string, string, (readonly number[])?]>([
  ['a transfer of tokens', TOKEN, `03${FIVE}`],
  ['an account that is opened', TOKEN, '01'],
  ['an account that is frozen', TOKEN, '0a'],
  ['space', SYSTEM, `08000000${FIVE}`],
  ['a durable nonce', SYSTEM, '04000000'],
  ['a delegation', STAKE, '02000000'],
  ['an associated account', ASSOCIATED, '01'],
  ['a longer lookup table', TABLES, '02000000'],
  ['another program with accounts that it only reads', OTHER, 'ff', [4]],
  ['another program without accounts', OTHER, 'ff', []],
  ['a memo', MEMO, 'ff', [0]],
])('%s moves no lamports to a rule that forbids', (_name, program, data, accounts: readonly number[] = [1, 2, 3]) => {
  expect(judged(AMOUNT, program, data, accounts)).toBe(false);
});

it('a transfer of tokens is listed once', () => {
  expect(judged('solana.tx.spl_transfers.count() == 1', TOKEN, `03${FIVE}`)).toBe(true);
  expect(judged('solana.tx.spl_transfers.any(t, t.amount == 5)', TOKEN, `03${FIVE}`)).toBe(true);
});
