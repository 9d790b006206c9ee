import { expect, it } from 'vitest';
import { titleOf } from '../../../../electron/engine/log/search.ts';

it.each([
  ['list_wallets', 'Read wallets'],
  ['list_eth_transaction_history', 'Read Ethereum transactions'],
  ['create_wallet', 'Create wallet'],
  ['of a later version', 'of a later version'],
])('a record is titled with a verb, and a chain keeps its capital: %s', (operation, title) => {
  expect(titleOf(operation)).toBe(title);
});
