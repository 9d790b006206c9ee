import { expect, test } from 'vitest';
import { rangesText } from '../../../../shared/words/index.ts';

test.each<[readonly number[], string]>([
  [[], ''],
  [[4], '4'],
  [[1, 2], '1 to 2'],
  [[5, 7, 8, 9, 12], '5, 7 to 9, 12'],
  [[1, 3, 5, 7, 9, 11, 13, 15, 17, 18, 20], '1, 3, 5, 7, 9, 11, 13, 15, and 3 more'],
])('%j are written as ranges', (numbers, text) => {
  expect(rangesText(numbers)).toBe(text);
});
