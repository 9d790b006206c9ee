import { expect, test } from 'vitest';
import { balancesIn } from '../../../../renderer/state/balances.ts';

const assets = [{ symbol: 'ETH', decimals: 18, units: '7' }];
const row = { address: '0xf39F', chain: 'eip155:1', assets, at: 0 } as const;

test('balances are shown to the profile whose accounts they are of', () => {
  const known = { profile: 'treasury', rows: [row, { ...row, address: '0x7099' }] };
  expect(balancesIn(known, 'treasury', row.address)).toEqual([row]);
  expect(balancesIn(known, 'payroll', row.address)).toEqual([]);
});
