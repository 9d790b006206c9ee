import { expect, it } from 'vitest';
import { csvCell, plainCell } from '../../../../electron/engine/tools/csv-cell.ts';

it.each([
  ['an equals sign', '=1+1', "'=1+1"],
  ['a plus sign', '+1', "'+1"],
  ['a minus sign', '-1', "'-1"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1+1', "'\t=1+1"],
  ['a carriage return', '\r=1+1', '"\'\r=1+1"'],
])('a cell that begins with %s is written as text and read back', (_name, text, cell) => {
  expect(csvCell(text)).toBe(cell);
  expect(plainCell(`'${text}`)).toBe(text);
});
