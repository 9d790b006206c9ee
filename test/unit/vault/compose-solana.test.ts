import { describe, expect, test } from 'vitest';
import {
  associatedTokenAccount,
  describeTransaction,
  TOKEN_PROGRAM_ADDRESSES,
} from '../../../electron/crypto/index.ts';
import type { UnsignedSolanaPayment } from '../../../shared/model/index.ts';
import { createStarted } from './harness.ts';

const FROM = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const TO = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

async function compose(change: Partial<UnsignedSolanaPayment> = {}): Promise<string> {
  const vault = await createStarted();
  const payment: UnsignedSolanaPayment = {
    family: 'solana',
    chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    from: FROM,
    to: TO,
    token: null,
    units: '2500000000',
    unitLimit: '1000',
    unitPrice: '1000000',
    memo: null,
    ...change,
  };
  return (await vault.ask('composePayment', payment)).unsignedTransaction;
}

describe('an unsigned payment on Solana', () => {
  test('has one empty signature, an empty blockhash, and the amount in lamports', async () => {
    const text = await compose();
    expect(text.startsWith(`01${'00'.repeat(64)}01000204`)).toBe(true);
    // SetComputeUnitLimit and SetComputeUnitPrice, then the transfer of the System Program.
    expect(text).toContain('0502e8030000');
    expect(text).toContain('090340420f0000000000');
    expect(text.endsWith('0c0200000000f9029500000000')).toBe(true);
  });

  test('of a token binds the recipient’s wallet, and has the memo right before the transfer', async () => {
    const token = { mint: USDC, program: 'token', decimals: 6 } as const;
    const text = await compose({ token, memo: 'order 7' });
    // The memo's length and text, then the transfer of the Token Program.
    expect(text).toMatch(/076f726465722037..04(?:..){4}0a0c00f902950000000006$/);
    const { fields } = describeTransaction('TRANSACTION_TYPE_SOLANA', text);
    const programs = fields.filter(({ name }) => name.endsWith('.program')).map(({ value }) => value);
    expect(programs.slice(2)).toEqual(['Associated Token Account Program', 'Memo Program', 'Token Program']);
  });

  test('of a token reads as one step to the wallet, with its token account and the new account as rows', async () => {
    const token = { mint: USDC, program: 'token', decimals: 6 } as const;
    const { steps, summary } = describeTransaction(
      'TRANSACTION_TYPE_SOLANA',
      await compose({ token, memo: 'order 7' }),
    );
    expect(steps).toEqual([`Send 2500 USDC to ${TO}`]);
    const [to, from] = [TO, FROM].map((each) => associatedTokenAccount(each, USDC, TOKEN_PROGRAM_ADDRESSES.token));
    expect(summary.map(({ name, value }) => `${name}: ${value}`)).toEqual(
      expect.arrayContaining([
        ...['Amount: 2500 USDC', `To: ${TO}`, `From: ${FROM}`, `Mint: ${USDC}`, 'Memo: "order 7"'],
        ...[`Token account: ${to}`, `Paying token account: ${from}`, `Rent paid by: ${FROM}`],
        expect.stringMatching(/^Rent deposit: .* for 1 token account, where there is none yet/),
      ]),
    );
    expect(new Set(summary.map(({ name }) => name)).size).toBe(summary.length);
  });

  test('to an address that no key signs for is a danger, also as the wallet of tokens', async () => {
    const token = { mint: USDC, program: 'token', decimals: 6 } as const;
    const account = associatedTokenAccount(TO, USDC, TOKEN_PROGRAM_ADDRESSES.token);
    const dangersOf = async (change: Partial<UnsignedSolanaPayment>) =>
      describeTransaction('TRANSACTION_TYPE_SOLANA', await compose(change))
        .findings.filter(({ level }) => level === 'danger')
        .map(({ text }) => text);
    const expected = [expect.stringContaining(`No key signs for ${account}: it is a token account`)];
    expect(await dangersOf({ to: account })).toEqual(expected);
    expect(await dangersOf({ to: account, token, memo: 'order 7' })).toEqual(expected);
    expect(await dangersOf({})).toEqual([]);
    expect(await dangersOf({ token })).toEqual([]);
  });

  test.each<[string, Partial<UnsignedSolanaPayment>, string]>([
    ['an amount of zero', { units: '0' }, 'units is zero'],
    ['an amount of 65 bits', { units: String(2n ** 64n) }, 'units has more than 64 bits'],
    ['a unit limit of 33 bits', { unitLimit: String(2n ** 32n) }, 'unitLimit has more than 32 bits'],
    ['a unit price of 65 bits', { unitPrice: String(2n ** 64n) }, 'unitPrice has more than 64 bits'],
    ['a memo of more than 120 bytes', { memo: 'é'.repeat(61) }, 'memo has more than 120 bytes'],
    ['a recipient that is no key', { to: '1'.repeat(33) }, 'to is not an address of Solana'],
    ['the payer as recipient', { to: FROM }, 'to is the account that pays'],
  ])('is not made from %s', async (_name, change, reason) => {
    await expect(compose(change)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(reason),
    });
  });
});

test('an associated account is the one that the network derives', () => {
  // From the documentation of the Associated Token Account Program's clients.
  expect(
    associatedTokenAccount(
      'B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj',
      '7o36UsWR1JQLpZ9PE2gn9L4SQ69CNNiWAXd4Jt7rqz9Z',
      TOKEN_PROGRAM_ADDRESSES.token,
    ),
  ).toBe('DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n');
});
