import { expect, it } from 'vitest';
import { ADDRESS_TABLE, misspelling } from '../../../../electron/crypto/index.ts';
import type { AddressFormat } from '../../../../shared/model/index.ts';

const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SOLANA = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
const TRON = 'TZAcQpmdhrdMTJpfcZWJUeJBNwireyh5Zo';
const SEGWIT = 'bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te';
const LEGACY = '1Ei9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1';
const COSMOS = 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7';
const RIPPLE = 'rsU8H2hYDFT7hiDs68nLyZ1gw9yeq5NLbx';

it.each<[string, string, string]>([
  ['ETHEREUM', '', 'it is empty'],
  ['ETHEREUM', ETHEREUM.replace('f39F', 'F39F'), 'its upper and lower case letters do not fit its checksum (EIP-55)'],
  ['ETHEREUM', ETHEREUM.slice(2), 'it lacks 0x before its digits'],
  ['ETHEREUM', ETHEREUM.toLowerCase().replace('0x', '0X'), 'it begins with 0X. Write 0x'],
  ['ETHEREUM', `${ETHEREUM}0`, 'it has 41 hexadecimal digits and must have 40'],
  ['ETHEREUM', ETHEREUM.replace('f39F', 'O39F'), 'it has a character after its first 2 characters'],
  ['ETHEREUM', `${ETHEREUM}\u00a0`, 'it has a space or line break after its first 42 characters. Remove it'],
  ['ETHEREUM', `${ETHEREUM}\u200b`, 'it has an invalid character after its first 42 characters'],
  ['ETHEREUM', 'vitalik.eth', 'it is a name, and no names are looked up'],
  ['ETHEREUM', SOLANA, 'it is one of ADDRESS_FORMAT_SOLANA'],
  [
    'SOLANA',
    SOLANA.replace('o', '0'),
    'it has a character after its first 0 characters that no such address has. The alphabet',
  ],
  ['SOLANA', SOLANA.slice(20), 'it has 23 characters and must have 32 to 44'],
  ['SOLANA', SOLANA.slice(4), 'it stands for 29 bytes and must stand for 32'],
  ['TRON', `${TRON.slice(0, -1)}p`, 'its checksum is wrong'],
  ['TRON', TRON.slice(0, -2), 'it stands for 24 bytes and must stand for 25'],
  ['TRON', TRON.slice(0, 24), 'it has 24 characters'],
  ['TRON', `${TRON.slice(0, 6)}...${TRON.slice(-4)}`, 'it is shortened. Copy the whole address'],
  ['TON_V4R2', 'UQCEZf…sGKP', 'it is shortened. Copy the whole address'],
  ['XRP', `${RIPPLE.slice(0, -2)}zz`, 'its checksum is wrong'],
  ['TRON', TRON.replace('Z', 'l'), 'it has a character after its first 1 character that'],
  ['BITCOIN_MAINNET_P2WPKH', `${SEGWIT.slice(0, -1)}q`, 'its checksum is wrong'],
  ['BITCOIN_MAINNET_P2WPKH', SEGWIT.replace('q4', 'Q4'), 'it mixes upper and lower case letters'],
  ['BITCOIN_MAINNET_P2WPKH', SEGWIT.replace('4qw', '4bw'), 'it has a character after its first 5 characters'],
  ['BITCOIN_MAINNET_P2WPKH', SEGWIT.slice(0, -1), 'it has 41 characters and must have 42'],
  ['BITCOIN_MAINNET_P2WPKH', `bx${SEGWIT.slice(2)}`, 'it does not begin with bc1'],
  ['BITCOIN_MAINNET_P2PKH', `${LEGACY.slice(0, -1)}2`, 'its checksum is wrong'],
  ['COSMOS', `${COSMOS.slice(0, -1)}8`, 'its checksum is wrong'],
  ['XRP', `${RIPPLE.slice(0, -1)}y`, 'its checksum is wrong'],
  ['SUI', '0x22', 'it has 2 hexadecimal digits and must have 64'],
  ['XLM', 'GCRN', 'a character is wrong or missing'],
])('%s %s: %s', (name, text, words) => {
  const format = `ADDRESS_FORMAT_${name}` as AddressFormat;
  expect(ADDRESS_TABLE[format].normalize(text)).toBeNull();
  expect(misspelling(format, text)).toContain(words);
});
