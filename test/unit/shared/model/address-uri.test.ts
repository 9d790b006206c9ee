import { expect, it } from 'vitest';
import { readAddressUri } from '../../../../shared/model/index.ts';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';

it.each([
  [`eth:${ADDRESS}`, { address: ADDRESS, chain: 'eip155:1', amount: null }],
  [` base:${ADDRESS} `, { address: ADDRESS, chain: 'eip155:8453', amount: null }],
  [`eip155:1:${ADDRESS}`, { address: ADDRESS, chain: 'eip155:1', amount: null }],
  [`${BITCOIN}:bc1qxyz`, { address: 'bc1qxyz', chain: BITCOIN, amount: null }],
  [`ethereum:${ADDRESS}`, { address: ADDRESS, chain: 'eip155:1', amount: null }],
  [`ethereum:pay-${ADDRESS}@10?value=2.014e18`, { address: ADDRESS, chain: 'eip155:10', amount: '2.014e18 wei' }],
  ['bitcoin:bc1qxyz?amount=0.1&label=Shop', { address: 'bc1qxyz', chain: BITCOIN, amount: '0.1 BTC' }],
  ['BITCOIN:BC1QXYZ', { address: 'BC1QXYZ', chain: BITCOIN, amount: null }],
  ['solana:So1?amount=2', { address: 'So1', chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', amount: '2 SOL' }],
])('%s is an address with its chain and amount', (text, read) => {
  expect(readAddressUri(text)).toEqual(read);
});

it.each([
  ['an address by itself', ADDRESS],
  ['an address that has a prefix', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['a short name that nobody has', `nobody:${ADDRESS}`],
  ['the name of a member of objects', `constructor:${ADDRESS}`],
  ['a link that calls a function', `ethereum:${ADDRESS}/transfer?address=${ADDRESS}&uint256=1`],
  ['a link that pays a token', `solana:So1?amount=2&spl-token=${ADDRESS}`],
  ['a link with a parameter that must be understood', 'bitcoin:bc1qxyz?req-somethingyoudontunderstand=50'],
  ['a link with two amounts', 'bitcoin:bc1qxyz?amount=1&amount=2'],
  ['a web address', 'https://example.com/?amount=1'],
  ['nothing', ''],
])('%s is none', (_what, text) => {
  expect(readAddressUri(text)).toBeNull();
});
