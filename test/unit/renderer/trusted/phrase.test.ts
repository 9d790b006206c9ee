import { describe, expect, it } from 'vitest';
import { takePassphrase } from '../../../../renderer/trusted/passphrase.ts';
import {
  lengthFor,
  phraseBytes,
  phraseRefusal,
  phraseWords,
  stateOf,
  wordFor,
  wordsIn,
} from '../../../../renderer/trusted/phrase.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('the words of a recovery phrase', () => {
  it('are read from a typed or pasted text, numbered or not', () => {
    expect(wordsIn(' Test\tjunk\n')).toEqual(['test', 'junk']);
    expect(wordsIn('1. test 2) junk 12 zoo')).toEqual(['test', 'junk', 'zoo']);
    expect(wordsIn('')).toEqual([]);
  });

  it.each([
    [1, 12],
    [12, 12],
    [13, 15],
    [24, 24],
    [30, 24],
  ])('%d of them have %d fields', (words, length) => expect(lengthFor(words)).toBe(length));

  it('are completed from the list when their letters name one word', () => {
    expect(['aban', 'abandon', 'act', 'acto', 'aba', 'zzzz', ''].map(wordFor)).toEqual([
      ...['abandon', 'abandon', 'act', 'actor', 'aba', 'zzzz', ''],
    ]);
    expect(['zoo', 'zoos', ''].map(stateOf)).toEqual(['known', 'unknown', 'empty']);
  });

  it('are named by their place when they are wrong or missing, and never quoted', () => {
    expect(phraseWords(['known', 'empty'])).toBe('1 of 2 words');
    expect(phraseWords(['known', 'known'])).toBe('2 words, all in the list');
    expect(phraseWords(['unknown', 'known', 'known', 'unknown'])).toBe('Words 1, 4 are not in the list. Correct them');
    expect(phraseWords(['known', 'unknown', 'empty'])).toBe('Word 2 is not in the list. Correct it');
    expect(phraseRefusal(['known', 'known'])).toBeUndefined();
    expect(phraseRefusal(['empty', 'empty'])).toBe('Type the recovery phrase.');
    expect(phraseRefusal(['known', 'unknown'])).toBe('Word 2 is not in the list. Correct it.');
    expect(phraseRefusal(['known', 'empty'])).toBe('Word 2 is missing.');
  });

  it('are left to the vault when most are of another language', () => {
    const others = ['unknown', 'unknown', 'known'] as const;
    expect(phraseRefusal(others)).toBeUndefined();
    expect(phraseWords(others)).toBe('3 of 3 words, of another language. The vault checks them');
    expect(phraseRefusal(['unknown', 'unknown', 'empty', 'known'])).toBe('Word 3 is missing.');
  });

  it('become bytes with one space between', () => {
    expect(textOf(phraseBytes([{ value: 'aban' }, { value: 'zoo' }]))).toBe('abandon zoo');
    expect(textOf(phraseBytes([{ value: 'zoo' }]))).toBe('zoo');
    expect(phraseBytes([])).toHaveLength(0);
  });

  it('stay in their fields when one of them is wrong', () => {
    const fields = [{ value: 'test' }, { value: 'junc' }];
    const first = {
      current: {
        get value() {
          return '';
        },
        set value(_empty: string) {
          for (const field of fields) field.value = '';
        },
        refusal: () => phraseRefusal(fields.map(({ value }) => stateOf(wordFor(value)))),
        bytes: () => phraseBytes(fields),
      },
    };
    expect(takePassphrase(first, { current: null }, 'recovery phrase')).toContain('Word 2');
    expect(fields.map(({ value }) => value)).toEqual(['test', 'junc']);
    for (const field of fields.slice(1)) field.value = 'junk';
    const taken = takePassphrase(first, { current: null }, 'recovery phrase');
    expect(typeof taken === 'string' ? taken : textOf(taken)).toBe('test junk');
    expect(fields.map(({ value }) => value)).toEqual(['', '']);
  });
});
