import { expect, it } from 'vitest';
import { CHAINS } from '../../../../shared/model/chain-table.ts';
import { isTestNetwork } from '../../../../shared/model/index.ts';

const TEST_NAME = /\b(?:testnet4?|devnet|signet|regtest|Sepolia|Holesky|Hoodi|Amoy|Fuji|Shasta|Nile)$/;

it('the chains with the name of a test network are test networks', () => {
  for (const [chain, { name }] of Object.entries(CHAINS))
    expect([name, isTestNetwork(chain)]).toEqual([name, TEST_NAME.test(name)]);
  expect(isTestNetwork('eip155:999999999')).toBe(false);
});
