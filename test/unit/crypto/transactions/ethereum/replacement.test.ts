import { describe, expect, it } from 'vitest';
import {
  ethereumReplacementFees,
  outbids,
  replacementEthereum,
  signTransaction,
  unsignedEthereumPayment,
} from '../../../../../electron/crypto/index.ts';
import { hexDecode } from '../../../../../shared/wire/index.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAYMENT = {
  family: 'ethereum',
  chain: 'eip155:1',
  nonce: '7',
  gasLimit: '90000',
  to: TO,
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  units: '12500',
} as const;
const pay = (maxFeePerGas: string, maxPriorityFeePerGas: string) =>
  unsignedEthereumPayment({ ...PAYMENT, maxFeePerGas, maxPriorityFeePerGas });
const fee = (maxFeePerGas: string, maxPriorityFeePerGas: string) =>
  ({ family: 'ethereum', maxFeePerGas, maxPriorityFeePerGas }) as const;

describe('the least fees of a replacement', () => {
  it.each([
    ['100', '10', '110', '11'],
    ['101', '11', '112', '13'],
    ['9', '0', '10', '1'],
    ['1', '1', '2', '2'],
  ])('of %s and %s are a tenth above, rounded up, and never the same: %s and %s', (most, tip, leastMost, leastTip) => {
    expect(ethereumReplacementFees(pay(most, tip), FROM).least).toEqual({
      maxFeePerGas: BigInt(leastMost),
      maxPriorityFeePerGas: BigInt(leastTip),
    });
  });
});

describe('a replacement', () => {
  it('has the bytes of the payment with both fees changed, and nothing else', () => {
    expect(replacementEthereum(pay('100', '10'), FROM, 'raise', fee('110', '11'))).toBe(pay('110', '11'));
  });

  it('is refused when one of both fees is too low, or the priority fee is above the fee', () => {
    const raise = (most: string, tip: string) => () =>
      replacementEthereum(pay('100', '10'), FROM, 'raise', fee(most, tip));
    expect(raise('109', '11')).toThrow(/maxFeePerGas.*at least 110|less than 10 %/);
    expect(raise('110', '10')).toThrow('less than 10 %');
    expect(raise('110', '111')).toThrow('is above maxFeePerGas');
  });

  it('that cancels has the same chain and nonce, and sends nothing to the account', () => {
    const cancelled = replacementEthereum(pay('100', '10'), FROM, 'cancel', fee('110', '11'));
    // chain 1, nonce 7, priority fee 11, fee 110, gas 21,000, to the account, no value, no data, no access list.
    expect(cancelled).toBe(`02df01070b6e82520894${FROM.slice(2).toLowerCase()}8080c0`);
    expect(ethereumReplacementFees(cancelled, FROM).isCancelled).toBe(true);
    expect(ethereumReplacementFees(pay('1', '1'), FROM).isCancelled).toBe(false);
  });

  it('takes no other type of transaction', () => {
    // EIP-155's own example, a legacy transaction.
    const legacy = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
    expect(() => ethereumReplacementFees(legacy, FROM)).toThrow('is not of the type EIP-1559');
    expect(() => replacementEthereum('02c0', FROM, 'raise', fee('1', '1'))).toThrow();
  });
});

describe('of two signed transactions', () => {
  const key = { privateKey: hexDecode('11'.repeat(32)), curve: 'CURVE_SECP256K1' };
  const sign = (unsigned: string) => signTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, key as never);

  it.each([
    ['110', '11', true],
    ['109', '11', false],
    ['110', '10', false],
    ['100', '10', false],
  ])('nodes take the one with the fees %s and %s in place of 100 and 10: %s', (most, tip, isTaken) => {
    expect(outbids(sign(pay(most, tip)), sign(pay('100', '10')))).toBe(isTaken);
  });

  it('the price of an older type counts as both fees', () => {
    // EIP-155's own example, with a price of 20 gwei.
    const legacy = sign('ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080');
    expect(outbids(legacy, sign(pay('100', '10')))).toBe(true);
    expect(outbids(sign(pay('22000000000', '21999999999')), legacy)).toBe(false);
    expect(outbids(sign(pay('22000000000', '22000000000')), legacy)).toBe(true);
  });
});
