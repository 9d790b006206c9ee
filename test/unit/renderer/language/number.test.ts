import { describe, expect, it } from 'vitest';
import * as germanNumber from '../../../../renderer/language/de.number.ts';
import * as german from '../../../../renderer/language/de.ts';
import * as english from '../../../../renderer/language/locale.ts';
import { worded } from '../../../../renderer/language/worded.ts';
import * as englishNumber from '../../../../shared/words/number.ts';

const NUMBERS = [0, 1, 2, 11, 21, 100, 101, 999, 1000, 4821, 100_000, 1_234_567, Number.MAX_SAFE_INTEGER];

describe('numbers and their nouns', () => {
  it('are in English as Intl writes them', () => {
    const [digits, plural] = [new Intl.NumberFormat('en'), new Intl.PluralRules('en')];
    for (const number of NUMBERS) {
      expect(englishNumber.count(number)).toBe(digits.format(number));
      const noun = plural.select(number) === 'one' ? 'entry' : 'entries';
      expect(englishNumber.counted(number, 'entry', 'entries')).toBe(`${digits.format(number)} ${noun}`);
    }
  });

  it('have in German the plural forms of Intl, and no separator that reads as a decimal point', () => {
    const plural = new Intl.PluralRules('de');
    for (const number of NUMBERS) {
      const noun = plural.select(number) === 'one' ? 'Konto' : 'Konten';
      expect(germanNumber.counted(number, 'Konto', 'Konten')).toBe(`${germanNumber.count(number)} ${noun}`);
      expect(germanNumber.count(number)).not.toMatch(/[.,]/);
      expect(germanNumber.count(number).replaceAll(/\s/g, '')).toBe(String(number));
    }
    expect(germanNumber.counted(2, 'account')).toBe('2 accounts');
  });

  it('are in the modules that the build exchanges, with equal names', () => {
    expect(Object.keys(germanNumber)).toEqual(Object.keys(englishNumber));
    expect(Object.keys(german)).toEqual(Object.keys(english));
  });
});

it('a German date has the day, the month and the year in German order', () => {
  const format = new Intl.DateTimeFormat(german.DATES, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  expect(format.format(Date.UTC(2026, 10, 28))).toBe('28. Nov. 2026');
});

it('a word of no table stays as it is', () => expect(worded('Treasury')).toBe('Treasury'));
