import { describe, expect, test } from 'vitest';
import { acknowledgement, cutAtAddresses, groups, shorten } from '../../../../renderer/words/address.ts';

const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SOLANA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const OUTPUT = `${'0a'.repeat(32)}:1`;

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
    expect(groups('sha256:eeb36107')).toEqual(['sha256:', 'eeb3', '6107']);
  });
});

test.each([
  [`This lets ${ETHEREUM} and ${SOLANA}, or anybody, move tokens of ${OUTPUT}.`, [ETHEREUM, SOLANA, OUTPUT]],
  [`Instruction 0 of Token Program (${SOLANA}) cannot be decoded.`, [SOLANA]],
  [`${ETHEREUM}`, [ETHEREUM]],
  [`For the account ${ETHEREUM}: send 1 ETH, as sha256:ab says.`, [ETHEREUM]],
  [`x${ETHEREUM} and ${ETHEREUM}x are other words, and so is ${'ab'.repeat(32)}.`, []],
  ['', []],
])('a sentence is cut at the addresses that are known to be some: %s', (sentence, named) => {
  const known = new Set([ETHEREUM, SOLANA, OUTPUT]);
  const parts = cutAtAddresses(sentence, known);
  expect(parts.join('')).toBe(sentence);
  expect(parts.filter((part) => known.has(part))).toEqual(named);
});

test('an export is confirmed with the last six characters', () => {
  expect(acknowledgement(ETHEREUM)).toBe('b92266');
});

test('a sentence full of colons is cut at once', () => {
  const sentence = ':'.repeat(200_000);
  expect(cutAtAddresses(`${sentence}${ETHEREUM} ${ETHEREUM}${sentence}`, new Set([ETHEREUM]))).toEqual([
    `${sentence}${ETHEREUM} `,
    ETHEREUM,
    sentence,
  ]);
});
