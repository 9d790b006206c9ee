import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mnemonicFromEntropy } from '../../electron/crypto/derivation/mnemonic.ts';
import { isMnemonic, mnemonicLanguage, mnemonicSeed } from '../../electron/crypto/index.ts';
import { MNEMONIC_LANGUAGES } from '../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const INVALID = { error: { code: 'INVALID_INPUT' } };
const language = fc.constantFrom(...MNEMONIC_LANGUAGES);
const entropy = fc
  .constantFrom(16, 20, 24, 28, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));

test('random bytes are refused as a mnemonic', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1200 }), (bytes) => {
      expect(mnemonicLanguage(bytes)).toBeNull();
      expect(outcome(() => mnemonicSeed(bytes))).toMatchObject(INVALID);
    }),
    { numRuns: fuzzRuns(4) },
  );
});

test('entropy of any length becomes a mnemonic or a typed error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), language, (bytes, of) => {
      const words = outcome(() => mnemonicFromEntropy(bytes, of));
      if ('value' in words) expect(isMnemonic(words.value)).toBe(true);
      else expect(words).toMatchObject(INVALID);
    }),
    { numRuns: fuzzRuns(4) },
  );
});

test('a mnemonic with a changed, removed or added byte is refused, or is another valid mnemonic', () => {
  const change = fc.record({ at: fc.nat(400), drop: fc.nat(2), put: fc.uint8Array({ maxLength: 3 }) });
  fc.assert(
    fc.property(entropy, language, change, (bytes, of, { at, drop, put }) => {
      const words = mnemonicFromEntropy(bytes, of);
      const changed = Uint8Array.from([...words.subarray(0, at), ...put, ...words.subarray(at + drop)]);
      if (isMnemonic(changed)) expect([12, 15, 18, 21, 24]).toContain(utf8Decode(changed).split(/[ \u3000]/).length);
      else expect(outcome(() => mnemonicSeed(changed))).toMatchObject(INVALID);
    }),
    { numRuns: fuzzRuns() },
  );
});

test('words in any order and number are accepted only by count and checksum', () => {
  const words = fc.array(entropy, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(words, language, fc.nat(30), (many, of, count) => {
      const all = many.flatMap((bytes) => utf8Decode(mnemonicFromEntropy(bytes, of)).split(' '));
      const given = utf8Encode(all.slice(0, count).join(' '));
      const isCount = [12, 15, 18, 21, 24].includes(Math.min(count, all.length));
      if (isMnemonic(given)) expect(isCount).toBe(true);
      else expect(outcome(() => mnemonicSeed(given))).toMatchObject(INVALID);
    }),
    { numRuns: fuzzRuns(4) },
  );
});

test.each([
  ['spaces', ' '],
  ['ideographic spaces', '\u3000'],
  ['one word', 'abandon'],
  ['words', 'abandon '],
  ['voicing marks', '\u3099'],
])('a mebibyte of %s is refused', (_name, part) => {
  expect(isMnemonic(utf8Encode(part.repeat((1024 * 1024) / part.length)))).toBe(false);
});
