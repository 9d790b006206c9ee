import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../../../findings.ts';
import { asking } from '../asking.ts';
import {
  name,
  other,
  payer,
  publicBytes,
  type SolanaParts,
  SYSTEM,
  second,
  solanaText,
  table,
  transfer,
  versioned,
} from './builder.ts';

const TYPE = 'TRANSACTION_TYPE_SOLANA';

const values = (text: string) =>
  Object.fromEntries(
    asking(TYPE)
      .describe(text)
      .fields.map((field) => [field.name, field.value]),
  );

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** One instruction of a program whose accounts are the payer and `count` others. */
function call(program: string, data: string, count = 6): SolanaParts {
  const others = Array.from({ length: count }, (_, index) =>
    // An associated account runs the token program that it is given.
    program === ASSOCIATED && index === count - 1 ? base58.decode(TOKEN) : new Uint8Array(32).fill(0x60 + index),
  );
  return {
    header: [1, 0, 1],
    keys: [publicBytes(payer), ...others, base58.decode(program)],
    instructions: [{ program: count + 1, accounts: others.map((_, index) => index + 1), data }],
  };
}

/** The findings about a transaction, without those about accounts of `call`, which do not sign. */
const warnings = (parts: SolanaParts) =>
  textsOf(asking(TYPE).describe(solanaText(parts))).filter((text) => !/must sign for the instruction/.test(text));

