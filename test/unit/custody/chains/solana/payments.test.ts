import { base58 } from '@scure/base';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  associatedTokenAccount,
  describeTransaction,
  signTransaction,
  TOKEN_PROGRAM_ADDRESSES,
  unsignedSolanaPayment,
  withBlockhash,
} from '../../../../../electron/crypto/index.ts';
import { createChainNode } from '../../../../../electron/custody/chains/node.ts';
import { pricePayment } from '../../../../../electron/custody/chains/payment-prices.ts';
import type { SolanaFees, TokenProgram, UnsignedSolanaPayment } from '../../../../../shared/model/index.ts';
import { hexDecode } from '../../../../../shared/wire/index.ts';
import { MAINNET, type SolanaRuntime, solanaRuntime } from '../../../../tools/solana-runtime.ts';
import { name, publicBytes, solanaKey } from '../../../crypto/transactions/solana/builder.ts';

const KEY = solanaKey(1);
const FROM = name(publicBytes(KEY));
const TO = name(publicBytes(solanaKey(2)));
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SOL = 1_000_000_000n;

let chain: SolanaRuntime;
beforeEach(() => {
  chain = solanaRuntime();
  chain.fund(FROM, 10n * SOL);
});

const node = () =>
  createChainNode({
    chain: MAINNET,
    endpoints: 1,
    steady: () => 0,
    onState: () => undefined,
    callNode: (call) => chain.callNode(call),
  });
const price = async (units: bigint, token: string | null = null, to = TO) =>
  (await pricePayment(MAINNET, node(), FROM, { to, token, units: String(units) })) as SolanaFees;
const account = (owner: string, program: TokenProgram = 'token') =>
  associatedTokenAccount(owner, USDC, TOKEN_PROGRAM_ADDRESSES[program]);

/** Composes as the window does, from the price. */
function compose(fees: SolanaFees, units: bigint, token: string | null = null): UnsignedSolanaPayment {
  const { unitLimit, normal, program } = fees;
  return {
    family: 'solana',
    chain: MAINNET,
    from: FROM,
    to: TO,
    units: String(units),
    unitLimit,
    unitPrice: normal,
    memo: null,
    token: token === null || program === null ? null : { mint: token, program, decimals: 6 },
  };
}
/** Signs with the newest blockhash, as the service does, and has the runtime run it. */
function run(payment: UnsignedSolanaPayment): string {
  const timed = withBlockhash(unsignedSolanaPayment(payment), chain.latestBlockhash());
  return chain.run(hexDecode(signTransaction('TRANSACTION_TYPE_SOLANA', timed, KEY)));
}
const feeOf = ({ signatureFee, normal, unitLimit }: SolanaFees) =>
  BigInt(signatureFee) + (BigInt(normal) * BigInt(unitLimit) + 999_999n) / 1_000_000n;

describe('SOL on the real runtime', () => {
  test('arrives, and costs exactly the fee that was shown', async () => {
    const fees = await price(2n * SOL);
    expect(fees).toMatchObject({ program: null, accountRent: null, refusal: null, heldUnits: String(10n * SOL) });
    run(compose(fees, 2n * SOL));
    expect(chain.balance(TO)).toBe(2n * SOL);
    expect(chain.balance(FROM)).toBe(8n * SOL - feeOf(fees));
    expect(chain.used()).toBeLessThanOrEqual(BigInt(fees.unitLimit));
  });

  test('carries a memo of the largest size within its compute units', async () => {
    const fees = await price(SOL);
    const unitLimit = String(BigInt(fees.unitLimit) + 60_000n);
    const payment = { ...compose(fees, SOL), unitLimit, memo: 'é'.repeat(60) };
    run(payment);
    expect(chain.balance(TO)).toBe(SOL);
    expect(chain.used()).toBeLessThanOrEqual(BigInt(unitLimit));
    const { summary } = describeTransaction('TRANSACTION_TYPE_SOLANA', unsignedSolanaPayment(payment));
    expect(summary.find(({ name: row }) => row === 'Memo')?.value).toContain('é');
  });

  test('needs the rent of a new account, and Max leaves the rent of the paying one', async () => {
    const fees = await price(1n);
    expect(fees).toMatchObject({ minimum: String(chain.minimum(0)), recipientUnits: '0' });
    expect(() => run(compose(fees, BigInt(fees.minimum) - 1n))).toThrow();
    expect(chain.balance(TO)).toBe(0n);
    const most = chain.balance(FROM) - feeOf(fees) - BigInt(fees.minimum);
    run(compose(fees, most));
    expect(chain.balance(FROM)).toBe(BigInt(fees.minimum));
    expect(chain.balance(TO)).toBe(most);
  });

  test('with an expired blockhash is refused, and runs with the newest one', async () => {
    const fees = await price(SOL);
    const unsigned = unsignedSolanaPayment(compose(fees, SOL));
    const old = withBlockhash(unsigned, chain.latestBlockhash());
    chain.expire();
    expect(() => chain.run(hexDecode(signTransaction('TRANSACTION_TYPE_SOLANA', old, KEY)))).toThrow(/[Bb]lockhash/);
    run(compose(fees, SOL));
    expect(chain.balance(TO)).toBe(SOL);
  });

  test('is decoded to the payment that was composed', async () => {
    const fees = await price(2n * SOL);
    const { summary } = describeTransaction('TRANSACTION_TYPE_SOLANA', unsignedSolanaPayment(compose(fees, 2n * SOL)));
    const text = summary.map(({ value }) => value).join(' ');
    expect(text).toContain('2 SOL');
    expect(text).toContain(TO);
    expect(text).toContain('with the newest blockhash');
  });
});

