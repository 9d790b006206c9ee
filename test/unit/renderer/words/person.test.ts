import { expect, it } from 'vitest';
import { personWords } from '../../../../renderer/words/person.ts';

it.each([
  ...['You', 'you ', 'YOU', 'Y\u200bou', 'Yóu', 'Ｙｏｕ', 'Y0u', '(You)', 'Sie'],
  // Cyrillic, Greek and Armenian letters.
  ...['Yоu', 'Υου', 'Уоu', 'Yoս', 'Ѕіе', 'Sıe'],
])('a user whose name looks like the word for the own user is named in quotes: %j', (name) => {
  expect(personWords({ name })).toBe(`“${name}”`);
});

it.each([
  [{ name: 'Ada' }, 'Ada'],
  [{ name: 'Young' }, 'Young'],
  [{ name: 'Yousef Sie' }, 'Yousef Sie'],
  [{ name: '' }, 'a user without a known name'],
  [{ name: null }, 'a user without a known name'],
  [null, 'somebody not known'],
])('any other user is not: %j', (person, words) => {
  expect(personWords(person)).toBe(words);
});