describe('the explanation', () => {
  test('a transfer', () => {
    const meaning = asking(TYPE).describe(solanaText(transfer));
    expect(meaning).toMatchObject({
      title: 'Solana transaction, legacy',
      steps: [`Send 0.000001 SOL to ${name(other)}`],
      summary: expect.arrayContaining([{ name: 'Fee at most', value: '0.00001 SOL', kind: 'amount' }]),
      findings: [],
      unexplained: [],
    });
    expect(meaning.fields.map((field) => [field.name, field.value, field.kind])).toEqual([
      ['feePayer', name(publicBytes(payer)), 'address'],
      ['recentBlockhash', name(new Uint8Array(32).fill(9)), 'hash'],
      ['signers[0]', name(publicBytes(payer)), 'address'],
      ['signers[1]', name(publicBytes(second)), 'address'],
      ['writableAccounts[0]', name(publicBytes(payer)), 'address'],
      ['writableAccounts[1]', name(publicBytes(second)), 'address'],
      ['writableAccounts[2]', name(other), 'address'],
      ['readonlyAccounts[0]', name(SYSTEM), 'address'],
      ['instructions[0].program', 'System Program', 'text'],
      ['instructions[0].programId', '11111111111111111111111111111111', 'address'],
      ['instructions[0].instruction', 'transfer', 'text'],
      ['instructions[0].from', name(publicBytes(second)), 'address'],
      ['instructions[0].to', name(other), 'address'],
      ['instructions[0].lamports', '1000', 'amount'],
    ]);
  });

  test('address tables by their names, with a warning about their contents', () => {
    const meaning = asking(TYPE).describe(solanaText(versioned));
    expect(meaning.title).toBe('Solana transaction, version 0');
    expect(values(solanaText(versioned))).toMatchObject({
      'addressTableLookups[0]': name(table),
      'instructions[1].programId': name(other),
      'instructions[1].accountsCount': '2',
      'instructions[1].accounts': `entry 7 of table ${name(table)}, entry 9 of table ${name(table)}`,
      'instructions[1].data': 'beef',
    });
    expect(textsOf(meaning)).toEqual([
      `Accounts of the address tables ${name(table)} are unknown without a query to the network.`,
      `Instruction 2 of ${name(other)} cannot be decoded: its effect is unknown. Its data begins with 0xbeef. No rule explains this program. Compare accounts and data with the program’s interface (IDL), which Castellan does not read.`,
    ]);
  });

  test('that a recipient from a lookup table is undecidable', () => {
    const marks = (accounts: readonly number[]) =>
      asking(TYPE)
        .describe(
          solanaText({ ...versioned, instructions: [{ program: 3, accounts, data: `02000000${'e803000000000000'}` }] }),
        )
        .findings.map(({ mark }) => mark);
    expect(marks([1, 4])).toEqual([name(table).slice(-6)]);
    expect(marks([1, 2])).toEqual([undefined]);
  });

  test('an account as an address, or as words when only the chain knows it', () => {
    const kinds = (parts: SolanaParts) =>
      Object.fromEntries(
        asking(TYPE)
          .describe(solanaText(parts))
          .fields.map((field) => [field.name, field.kind]),
      );
    expect(kinds(versioned)).toMatchObject({
      'addressTableLookups[0]': 'address',
      'instructions[1].programId': 'address',
      'instructions[1].accounts': 'text',
      'instructions[1].data': 'bytes',
    });
    expect(kinds(call(TOKEN, `060201${'47'.repeat(32)}`, 3))).toMatchObject({
      'instructions[0].authorityType': 'text',
      'instructions[0].newAuthority': 'address',
      'instructions[0].otherAccounts': 'address',
    });
    const [first] = versioned.instructions;
    const opened = { program: first?.program ?? 0, accounts: [5], data: 'beef' };
    expect(kinds({ ...versioned, instructions: [opened] })['instructions[0].accounts']).toBe('text');
    expect(kinds(call(TOKEN, '060000'))['instructions[0].newAuthority']).toBe('text');
  });

  const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  const BUDGET = 'ComputeBudget111111111111111111111111111111';
  const account = (index: number) => name(new Uint8Array(32).fill(0x60 + index));

  test.each([
    [
      TOKEN,
      '030100000000000000',
      { instruction: 'transfer', source: account(0), destination: account(1), amount: '1' },
    ],
    [
      TOKEN_2022,
      '0c010000000000000006',
      { instruction: 'transferChecked', mint: account(1), destination: account(2), amount: '1', decimals: '6' },
    ],
    [TOKEN, '040500000000000000', { instruction: 'approve', delegate: account(1), amount: '5' }],
    [TOKEN, '0600' + '00', { instruction: 'setAuthority', account: account(0), newAuthority: 'none' }],
    [TOKEN, `060201${'47'.repeat(32)}`, { authorityType: 'AccountOwner', newAuthority: name(other) }],
    [
      TOKEN,
      '09',
      { instruction: 'closeAccount', destination: account(1), otherAccounts: [3, 4, 5].map(account).join(', ') },
    ],
    [BUDGET, '02400d0300', { instruction: 'setComputeUnitLimit', units: '200000' }],
    [BUDGET, '030100000000000000', { instruction: 'setComputeUnitPrice', microLamports: '1' }],
    [ASSOCIATED, '', { instruction: 'create', owner: account(2) }],
    [ASSOCIATED, '01', { instruction: 'createIdempotent', mint: account(3) }],
    ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', '68656c6c6f', { memo: '"hello"' }],
    ['11111111111111111111111111111111', '04000000', { instruction: 'advanceNonceAccount', nonceAccount: account(0) }],
  ])('%s %s', (program, data, wanted) => {
    const named = Object.fromEntries(Object.entries(wanted).map(([key, value]) => [`instructions[0].${key}`, value]));
    expect(values(solanaText(call(program, data)))).toMatchObject(named);
  });

  test.each([
    [TOKEN, `04${'ff'.repeat(8)}`, 'can take an unlimited amount out of'],
    [TOKEN, '040500000000000000', 'can take up to 5 base units out of'],
    [TOKEN, '060000', 'Nobody becomes the minter of'],
    ['11111111111111111111111111111111', '04000000', 'does not expire'],
    [BUDGET, '0300e40b5402000000', 'may pay 14 SOL for priority'],
    [TOKEN, '03010000000000000000', 'cannot be decoded'],
    [TOKEN, '03', 'cannot be decoded'],
    [TOKEN, '060001aa', 'cannot be decoded'],
    [TOKEN, '63', 'cannot be decoded'],
    ['11111111111111111111111111111111', '020000', 'cannot be decoded'],
    ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'e280ae', 'cannot be decoded'],
  ])('warns: %s %s %s', (program, data, words) => {
    expect(warnings(call(program, data))).toEqual([expect.stringContaining(words)]);
  });

  test('shows known dangers before unknown parts', () => {
    const parts = call(TOKEN, '060000');
    const [danger] = parts.instructions;
    const unknown = { program: danger?.program ?? 0, accounts: [], data: '63' };
    expect(warnings({ ...parts, instructions: [unknown, ...parts.instructions] })).toEqual([
      expect.stringMatching(/^Nobody becomes the minter of/),
      expect.stringMatching(/^Instruction 1 .*cannot be decoded/),
    ]);
  });

  test('a token transfer with an account missing is not decoded', () => {
    expect(values(solanaText(call(TOKEN, '030100000000000000', 2)))['instructions[0].accountsCount']).toBe('2');
  });

  test('a transaction without instructions, and a signature that does not hold', () => {
    const signatures = [new Uint8Array(64), new Uint8Array(64).fill(5)];
    expect(textsOf(asking(TYPE).describe(solanaText({ ...transfer, instructions: [], signatures })))).toEqual([
      'It has no instruction: it only pays its fee.',
      `The signature it already has of ${name(publicBytes(second))} is not one of this message.`,
    ]);
  });
});
