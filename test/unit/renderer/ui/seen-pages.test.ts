import { expect, test } from 'vitest';
import { unseenPages } from '../../../../renderer/ui/seen-pages.ts';

test('a skipped page does not count as seen', () => {
  expect(unseenPages(new Set([0]), 1)).toBe(0);
  expect(unseenPages(new Set([0, 3]), 4)).toBe(2);
  expect(unseenPages(new Set([0, 3, 1]), 4)).toBe(1);
  expect(unseenPages(new Set([0, 3, 1, 2]), 4)).toBe(0);
  // A text that grew by some pages has more unseen pages.
  expect(unseenPages(new Set([0, 1]), 3)).toBe(1);
});
