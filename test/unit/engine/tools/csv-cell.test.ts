import { expect, it } from 'vitest';
import { csvCell, plainCell } from '../../../../electron/engine/tools/csv-cell.ts';

it.each([
  ['an equals sign', '=1+1', "'=1+1"],
  ['a plus sign', '+1', "'+1"],
  ['a minus sign', '-1', "'-1"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a wide equals sign', '＝1+1', "'＝1+1"],
  ['a tab', '\t=1+1', "'\t'=1+1"],
  ['a carriage return', '\r=1+1', '"\'\r\'=1+1"'],
  ['an apostrophe before a sign', "'=1", "''=1"],
])('a cell that begins with %s is written as text and read back', (_name, text, cell) => {
  expect(csvCell(text)).toBe(cell);
  expect(plainCell(unquoted(cell))).toBe(text);
});

it.each([
  ['a semicolon', 'a;=1+1', "a;'=1+1"],
  ['a bar', 'a|@x', "a|'@x"],
  ['a line end', 'a\n-1', '"a\n\'-1"'],
  ['two semicolons', ';;+1;=2', ";;'+1;'=2"],
])(
  'a formula after %s is written as text, because another spreadsheet separates there, and read back',
  (_name, text, cell) => {
    expect(csvCell(text)).toBe(cell);
    expect(plainCell(unquoted(cell))).toBe(text);
  },
);

it.each(['a-b', '1 + 1', "it's", 'a;b', 'x = y'])('%j has no formula and keeps its characters', (text) => {
  expect(unquoted(csvCell(text))).toBe(text);
});

const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
