import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateMnemonic, isMnemonic, mnemonicFromEntropy, mnemonicSeed } from '../../../electron/crypto/index.ts';
import { MNEMONIC_LENGTHS } from '../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import '../../fuzz/seed.ts';

const invalidInput = expect.objectContaining({ code: 'INVALID_INPUT' });

test.each(MNEMONIC_LENGTHS)('%d words are generated, valid and never twice the same', (length) => {
  const words = generateMnemonic(length);
  expect(utf8Decode(words).split(' ')).toHaveLength(length);
  expect(isMnemonic(words)).toBe(true);
  expect(validateMnemonic(utf8Decode(words), wordlist)).toBe(true);
  expect(generateMnemonic(length)).not.toEqual(words);
});

test('words and seeds are those of @scure/bip39', () => {
  const entropy = fc
    .constantFrom(16, 20, 24, 28, 32)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
  fc.assert(
    fc.property(entropy, (bytes) => {
      const words = mnemonicFromEntropy(bytes);
      const text = entropyToMnemonic(bytes, wordlist);
      expect(utf8Decode(words)).toBe(text);
      expect(mnemonicSeed(words)).toEqual(mnemonicToSeedSync(text));
    }),
    { numRuns: 25 },
  );
});

test('validity is judged as @scure/bip39 judges it, for any words of the list', () => {
  const word = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...wordlist) },
    { weight: 1, arbitrary: fc.constantFrom('', 'zooo', 'abandonx', 'aban') },
  );
  let valid = 0;
  fc.assert(
    fc.property(fc.array(word, { minLength: 11, maxLength: 13 }), (words) => {
      const text = words.join(' ');
      const expected = validateMnemonic(text, wordlist);
      if (expected) valid += 1;
      expect(isMnemonic(utf8Encode(text))).toBe(expected);
    }),
    { numRuns: 600, seed: 7 },
  );
  expect(valid).toBeGreaterThan(0);
});

describe('is refused', () => {
  const good = 'test test test test test test test test test test test junk';

  test.each([
    ['nothing', ''],
    ['another last word', good.replace('junk', 'test')],
    ['a capital letter', good.replace('test', 'Test')],
    ['two spaces', good.replace(' ', '  ')],
    ['a space at the end', `${good} `],
    ['a space at the start', ` ${good}`],
    ['a line feed', good.replace(' ', '\n')],
    ['eleven words', good.split(' ').slice(1).join(' ')],
    ['a word cut short', good.replace('junk', 'jun')],
    ['a thousand words', Array.from({ length: 1000 }, () => 'test').join(' ')],
  ])('%s', (_name, text) => {
    expect(isMnemonic(utf8Encode(text))).toBe(false);
    expect(() => mnemonicSeed(utf8Encode(text))).toThrowError(invalidInput);
  });

  test('entropy of another length', () => {
    expect(() => mnemonicFromEntropy(new Uint8Array(17))).toThrowError(invalidInput);
  });

  test('bytes that are no text', () => {
    expect(isMnemonic(Uint8Array.from({ length: 300 }, () => 0xff))).toBe(false);
  });
});
