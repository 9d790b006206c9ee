import * as published from 'viem/chains';
import { expect, test } from 'vitest';
import { chainOf } from '../../shared/model/index.ts';

const chains = Object.values(published).flatMap((chain) => (typeof chain === 'object' && 'id' in chain ? [chain] : []));

test('every chain that is known has the coin that it is published with', () => {
  const known = chains.flatMap(({ id, nativeCurrency: { symbol, decimals } }) => {
    const chain = chainOf(`eip155:${id}`);
    return chain === null ? [] : [{ id, symbol, decimals, chain }];
  });
  expect(known.length).toBeGreaterThan(50);
  for (const { id, symbol, decimals, chain } of known)
    expect({ id, coin: chain.coin, decimals: chain.decimals }).toEqual({ id, coin: symbol, decimals });
});
