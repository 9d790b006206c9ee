import { expect, it } from 'vitest';
import { isMarked, marked, markedCount, NO_MARKS, toggled } from '../../../../renderer/state/marks.ts';

it('rows are selected one by one, and a selected one stays so', () => {
  const two = marked(toggled(NO_MARKS, 'a'), 'b');
  expect([isMarked(two, 'a'), isMarked(two, 'b'), isMarked(two, 'c'), markedCount(two, 9)]).toEqual([
    true,
    true,
    false,
    2,
  ]);
  expect(marked(two, 'a')).toBe(two);
  expect(markedCount(toggled(two, 'a'), 9)).toBe(1);
});

it('of all rows, those that are taken out again are not selected', () => {
  const all = { allBut: true, ids: new Set<string>() };
  const butOne = toggled(all, 'a');
  expect([isMarked(butOne, 'a'), isMarked(butOne, 'b'), markedCount(butOne, 9)]).toEqual([false, true, 8]);
  expect(isMarked(marked(butOne, 'a'), 'a')).toBe(true);
});
