import { expect, test } from 'vitest';
import { inQuotes } from '../../../../shared/model/index.ts';

test.each([
  ['Safe', '“Safe”'],
  ['Safe” and “nothing else', '“Safe" and "nothing else”'],
  ['„a‟ «b»', '“"a" "b"”'],
  ['', '“”'],
])('nothing in %s closes its quotation', (text, quoted) => {
  expect(inQuotes(text)).toBe(quoted);
});
