import { describe, expect, it } from 'vitest';
import { dayOfMoment, type Group, groupsOf, headingsOf, pageOfLines } from '../../../../shared/model/index.ts';

const GROUPS: readonly Group[] = [
  { group: 'open', rows: 2 },
  { group: 1_000, rows: 3 },
  { group: null, rows: 1 },
];
/** Six rows, named by their position. */
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];
const ALL = [GROUPS[0], 'a', 'b', GROUPS[1], 'c', 'd', 'e', GROUPS[2], 'f'];

/** The lines of a page, read as a list reads them. */
function linesAt(offset: number, limit: number) {
  const { rows, linesOf } = pageOfLines(GROUPS, { offset, limit });
  return linesOf(ROWS.slice(rows.offset, rows.offset + rows.limit));
}

describe('a page of lines', () => {
  it('has a heading before the rows of each group, wherever the page begins and ends', () => {
    for (let offset = 0; offset <= ALL.length; offset += 1)
      for (let limit = 1; limit <= ALL.length; limit += 1)
        expect(linesAt(offset, limit)).toEqual(ALL.slice(offset, offset + limit));
  });

  it('has its headings at known positions', () => {
    expect(headingsOf(GROUPS)).toEqual([0, 3, 7]);
    expect(headingsOf([])).toEqual([]);
  });

  it('counts lines and rows apart', () => {
    expect(pageOfLines(GROUPS, { offset: 0, limit: 1 })).toMatchObject({ total: 9, found: 6 });
    expect(pageOfLines([], { offset: 0, limit: 5 })).toMatchObject({ total: 0, found: 0, rows: { limit: 0 } });
  });
});

it('rows that follow each other are one group', () => {
  expect(groupsOf([1, 1, 2, 1], (row) => row)).toEqual([
    { group: 1, rows: 2 },
    { group: 2, rows: 1 },
    { group: 1, rows: 1 },
  ]);
});

it('a moment that is no date has no day', () => {
  const noon = new Date(2026, 10, 23, 12).getTime();
  expect(dayOfMoment(noon)).toBe(new Date(2026, 10, 23).getTime());
  expect([dayOfMoment(null), dayOfMoment(1e17), dayOfMoment(-1e17)]).toEqual([null, null, null]);
});
