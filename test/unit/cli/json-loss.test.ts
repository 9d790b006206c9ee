import { expect, it } from 'vitest';
import { parseJsonObject } from '../../../electron/cli/files.ts';

it.each([
  ['{"a":1,"a":2}', 'it has the member a twice. Leave one of them out'],
  ['{"a":[{"b":{"c":1,"d":2,"c":1}}]}', 'it has the member c in b in item 1 of a twice. Leave one of them out'],
  ['{"a":1,"\\u0061":2}', 'it has the member a twice. Leave one of them out'],
  ['{"nonce":12345678901234567890}', 'the number nonce has more digits than JSON keeps. Write it in double quotes'],
  ['{"a":[0,9007199254740993]}', 'the number item 2 of a has more digits than JSON keeps. Write it in double quotes'],
  ['{"a":-1e400}', 'the number a has more digits than JSON keeps. Write it in double quotes'],
  ['{"a":0.12345678901234567890}', 'the number a has more digits than JSON keeps. Write it in double quotes'],
  [
    `{"${'k'.repeat(64)}":1,"${'k'.repeat(64)}":2}`,
    'it has the member whose name is long twice. Leave one of them out',
  ],
  [`{"a":${'['.repeat(300)}${']'.repeat(300)}}`, 'it is nested more than 256 deep. Check the program that wrote it'],
])('a text of which something would be lost is refused: %#', (text, why) => {
  expect(() => parseJsonObject(text, 'It')).toThrow(
    `It cannot be used, because ${why}. Nothing was done. Correct it and try again.`,
  );
});

it.each([
  '{"a":9007199254740991,"b":-0.5,"c":1.50e3,"d":"12345678901234567890","e":{"a":1},"f":[{"a":1},{"a":1}],"g":0.000000001}',
])('a text that is kept whole is read: %s', (text) => {
  expect(parseJsonObject(text, 'It')).toEqual(JSON.parse(text));
});
