import { expect, it } from 'vitest';
import { nearest } from '../../../shared/model/index.ts';

const KNOWN = ['key', 'profile', 'remove', 'create_wallet', 'create_wallets', 'ADDRESS_FORMAT_ETHEREUM'];

it.each([
  ['kye', ['key']],
  ['KEY', ['key']],
  ['profil', ['profile']],
  ['porfile', ['profile']],
  ['create-walet', ['create_wallet', 'create_wallets']],
  ['pro', ['profile']],
  ['address_format_etherium', ['ADDRESS_FORMAT_ETHEREUM']],
])('%s is near %j', (word, expected) => {
  expect(nearest(word, KNOWN)).toEqual(expected);
});

it.each(['', 'rename', 'p', 'wallet', 'a'.repeat(65), '7f3a'.repeat(16)])('%j is near nothing', (word) => {
  expect(nearest(word, KNOWN)).toEqual([]);
});

it('never gives more than three', () => {
  expect(nearest('in', ['inspect', 'init', 'interface', 'inbox'])).toEqual(['inspect', 'init', 'interface']);
});
