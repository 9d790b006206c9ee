import { describe, expect, it, test } from 'vitest';
import { parseJson } from '../../../../shared/model/index.ts';
import { jsonFault } from '../../../../shared/model/json-fault.ts';
import { busyMilliseconds } from '../../../tools/busy.ts';

const COMMA = 'a value is missing before a closing bracket; leave out the comma or colon before it';
const QUOTES = 'a text must be in double quotes (")';
const VALUE = 'a value must stand here: a text in double quotes, a number, true, false, null, an object or a list';
const NUMBER = 'a number is not in JSON form; write it as in 12, -3 or 0.5, or a text in double quotes';

describe('why a text is not JSON', () => {
  it.for([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['{', 'line 1, column 2: it ends before a curly bracket } closes it'],
    ['{"a":[1', 'line 1, column 8: it ends before a square bracket ] closes it'],
    ['{"a":', 'line 1, column 6: it ends before a curly bracket } closes it'],
    ['{"a":1,}', `line 1, column 8: ${COMMA}`],
    ['{\n  "a": [1, 2,\n  ]\n}', `line 3, column 3: ${COMMA}`],
    ['{"a":}', `line 1, column 6: ${COMMA}`],
    ['[,1]', 'line 1, column 2: a value is missing before a comma'],
    ["{'a':1}", `line 1, column 2: ${QUOTES}`],
    ['{“a”:1}', `line 1, column 2: ${QUOTES}`],
    ['{"a":\'b\'}', `line 1, column 6: ${QUOTES}`],
    ['{a:1}', 'line 1, column 2: a name must stand here, in double quotes'],
    ['{"a":1 "b":2}', 'line 1, column 8: a comma is missing'],
    ['{"a" 1}', 'line 1, column 6: a colon is missing between a name and its value'],
    ['["a":1]', 'line 1, column 5: a list has no names; write an object in curly brackets'],
    ['[1}', 'line 1, column 3: another bracket is closed than [, which was opened last'],
    ['{} {}', 'line 1, column 4: text follows its end; give one JSON value only'],
    ['{}}', 'line 1, column 3: a bracket is closed that was not opened'],
    ['{"a":1 // one\n}', 'line 1, column 8: JSON has no comments'],
    ['# one\n{}', 'line 1, column 1: JSON has no comments'],
    ['{ /* one */ }', 'line 1, column 3: JSON has no comments'],
    ['{"a":NaN}', 'line 1, column 6: JSON has no NaN; write a number or null'],
    ['{"a":Infinity}', 'line 1, column 6: JSON has no Infinity; write a number or null'],
    ['{"a":None}', 'line 1, column 6: write null for None'],
    ['{"a":True}', 'line 1, column 6: write true for True'],
    ['{"a":undefined}', 'line 1, column 6: write null for undefined, or leave the member out'],
    ['{"a":nullx}', `line 1, column 6: ${VALUE}`],
    ['{"a":-Infinity}', `line 1, column 6: ${NUMBER}`],
    ['{"a":10n}', `line 1, column 6: ${NUMBER}`],
    ['{"a":0x10}', 'line 1, column 6: JSON has decimal numbers only; write decimal digits, or a text in double quotes'],
    ['{"a":01}', 'line 1, column 6: a number begins with a zero; take the zero away, or write a text in double quotes'],
    ['{"a":.5}', 'line 1, column 6: a digit is missing before a point; write 0 there'],
    ['{"a":5.}', 'line 1, column 6: a digit is missing after a point'],
    ['{"a":+5}', 'line 1, column 6: a number has no plus sign in JSON; remove it'],
    ['{"a":1_000}', 'line 1, column 6: a number has no separators; write its digits alone'],
    ['{} // one', 'line 1, column 4: JSON has no comments'],
    ['{"a":"b}', 'line 1, column 6: the quotation mark that closes a text is missing'],
    [
      '{"a":"b\nc"}',
      'line 1, column 8: a text has a line end or another control character in it; write \\n for a line end, or close the text before it',
    ],
    [
      '{"a":"C:\\Users"}',
      'line 1, column 9: a backslash in a text begins an escape that JSON does not have; write \\\\ for a backslash',
    ],
    ['\ufeff{}', 'line 1, column 1: an invisible character (U+FEFF) stands here; remove it'],
    ['\u00a0{}', 'line 1, column 1: an invisible character (U+00A0) stands here; remove it'],
  ] as const)('%j', ([text, why]) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonFault(text)).toBe(why);
  });

  it('is absent for valid JSON', () => {
    for (const text of ['{}', '[]', ' [1, -2.5e+3, "a\\u00e9\\"", {"b": [true, false, null, {}]}] ', '"a"', '0'])
      expect([JSON.parse(text), jsonFault(text)]).toEqual([JSON.parse(text), 'it cannot be read']);
  });

  it('is found quickly in long or deep text', () => {
    const busy = busyMilliseconds(() => {
      expect(jsonFault('['.repeat(300_000))).toContain('it ends before a square bracket ]');
      expect(jsonFault(`"${'\\n'.repeat(300_000)}`)).toContain('quotation mark');
      expect(jsonFault(`[${'1,'.repeat(300_000)}]`)).toContain(COMMA);
    });
    expect(busy).toBeLessThan(5_000);
  });
});

test('a reason repeats no part of the text', () => {
  const secret = 'hunter2';
  for (const text of [
    secret,
    `{"${secret}`,
    `{${secret}:1}`,
    `{"a":${secret}}`,
    `{"a":1}${secret}`,
    `["${secret}" "b"]`,
  ])
    expect(() => parseJson(text, (why) => new Error(why))).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
});
