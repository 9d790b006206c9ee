import { describe, expect, test } from 'vitest';
import { acknowledgement, addressesIn, groups, looksLikeAddress, shorten } from '../../../../renderer/words/address.ts';

const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SOLANA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

describe('shortening', () => {
  test('keeps six characters at each end and does not count the prefix', () => {
    expect(shorten(ETHEREUM)).toBe('0xf39Fd6…b92266');
    expect(shorten(SOLANA)).toBe('9WzDXw…YtAWWM');
  });

  test('leaves alone what would not become shorter', () => {
    expect(shorten('0x123456789abc')).toBe('0x123456789abc');
    expect(shorten('')).toBe('');
  });
});

describe('groups', () => {
  test.each([ETHEREUM, SOLANA, '', '0x', 'abcde'])('of %j join to the same text', (text) => {
    expect(groups(text).join('')).toBe(text);
  });

  test('are of four, with the prefix on its own', () => {
    expect(groups(ETHEREUM).slice(0, 3)).toEqual(['0x', 'f39F', 'd6e5']);
    expect(groups('abcdefghij')).toEqual(['abcd', 'efgh', 'ij']);
  });
});

test('addresses, keys and digests are drawn in groups; words, paths and ids are not', () => {
  expect(
    [ETHEREUM, SOLANA, 'a'.repeat(64), `02${'b'.repeat(64)}`, `04${'c'.repeat(128)}`].every(looksLikeAddress),
  ).toBe(true);
  expect(
    ["m/44'/60'/0'/0/0", '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', 'Treasury', '0x12', ''].some(looksLikeAddress),
  ).toBe(false);
});

test.each([
  'bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l',
  'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7',
  'spark1pgss84x4ncun85gn7ta4m62sm32qura5xx955slsj55yq82yqq2n24xkuzsavz',
  '35SJqx6sLgzsAj266psEbPMGBNw65GhyYN',
  'rsU8H2hYDFT7hiDs68nLyZ1gw9yeq5NLbx',
  'GCRN5PMAG5FM5QLCH7BUZPRQ7UIW37LBZLF2BIDEOSG4ZQ6HYRC45ALA',
  'UQBT75PVOzaIQxHnXsn8W79LuNqmD2arTD20u4pk_bGiOG4h',
  `0x${'7f'.repeat(32)}`,
])('%s is drawn in groups', (address) => expect(looksLikeAddress(address)).toBe(true));

test('in a sentence only the addresses are', () => {
  const sentence = `This lets ${ETHEREUM} and ${SOLANA}, or anybody, move tokens.`;
  const parts = addressesIn(sentence);
  expect(parts.join('')).toBe(sentence);
  expect(parts.filter(looksLikeAddress)).toEqual([ETHEREUM, SOLANA]);
  expect(addressesIn('')).toEqual([]);
});

test('an export is confirmed with the last six characters', () => {
  expect(acknowledgement(ETHEREUM)).toBe('b92266');
});