describe.each<TokenProgram>(['token', 'token2022'])('a token of the program %s on the real runtime', (program) => {
  beforeEach(() => {
    chain.mint(USDC, 6, program);
    chain.hold(account(FROM, program), { mint: USDC, owner: FROM, units: 1_250_000_000n }, program);
  });

  test('arrives in an account that the payment opens, whose rent was shown', async () => {
    const fees = await price(1_000_000n, USDC);
    expect(fees).toMatchObject({ program, heldUnits: '1250000000', refusal: null });
    const before = chain.balance(FROM);
    run(compose(fees, 1_000_000n, USDC));
    expect(chain.units(account(TO, program))).toBe(1_000_000n);
    expect(chain.units(account(FROM, program))).toBe(1_249_000_000n);
    expect(chain.used()).toBeLessThanOrEqual(BigInt(fees.unitLimit));
    const spent = before - chain.balance(FROM) - feeOf(fees);
    expect(String(spent)).toBe(fees.accountRent);
  });

  test('arrives where somebody sent SOL before there was an account, and pays the rest of the rent', async () => {
    chain.fund(account(TO, program), 1_000_000n);
    const fees = await price(1_000_000n, USDC);
    expect(fees).toMatchObject({ refusal: null });
    const before = chain.balance(FROM);
    run(compose(fees, 1_000_000n, USDC));
    expect(chain.units(account(TO, program))).toBe(1_000_000n);
    expect(chain.used()).toBeLessThanOrEqual(BigInt(fees.unitLimit));
    expect(String(before - chain.balance(FROM) - feeOf(fees))).toBe(fees.accountRent);
  });

  test('is nothing to pay with where only SOL is at the address of the account', async () => {
    const other = name(publicBytes(solanaKey(3)));
    chain.fund(account(other, program), SOL);
    const fees = await pricePayment(MAINNET, node(), other, { to: TO, token: USDC, units: '1' });
    expect(fees).toMatchObject({ heldUnits: '0', refusal: null });
  });

  test('arrives in the account that the recipient has, without rent', async () => {
    chain.hold(account(TO, program), { mint: USDC, owner: TO, units: 5n }, program);
    const fees = await price(1_000_000n, USDC);
    expect(fees.accountRent).toBeNull();
    const before = chain.balance(FROM);
    run(compose(fees, 1_000_000n, USDC));
    expect(chain.units(account(TO, program))).toBe(1_000_005n);
    expect(chain.used()).toBeLessThanOrEqual(BigInt(fees.unitLimit));
    expect(before - chain.balance(FROM)).toBe(feeOf(fees));
  });

  test('does not go to an account that the recipient gave to somebody else', async () => {
    const fees = await price(1_000_000n, USDC);
    chain.hold(account(TO, program), { mint: USDC, owner: USDC, units: 0n }, program);
    expect(() => run(compose(fees, 1_000_000n, USDC))).toThrow();
    expect(chain.units(account(TO, program))).toBe(0n);
  });
});

