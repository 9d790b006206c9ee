import { expect, test } from 'vitest';
import { mnemonicFromEntropy } from '../../electron/crypto/derivation/mnemonic.ts';
import { isMnemonic, mnemonicLanguage } from '../../electron/crypto/index.ts';
import type { MnemonicLanguage } from '../../shared/model/index.ts';
import { hexDecode, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import vectors from './bip-39.json' with { type: 'json' };

test.each(vectors.words)('%s: %s becomes the published words, and they are valid', (language, entropy, words) => {
  const made = mnemonicFromEntropy(hexDecode(entropy), language as MnemonicLanguage);
  expect(utf8Decode(made)).toBe(words.normalize('NFKD'));
  expect(isMnemonic(utf8Encode(words))).toBe(true);
});

test.each(vectors.bip32JP)('the published Japanese words of %s', (entropy, words) => {
  const made = mnemonicFromEntropy(hexDecode(entropy), 'MNEMONIC_LANGUAGE_JAPANESE');
  expect(utf8Decode(made)).toBe(words.normalize('NFKD'));
  expect(mnemonicLanguage(utf8Encode(words))).toBe('MNEMONIC_LANGUAGE_JAPANESE');
});
