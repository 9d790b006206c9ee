import { describe, expect, test } from 'vitest';
import { nextRow } from '../../../../renderer/ui/grid-keys.ts';

describe('keys in a grid of 100 rows with 10 in view', () => {
  test.each([
    ['ArrowDown', 5, 6],
    ['ArrowDown', 99, 99],
    ['ArrowDown', -1, 0],
    ['ArrowUp', 5, 4],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 99],
    ['PageDown', 5, 14],
    ['PageDown', 95, 99],
    ['PageUp', 14, 5],
    ['PageUp', 3, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
  ])('%s at %i goes to %i', (key, from, to) => expect(nextRow(key, from, 100, 10)).toBe(to));

  test('other keys do not move', () => expect(nextRow('a', 5, 100, 10)).toBeNull());
});

test('an empty grid has nowhere to go', () => expect(nextRow('End', -1, 0, 10)).toBeNull());
