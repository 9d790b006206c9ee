import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mnemonicFromEntropy } from '../../../../electron/crypto/derivation/mnemonic.ts';
import { generateMnemonic, isMnemonic, mnemonicLanguage, mnemonicSeed } from '../../../../electron/crypto/index.ts';
import { MNEMONIC_LANGUAGES, MNEMONIC_LENGTHS, type MnemonicLanguage } from '../../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';

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

test('validity agrees with @scure/bip39 for any words of the list', () => {
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

  const french = 'abaisser';
  test.each([
    ['', 'it is empty'],
    [good.replace('junk', 'test'), 'all its words are known, but its last word does not fit the others'],
    [good.replace('test', 'Test'), 'word 1 has a capital letter'],
    [good.replace('test test', 'test  test'), 'two spaces stand behind word 1, instead of one'],
    [`${good} `, 'it ends with a space'],
    [`${good}\u3000`, 'it ends with a space'],
    [` ${good}`, 'it starts with a space'],
    [`${good}\nsecret`, 'a line end or tab stands behind word 12, instead of one space or the end. A passphrase'],
    [good.split(' ').slice(1).join(' '), 'it has 11 words and must have 12, 15, 18, 21 or 24'],
    ['test', 'it has 1 word and must have 12, 15, 18, 21 or 24'],
    [good.replace('junk', 'jun'), 'word 12 is in no word list of BIP-39'],
    [`${good} extra`, 'it has 13 words and must have 12, 15, 18, 21 or 24. A thirteenth word is a passphrase'],
    [
      Array.from({ length: 20 }, () => 'test').join(' '),
      'it has 20 words and must have 12, 15, 18, 21 or 24, as a share of SLIP-39 has',
    ],
    [
      Array.from({ length: 25 }, () => 'test').join(' '),
      'it has 25 words and must have 12, 15, 18, 21 or 24. A phrase of Monero',
    ],
    ['ab'.repeat(16), 'it has 32 hexadecimal digits, as entropy or a private key has, and not words'],
    [`xprv9s21${'Z'.repeat(100)}`, 'it is one word with digits, as an extended key has'],
    [good.replaceAll(' ', '-'), 'its words are not joined by single spaces'],
    [good.replaceAll(' ', ', '), 'word 1 has a character that no word has'],
    [good.replace('junk', 'junk1'), 'word 12 has a digit'],
    [good.replace('junk', '\u00a0junk'), 'word 12 has a character that is not seen'],
    [Array.from({ length: 12 }, () => 'aban').join(' '), 'word 1 is cut to its first letters'],
    [good.replace('test', french), 'word 1 is of another language than the others'],
    [Array.from({ length: 100_000 }, () => 'test').join(' '), 'it has 100000 words and must have'],
  ])('with its cause and without its words: %#', (text, fault) => {
    const said = () => mnemonicSeed(utf8Encode(text));
    expect(said).toThrow(`This is not a valid mnemonic: ${fault}`);
    expect(said).not.toThrow(/secret|junk|jun |abaisser|castellan/);
  });

  test('entropy of another length', () => {
    expect(() => mnemonicFromEntropy(new Uint8Array(17))).toThrowError(invalidInput);
  });

  test('bytes that are not UTF-8', () => {
    expect(isMnemonic(Uint8Array.from({ length: 300 }, () => 0xff))).toBe(false);
  });
});

const LISTS: Readonly<Record<MnemonicLanguage, readonly string[]>> = {
  MNEMONIC_LANGUAGE_ENGLISH: wordlist,
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: simplifiedChinese,
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: traditionalChinese,
  MNEMONIC_LANGUAGE_CZECH: czech,
  MNEMONIC_LANGUAGE_FRENCH: french,
  MNEMONIC_LANGUAGE_ITALIAN: italian,
  MNEMONIC_LANGUAGE_JAPANESE: japanese,
  MNEMONIC_LANGUAGE_KOREAN: korean,
  MNEMONIC_LANGUAGE_SPANISH: spanish,
};

