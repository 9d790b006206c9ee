import { expect, it } from 'vitest';
import { base58Bytes } from '../../../../electron/vault/base58.ts';
import { BASE58_ALPHABET, decodeBase58, utf8Decode } from '../../../../shared/wire/index.ts';

it.each([
  ['11', '0000'],
  ['2g', '61'],
  ['11233QC4', '0000287fb4cd'],
])('base58 %s is decoded', (text, hex) => {
  const bytes = decodeBase58(text);
  expect(bytes === null ? null : Buffer.from(bytes).toString('hex')).toBe(hex);
  expect(bytes === null ? null : utf8Decode(base58Bytes(bytes))).toBe(text);
});

it.each(['0', 'O', 'I', 'l', 'a b', 'ä'])('%s is no base58', (text) => {
  expect(decodeBase58(text)).toBeNull();
});

it('the value of a letter is its place in the alphabet', () => {
  expect([...BASE58_ALPHABET].map((letter) => decodeBase58(letter)?.[0])).toEqual(
    Array.from({ length: 58 }, (_, n) => n),
  );
});
