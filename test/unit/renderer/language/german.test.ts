import { expect, test } from 'vitest';
import { catalogueOf } from '../../../../scripts/lib/language/catalogue.mjs';

const GERMAN = catalogueOf('de');

test.each([
  // A duration stands alone, as in “30 Tage” and “12 Tage alt”. An age is in the dative.
  ['{0} days', '{0} Tage'],
  ['{0} days ago', 'vor {0} Tagen'],
  // An age such as “vor 2 h” follows.
  ['Its rows are from {0}.', 'Stand der Zeilen: {0}.'],
  ['The values are from {0}.', 'Stand der Werte: {0}.'],
  // The program forgets it, not the operator.
  ['Forget PIN', 'Gespeicherte PIN löschen'],
])('“%s” has the German form that its place needs', (english, german) => {
  expect(GERMAN[english]).toBe(german);
});

test('a tag is never the German word for a day', () => {
  const wrong = Object.entries(GERMAN).filter(
    ([english, german]) =>
      /\btags?\b/i.test(english) && /(?<!Destination-)\bTags?\b/.test(german) && !/\bday\b/.test(english),
  );
  expect(wrong).toEqual([]);
});
