import { expect, it } from 'vitest';
import { termsOf } from '../../../../electron/engine/history/terms.ts';
import { CHAINS } from '../../../../shared/model/chain-table.ts';

const NOBODY = { of: () => ({ label: null }), labelled: () => new Set<string>() } as unknown as Parameters<
  typeof termsOf
>[1];

/** Returns the names of the chains whose rows a search keeps. */
function found(search: string): string[] {
  const [term] = termsOf(search, NOBODY);
  return Object.entries(CHAINS)
    .filter(([chain]) => term?.series?.({ address: `0x${'1'.repeat(40)}`, chain }))
    .map(([, { name }]) => name);
}

it.each([
  ['chain:sepolia', ['Sepolia']],
  ['chain:base', ['Base']],
  ['chain:base-sepolia', ['Base Sepolia']],
  ['chain:linea', ['Linea']],
  ['chain:eip155:84532', ['Base Sepolia']],
  ['chain:robinhood', ['Robinhood Chain', 'Robinhood Chain testnet']],
  ['chain:ba', []],
])('%s keeps the rows of %j', (search, names) => {
  expect(found(search)).toEqual(names);
});
