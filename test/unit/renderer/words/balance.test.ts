import { describe, expect, it } from 'vitest';
import { allBalances, balancesText, shortBalance } from '../../../../renderer/words/balance.ts';
import type { AddressBalances } from '../../../../shared/model/index.ts';

const NOW = 1_790_000_000_000;
const ether = (units: string) => ({ symbol: 'ETH', decimals: 18, units });
const USDC = { symbol: 'USDC', decimals: 6, units: '1250500000' };
const row = (assets: AddressBalances['assets'], chain: AddressBalances['chain'] = 'eip155:1'): AddressBalances => ({
  ...{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chain, assets, at: NOW - 180_000 },
});

describe('a balance in words', () => {
  it('has every asset and the age of the report', () => {
    expect(balancesText(row([ether('2500000000000000000'), USDC]), NOW)).toBe('2.5 ETH, 1,250.5 USDC · 3 min ago');
    expect(balancesText(row([ether('1')]), NOW)).toBe('0.000000000000000001 ETH · 3 min ago');
  });

  it('in a list has the first asset with an amount, cut and never rounded up', () => {
    expect(shortBalance([row([ether('2500000000000000000'), USDC])], NOW)).toBe('2.5 ETH on Ethereum · 3 min ago');
    expect(shortBalance([row([ether('0'), USDC])], NOW)).toBe('1,250.5 USDC on Ethereum · 3 min ago');
    expect(shortBalance([row([ether('1999999999999999999')])], NOW)).toBe('1.999999… ETH on Ethereum · 3 min ago');
    expect(shortBalance([row([ether('0')])], NOW)).toBe('0 ETH on Ethereum · 3 min ago');
  });

  it('names the chain where there are several, and shows one with an amount', () => {
    const rows = [row([ether('0')]), row([ether('7000000000000000000')], 'eip155:8453')];
    expect(shortBalance(rows, NOW)).toBe('7 ETH on Base · 3 min ago');
    expect(allBalances(rows, NOW)).toBe('Ethereum: 0 ETH · 3 min ago\nBase: 7 ETH · 3 min ago');
  });

  it('is left out where it is not known', () => {
    expect(shortBalance([], NOW)).toBeNull();
    expect(shortBalance([row([])], NOW)).toBeNull();
  });
});
