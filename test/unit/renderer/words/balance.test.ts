import { describe, expect, it } from 'vitest';
import { allBalances, assetLabel, balancesText, shortBalance } from '../../../../renderer/words/balance.ts';
import type { AddressBalances } from '../../../../shared/model/index.ts';

const NOW = 1_790_000_000_000;
const ether = (units: string) => ({ symbol: 'ETH', decimals: 18, units });
const USDC = { symbol: 'USDC', decimals: 6, units: '1250500000' };
const row = (assets: AddressBalances['assets'], chain: AddressBalances['chain'] = 'eip155:1'): AddressBalances => ({
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chain,
  assets,
  at: NOW - 180_000,
});

describe('a balance in words', () => {
  it('has every asset and the age of the report', () => {
    expect(balancesText(row([ether('2500000000000000000'), USDC]), NOW)).toBe('2.5 ETH, 1,250.5 USDC · 3 min ago');
    expect(balancesText(row([ether('1')]), NOW)).toBe('0.000000000000000001 ETH · 3 min ago');
  });

  it('in a list has the first asset with an amount, cut and never rounded up', () => {
    expect(shortBalance([row([ether('2500000000000000000'), USDC])], NOW, 'Ethereum')).toBe('2.5 ETH · 3 min ago');
    expect(shortBalance([row([ether('0'), USDC])], NOW, 'Ethereum')).toBe('1,250.5 USDC · 3 min ago');
    expect(shortBalance([row([ether('1999999999999999999')])], NOW, 'Ethereum')).toBe('1.999999… ETH · 3 min ago');
    expect(shortBalance([row([ether('0')])], NOW, 'Ethereum')).toBe('0 ETH · 3 min ago');
  });

  it('names a chain that the list does not name, and shows one with an amount', () => {
    const rows = [row([ether('0')]), row([ether('7000000000000000000')], 'eip155:8453')];
    expect(shortBalance(rows, NOW, 'Ethereum')).toBe('7 ETH on Base · 3 min ago');
    expect(allBalances(rows, NOW)).toBe('Ethereum: 0 ETH · 3 min ago\nBase: 7 ETH · 3 min ago');
  });

  it('is left out where it is not known', () => {
    expect(shortBalance([], NOW, 'Ethereum')).toBeNull();
    expect(shortBalance([row([])], NOW, 'Ethereum')).toBeNull();
  });

  it('is shown beside the name of its asset, and left out where two assets have one name', () => {
    const asset = { symbol: 'USDC', decimals: 6 };
    expect(assetLabel(asset, [ether('7'), USDC])).toBe('USDC · 1,250.5');
    expect(assetLabel({ symbol: 'ETH', decimals: 18 }, [ether('1999999999999999999')])).toBe('ETH · 1.999999…');
    expect(assetLabel(asset, [])).toBe('USDC');
    expect(assetLabel({ ...asset, decimals: 18 }, [USDC])).toBe('USDC');
    expect(assetLabel(asset, [USDC, { ...USDC, units: '1' }])).toBe('USDC');
  });
});