describe('a payment that the chain would refuse', () => {
  const refusal = async (to = TO, token: string | null = USDC) => (await price(1n, token, to)).refusal;
  beforeEach(() => {
    chain.mint(USDC, 6);
    chain.hold(account(FROM), { mint: USDC, owner: FROM, units: 5n });
  });

  test('is named before it is signed', async () => {
    expect(await refusal()).toBeNull();
    expect(await refusal(TO, name(new Uint8Array(32).fill(7)))).toContain('has no token at');
    expect(await refusal(account(FROM), null)).toContain('not a wallet');
    expect(await refusal(USDC, null)).toContain('not a wallet');
    expect(await refusal(TOKEN_PROGRAM_ADDRESSES.token, null)).toContain('is a program');
    chain.hold(account(TO), { mint: USDC, owner: TO, units: 0n, frozen: true });
    expect(await refusal()).toContain('froze the recipient’s account');
    chain.hold(account(TO), { mint: USDC, owner: FROM, units: 0n });
    expect(await refusal()).toContain('to somebody else');
    chain.hold(account(FROM), { mint: USDC, owner: FROM, units: 5n, frozen: true });
    expect(await refusal()).toContain('froze the token account that pays');
  });

  test('to an address of another chain is refused before anything is asked', async () => {
    await expect(price(1n, null, `0x${'ab'.repeat(20)}`)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('a lying node', () => {
  const lying = (method: string, lie: unknown) => {
    chain.lie = (asked) => (asked === method ? lie : undefined);
    return expect(price(1n, USDC)).rejects;
  };
  const one = (change: object) => ({
    value: Array.from({ length: 3 }, () => ({
      lamports: 1,
      owner: FROM,
      executable: false,
      space: 0,
      data: ['', 'base64'],
      ...change,
    })),
  });

  test.each<[string, string, unknown]>([
    ['too few accounts', 'getMultipleAccounts', { value: [] }],
    ['an account that is no object', 'getMultipleAccounts', { value: ['', '', ''] }],
    ['lamports as text', 'getMultipleAccounts', one({ lamports: '1' })],
    ['lamports below zero', 'getMultipleAccounts', one({ lamports: -1 })],
    ['more lamports than a number holds', 'getMultipleAccounts', one({ lamports: 2 ** 60 })],
    ['a short owner', 'getMultipleAccounts', one({ owner: 'abc' })],
    ['more data than asked for', 'getMultipleAccounts', one({ data: ['A'.repeat(4000), 'base64'] })],
    ['data that is no base64', 'getMultipleAccounts', one({ data: ['%%%%', 'base64'] })],
    ['a rent below zero', 'getMinimumBalanceForRentExemption', -5],
    ['a rent that is no number', 'getMinimumBalanceForRentExemption', { value: 1 }],
    ['fees that are no list', 'getRecentPrioritizationFees', {}],
    ['a fee with a fraction', 'getRecentPrioritizationFees', [{ slot: 1, prioritizationFee: 0.5 }]],
    ['the hash of another chain', 'getGenesisHash', base58.encode(new Uint8Array(32).fill(3))],
  ])('that reports %s is refused', async (_what, method, lie) => {
    await lying(method, lie).toThrow(/cannot be used/);
  });

  test('that asks for more than 0.05 SOL is not believed', async () => {
    chain.mint(USDC, 6);
    chain.priorityFees = [10 ** 9];
    await expect(price(1n, USDC)).rejects.toThrow('more than Castellan proposes');
  });

  test('that asks for more than 0.05 SOL with a memo is not believed', async () => {
    // 0.05 SOL for 61,000 units, of which a payment of SOL without a memo asks for 1,000.
    chain.priorityFees = [819_672_131];
    expect(await price(1n)).toMatchObject({ fast: '819672131' });
    chain.priorityFees = [819_672_132];
    await expect(price(1n)).rejects.toThrow('more than Castellan proposes');
  });

  test('that gives a token account of another program is refused', async () => {
    chain.mint(USDC, 6);
    chain.hold(account(FROM), { mint: USDC, owner: FROM, units: 5n }, 'token2022');
    await expect(price(1n, USDC)).rejects.toThrow('belongs to another program');
    chain.hold(account(FROM), { mint: USDC, owner: FROM, units: 5n });
    chain.hold(account(TO), { mint: USDC, owner: TO, units: 5n }, 'token2022');
    await expect(price(1n, USDC)).rejects.toThrow('belongs to another program');
  });

  test('that gives the token account of another owner is refused', async () => {
    chain.mint(USDC, 6);
    chain.hold(account(FROM), { mint: USDC, owner: TO, units: 5n });
    await expect(price(1n, USDC)).rejects.toThrow('of another owner or token');
  });
});
