import { describe, expect, test } from 'vitest';
import { mnemonicFromEntropy } from '../../../../electron/crypto/derivation/mnemonic.ts';
import { isMnemonic } from '../../../../electron/crypto/index.ts';
import { hexDecode, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import { corpusTitle, hasCorpus, readCorpus } from '../../../vectors/corpora.ts';

const path = 'bips/bip39.json';

describe.skipIf(!hasCorpus(path))(corpusTitle('BIP-39 English vectors', path), () => {
  test('entropy becomes the published words, and they are valid', () => {
    const { english } = readCorpus<{ english: [string, string, string, string][] }>(path);
    expect(english.length).toBeGreaterThan(20);
    for (const [entropy, words] of english) {
      expect(utf8Decode(mnemonicFromEntropy(hexDecode(entropy)))).toBe(words);
      expect(isMnemonic(utf8Encode(words))).toBe(true);
    }
  });
});