describe.each(MNEMONIC_LANGUAGES)('%s', (language) => {
  const list = [...LISTS[language]];
  const entropy = fc
    .constantFrom(16, 20, 24, 28, 32)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));

  test('words are those of @scure/bip39 and are valid in every spelling', () => {
    fc.assert(
      fc.property(entropy, (bytes) => {
        const text = entropyToMnemonic(bytes, list).normalize('NFKD');
        expect(utf8Decode(mnemonicFromEntropy(bytes, language))).toBe(text);
        for (const spelling of [text, text.normalize('NFC'), text.normalize('NFC').replaceAll(' ', '\u3000')]) {
          const given = utf8Encode(spelling);
          // Words of both Chinese lists, or of English and French, may be valid in the other one too.
          const found = mnemonicLanguage(given);
          expect(found === language || (found !== null && validateMnemonic(text, [...LISTS[found]]))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('every spelling gives the same seed as @scure/bip39', () => {
    fc.assert(
      fc.property(entropy, (bytes) => {
        const text = entropyToMnemonic(bytes, list);
        const seed = mnemonicToSeedSync(text);
        expect(mnemonicSeed(utf8Encode(text.normalize('NFKD')))).toEqual(seed);
        expect(mnemonicSeed(utf8Encode(text.normalize('NFC')))).toEqual(seed);
      }),
      { numRuns: 10 },
    );
  });

  test('every word of the list is found in both Unicode forms', () => {
    const spellings = list.flatMap((word) => [...new Set([word.normalize('NFC'), word.normalize('NFKD')])]);
    expect(new Set(spellings).size).toBe(spellings.length);
    for (let first = 0; first < 2048; first += 11) {
      const bits = Array.from({ length: 11 }, (_, index) =>
        ((first + index) % 2048).toString(2).padStart(11, '0'),
      ).join('');
      const bytes = Uint8Array.from({ length: 16 }, (_, index) =>
        Number.parseInt(bits.padEnd(128, '0').slice(index * 8, index * 8 + 8), 2),
      );
      const words = utf8Decode(mnemonicFromEntropy(bytes, language)).split(' ');
      expect(words.slice(0, 11)).toEqual(
        Array.from({ length: 11 }, (_, index) => list[(first + index) % 2048]?.normalize('NFKD')),
      );
      expect(isMnemonic(utf8Encode(words.join(' ').normalize('NFC')))).toBe(true);
    }
  });

  test('a new mnemonic has the requested language', () => {
    const words = utf8Decode(generateMnemonic(24, language)).split(' ');
    expect(words.filter((word) => !list.includes(word))).toEqual([]);
    expect(words).toHaveLength(24);
  });
});

describe('languages are not mixed', () => {
  test('words of two lists are refused', () => {
    const words = utf8Decode(mnemonicFromEntropy(new Uint8Array(16), 'MNEMONIC_LANGUAGE_SPANISH')).split(' ');
    expect(isMnemonic(utf8Encode(['abandon', ...words.slice(1)].join(' ')))).toBe(false);
  });

  test('text that is valid in both Chinese lists gives the same seed', () => {
    const common = simplifiedChinese.filter((word) => traditionalChinese.includes(word));
    const words = common.slice(0, 11);
    const valid = common
      .map((last) => [...words, last].join(' '))
      .filter(
        (text) => validateMnemonic(text, [...simplifiedChinese]) && validateMnemonic(text, [...traditionalChinese]),
      );
    expect(valid.length).toBeGreaterThan(0);
    for (const text of valid.slice(0, 3)) {
      expect(mnemonicLanguage(utf8Encode(text))).toBe('MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE');
      expect(mnemonicSeed(utf8Encode(text))).toEqual(mnemonicToSeedSync(text));
    }
  });

  test.each(['あいこくしん\u3000\u3000あおぞら', '\u3000', 'が', '\u3099'])('%j is not a mnemonic', (text) => {
    expect(isMnemonic(utf8Encode(text))).toBe(false);
  });
});

test('text longer than any mnemonic is refused before parsing', () => {
  expect(isMnemonic(new Uint8Array(1024 * 1024).fill(0x61))).toBe(false);
  expect(isMnemonic(new Uint8Array(1024 * 1024).fill(0x20))).toBe(false);
});
