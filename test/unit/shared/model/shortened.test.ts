import { describe, expect, it } from 'vitest';
import { ellipsized, shortened } from '../../../../shared/model/index.ts';

/** Two code units each. */
const FACES = '😀😁😂';

describe('a text that is cut', () => {
  it('is whole up to the limit', () => {
    expect([ellipsized('abcd', 4), shortened('abcd', 4), ellipsized('', 0)]).toEqual(['abcd', 'abcd', '']);
  });

  it('has an ellipsis beyond the limit', () => {
    expect([ellipsized('abcde', 4), shortened('abcde', 4)]).toEqual(['abcd…', 'abcd… (1 more characters)']);
    expect(ellipsized('a', 0)).toBe('…');
  });

  it.each([
    [1, '…', '… (6 more characters)'],
    [2, '😀…', '😀… (4 more characters)'],
    [3, '😀…', '😀… (4 more characters)'],
    [5, '😀😁…', '😀😁… (2 more characters)'],
  ])('splits no surrogate pair after %s characters', (limit, cut, noted) => {
    expect([ellipsized(FACES, limit), shortened(FACES, limit)]).toEqual([cut, noted]);
  });
});
