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
import { loadOtherLists } from '../../../../shared/secrets/index.ts';

const PHRASE = 'test test test test test test test test test test test junk'.split(' ');
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
    expect(phraseRefusal(PHRASE)).toBeUndefined();
    expect(phraseRefusal(PHRASE.map((word) => word.slice(0, 4)))).toBeUndefined();
    expect(phraseRefusal(['', ''])).toBe('Type the recovery phrase.');
    expect(phraseRefusal(['test', 'junc'])).toBe('Word 2 is not in the list. Correct it.');
    expect(phraseRefusal(['test', ''])).toBe('Word 2 is missing.');
  });

  it('are refused when they are known and their checksum is wrong', () => {
    for (const words of [PHRASE.map(() => 'test'), PHRASE.toReversed(), PHRASE.slice(1)])
      expect(phraseRefusal(words)).toContain('the last one does not fit the others');
  });

  it('are left to the vault when most are of another language', () => {
    expect(phraseRefusal(['abaisser', 'abandon', 'abdiquer'])).toBeUndefined();
    expect(phraseWords(['unknown', 'unknown', 'known'])).toBe(
      '3 of 3 words, of another language. The vault checks them',
    );
    expect(phraseRefusal(['abaisser', 'abdiquer', '', 'abandon'])).toBe('Word 3 is missing.');
  });

  it('of another language stay in their fields too, with a wrong checksum or word', async () => {
    const fault = await loadOtherLists();
    const zeros = (word: string, last: string) => [...Array<string>(11).fill(word), last];
    // Entropy of zeros, from the vectors of BIP-39: the last word carries the checksum.
    expect(phraseRefusal(zeros('ábaco', 'abierto'), fault)).toBeUndefined();
    expect(phraseRefusal(zeros('あいこくしん', 'あおぞら'), fault)).toBeUndefined();
    expect(phraseRefusal(zeros('ábaco', 'ábaco'), fault)).toContain('the last one does not fit the others');
    expect(phraseRefusal(zeros('ábaco', 'abiertos'), fault)).toBe(
      'Word 12 is not in the list of its language. Correct it.',
    );
    expect(phraseRefusal(['xx', 'yy', ...zeros('ábaco', 'abierto').slice(2)], fault)).toBe(
      'Words 1, 2 are in no list with the others. Correct them.',
    );
    expect(phraseRefusal(zeros('ábaco', 'ábaco'))).toBeUndefined();
  });

  it('become bytes with one space between', () => {
    expect(textOf(phraseBytes([{ value: 'aban' }, { value: 'zoo' }]))).toBe('abandon zoo');
    expect(textOf(phraseBytes([{ value: 'zoo' }]))).toBe('zoo');
    expect(phraseBytes([])).toHaveLength(0);
  });

  it('stay in their fields when one of them is wrong, or their checksum', () => {
    const typed = [...PHRASE.slice(1), 'junc'];
    const fields = typed.map((value) => ({ value }));
    const first = {
      current: {
        get value() {
          return '';
        },
        set value(_empty: string) {
          for (const field of fields) field.value = '';
        },
        refusal: () => phraseRefusal(fields.map(({ value }) => value)),
        bytes: () => phraseBytes(fields),
      },
    };
    const last = fields.at(-1) ?? { value: '' };
    expect(takePassphrase(first, { current: null }, 'recovery phrase')).toContain('Word 12');
    expect(fields.map(({ value }) => value)).toEqual(typed);
    last.value = 'test';
    expect(takePassphrase(first, { current: null }, 'recovery phrase')).toContain('does not fit the others');
    expect(fields.map(({ value }) => value)).toEqual([...PHRASE.slice(1), 'test']);
    for (const [index, field] of fields.entries()) field.value = PHRASE[index] ?? '';
    const taken = takePassphrase(first, { current: null }, 'recovery phrase');
    expect(typeof taken === 'string' ? taken : textOf(taken)).toBe(PHRASE.join(' '));
    expect(fields.every(({ value }) => value === '')).toBe(true);
  });
});
