import * as published from 'viem/chains';
import { expect, test } from 'vitest';
import { chainOf, explorerOf } from '../../shared/model/index.ts';

const chains = Object.values(published).flatMap((chain) => (typeof chain === 'object' && 'id' in chain ? [chain] : []));

test('every known chain has its published coin', () => {
  const known = chains.flatMap(({ id, nativeCurrency: { symbol, decimals } }) => {
    const chain = chainOf(`eip155:${id}`);
    return chain === null ? [] : [{ id, symbol, decimals, chain }];
  });
  expect(known.length).toBeGreaterThan(50);
  for (const { id, symbol, decimals, chain } of known)
    expect({ id, coin: chain.coin, decimals: chain.decimals }).toEqual({ id, coin: symbol, decimals });
});

test('every explorer is a published one of its chain', () => {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const known = chains.flatMap((chain) => {
    const explorer = explorerOf(`eip155:${chain.id}`, account);
    const named = 'blockExplorers' in chain ? Object.values(chain.blockExplorers ?? {}) : [];
    const hosts = named.map(({ url }) => new URL(url).host);
    return explorer === null ? [] : [{ id: chain.id, host: new URL(explorer).host, hosts }];
  });
  expect(known.length).toBeGreaterThan(30);
  expect(known.filter(({ host, hosts }) => !hosts.includes(host))).toEqual([]);
});
