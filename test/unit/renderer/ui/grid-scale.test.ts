import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, test } from 'vitest';
import {
  MAXIMUM_HEIGHT,
  offsetShowing,
  rowAt,
  rowsBefore,
  scaleOf,
  toOffset,
  topOf,
  toScrollTop,
} from '../../../../renderer/ui/grid-scale.ts';

const views = fc.integer({ min: 1, max: 4_000 });
const rowHeights = fc.constantFrom(28, 36);
const ofOne = (row: number) => ({ row, heading: row, headings: [] });

describe('rows of one height in a view', () => {
  test('of a short list are at their natural place', () => {
    const scale = scaleOf(100_000, ofOne(36), 600);
    expect(scale).toEqual({ whole: 3_600_000, drawn: 3_600_000, view: 600 });
    expect([toOffset(1234.5, scale), toScrollTop(1234.5, scale)]).toEqual([1234.5, 1234.5]);
  });

  test('of a long list stay within the maximum height, and the scroll bar reaches both ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300_000, max: 100_000_000 }), rowHeights, views, (count, rowHeight, view) => {
        const scale = scaleOf(count, ofOne(rowHeight), view);
        expect(scale.drawn).toBe(MAXIMUM_HEIGHT);
        expect(toOffset(0, scale)).toBe(0);
        expect(toOffset(scale.drawn - view, scale)).toBe(scale.whole - view);
        expect(toScrollTop(scale.whole - view, scale)).toBe(scale.drawn - view);
        expect(toOffset(scale.drawn, scale)).toBe(scale.whole - view);
      }),
    );
  });

  test('map back from the scroll position to the same rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 35_999_000 }), (offset) => {
        const scale = scaleOf(1_000_000, ofOne(36), 600);
        expect(toOffset(toScrollTop(offset, scale), scale)).toBeCloseTo(offset, 3);
      }),
    );
  });

  test('are scrolled fully into view, and not moved when visible', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(35_999_000), fc.integer({ min: 36, max: 4_000 }), (row, offset, view) => {
        const scale = scaleOf(1_000_000, ofOne(36), view);
        const to = offsetShowing(row, ofOne(36), offset, scale);
        expect(row * 36).toBeGreaterThanOrEqual(to);
        expect(row * 36 + 36).toBeLessThanOrEqual(to + view);
        expect(offsetShowing(row, ofOne(36), to, scale)).toBe(to);
      }),
    );
  });
});

describe('rows with lower headings', () => {
  const heights = { row: 56, heading: 36, headings: [0, 3, 9] };
  const tops = Array.from({ length: 13 }, (_, index) => topOf(index, heights));

  test('follow each other without a gap', () => {
    const all = tops.slice(1).map((top, index) => top - (tops[index] ?? 0));
    expect(all).toEqual([36, 56, 56, 36, 56, 56, 56, 56, 56, 36, 56, 56]);
    expect(scaleOf(12, heights, 100).whole).toBe(tops[12]);
  });

  test('are found by each pixel of theirs', () => {
    for (let offset = 0; offset < (tops[12] ?? 0); offset += 1) {
      const row = tops.findLastIndex((top) => top <= offset);
      expect([rowAt(offset, heights), rowsBefore(offset, heights)]).toEqual([
        row,
        tops.filter((top) => top < offset).length,
      ]);
    }
  });

  test('are scrolled fully into view', () => {
    const scale = scaleOf(12, heights, 120);
    expect([3, 9, 11].map((row) => offsetShowing(row, heights, 0, scale))).toEqual([64, 380, 492]);
    expect(offsetShowing(0, heights, 300, scale)).toBe(0);
  });
});
