import { expect, test } from 'vitest';
import { inQuotes } from '../../../../shared/model/index.ts';

test.each([
  ['Safe', '“Safe”'],
  ['Safe” and “nothing else', '“Safe" and "nothing else”'],
  ['„a‟ «b»', '“"a" "b"”'],
  ["O'Brien’s", "“O'Brien’s”"],
  ['', '“”'],
])('nothing in %s closes its quotation', (text, quoted) => {
  expect(inQuotes(text)).toBe(quoted);
});

/** Marks of Unicode and of fonts that look like the end of a quotation. */
const MARKS = [
  ...'“”„‟«»„〝〞〟＂❝❞″‴‶״ʺˮ˝˵˶〃⹂「」『』﹂｣❠᳓',
  ...['\u{1f676}', '\u{1f677}', '\u{1f678}', "''", '’’', '‘’', '′′', 'ʼʼ', '``', '\u030b', '\u030e'],
];

test.each(MARKS)('the mark %s in a name closes no quotation', (mark) => {
  expect(inQuotes(`Bob${mark} can then no longer sign. ${mark}Eve`)).toBe('“Bob" can then no longer sign. "Eve”');
});
