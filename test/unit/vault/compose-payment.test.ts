import { Transaction } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { describeTransaction } from '../../../electron/crypto/index.ts';
import { decimalText, type UnsignedEthereumPayment } from '../../../shared/model/index.ts';
import { createStarted } from './harness.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const payment = (change: Partial<UnsignedEthereumPayment> = {}): UnsignedEthereumPayment => ({
  family: 'ethereum',
  chain: 'eip155:1',
  nonce: '0',
  gasLimit: '21000',
  maxFeePerGas: '32000000000',
  maxPriorityFeePerGas: '1500000000',
  to: TO,
  token: null,
  units: '2500000000000000000',
  ...change,
});

async function compose(change: Partial<UnsignedEthereumPayment> = {}): Promise<string> {
  const vault = await createStarted();
  return (await vault.ask('composePayment', payment(change))).unsignedTransaction;
}

describe('an unsigned payment', () => {
  test('of the coin has the same bytes as from another library', async () => {
    const theirs = Transaction.prepare({
      type: 'eip1559',
      to: TO,
      nonce: 0n,
      value: 2_500_000_000_000_000_000n,
      gasLimit: 21_000n,
      maxFeePerGas: 32_000_000_000n,
      maxPriorityFeePerGas: 1_500_000_000n,
      chainId: 1n,
    });
    expect(`0x${await compose()}`).toBe(theirs.toHex({ includeSignature: false }));
  });

  test('is the known raw transaction of the end-to-end tests', async () => {
    expect(await compose()).toBe(
      '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0',
    );
  });

  test('of a token calls the contract’s transfer without coins', async () => {
    const composed = await compose({ token: USDC, units: '1250000', gasLimit: '65000', chain: 'eip155:1' });
    expect(composed).toContain(
      `94${USDC.slice(2).toLowerCase()}80b844a9059cbb000000000000000000000000${TO.slice(2).toLowerCase()}${(1_250_000).toString(16).padStart(64, '0')}`,
    );
  });

  test('accepts a lowercase address, and refuses one with a wrong checksum', async () => {
    expect(await compose({ to: TO.toLowerCase() })).toBe(await compose());
    const wrong = `0xF${TO.slice(3)}`;
    await expect(compose({ to: wrong })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('to is an address with a wrong checksum. Nothing was signed.'),
    });
    await expect(compose({ token: `0xa${USDC.slice(3)}` })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test.each<[string, Partial<UnsignedEthereumPayment>, string]>([
    ['an amount of zero', { units: '0' }, 'units is zero'],
    ['a priority fee above the fee', { maxPriorityFeePerGas: '32000000001' }, 'maxPriorityFeePerGas is more'],
    ['a nonce of 65 bits', { nonce: String(2n ** 64n) }, 'nonce has more than 64 bits'],
    ['an amount of 257 bits', { units: String(2n ** 256n) }, 'units has more than 256 bits'],
  ])('is not made from %s', async (_name, change, reason) => {
    await expect(compose(change)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(reason),
    });
  });

  test('is explained as requested', async () => {
    const { summary } = describeTransaction('TRANSACTION_TYPE_ETHEREUM', await compose());
    const found = Object.fromEntries(summary.map(({ name, value }) => [name, value]));
    expect(found.Amount).toBe(`${decimalText(2_500_000_000_000_000_000n, 18)} ETH`);
    expect(found.To).toBe(TO);
  });
});
