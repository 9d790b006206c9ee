import { describe, expect, test } from 'vitest';
import { rangeIn, unexplainedOf } from '../../../electron/crypto/meaning.ts';

describe('the place of bytes', () => {
  const whole = new Uint8Array(10).subarray(2, 9);

  test('is known only for a view', () => {
    expect(rangeIn(whole, whole.subarray(3, 5))).toEqual({ start: 3, end: 5 });
    expect(rangeIn(whole, whole.subarray(7))).toEqual({ start: 7, end: 7 });
    expect(rangeIn(whole, whole.slice(3, 5))).toBeUndefined();
    expect(rangeIn(whole, new Uint8Array(whole.buffer, 0, 4))).toBeUndefined();
    expect(rangeIn(whole.subarray(0, 4), whole.subarray(3, 5))).toBeUndefined();
  });

  test.each([
    ['nothing is explained', 4, [], [{ start: 0, end: 4 }]],
    [
      'ranges touch, overlap and come in any order',
      9,
      [
        [3, 6],
        [0, 3],
        [5, 9],
      ],
      [],
    ],
    [
      'gaps are left',
      9,
      [
        [6, 7],
        [1, 3],
      ],
      [
        { start: 0, end: 1 },
        { start: 3, end: 6 },
        { start: 7, end: 9 },
      ],
    ],
    ['there is nothing', 0, [], []],
  ])('the remainder when %s', (_name, length, explained, left) => {
    expect(
      unexplainedOf(
        length,
        explained.map(([start = 0, end = 0]) => ({ start, end })),
      ),
    ).toEqual(left);
  });
});
