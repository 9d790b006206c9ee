import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../../renderer/trusted/secret-canvas.ts';

/** The lines as a person reads them, with a space between groups. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  let end = 0;
  for (const { index, line, left } of placesOf(new TextEncoder().encode(text), width)) {
    lines[line] ??= '';
    if (lines[line] !== '' && left > end) lines[line] += ' ';
    lines[line] += text[index];
    end = left + 1;
  }
  return lines;
}

describe('a secret on its canvas', () => {
  test('is drawn in groups of four, each character once', () => {
    expect(linesOf('0123456789abcdef01', 15)).toEqual(['0123 4567 89ab', 'cdef 01']);
    expect(linesOf('0123456789', 4)).toEqual(['0123', '4567', '89']);
  });

  test('keeps words whole', () => {
    expect(linesOf('legal winner thank year', 12)).toEqual(['legal winner', 'thank year']);
    expect(linesOf('legal winner thank year', 11)).toEqual(['legal', 'winner', 'thank year']);
  });

  test.each([1, 4, 16, 60, 200])('loses nothing at %i characters a line', (width) => {
    const key = 'ab'.repeat(32);
    const phrase = `${'abandon '.repeat(23)}art`;
    expect(linesOf(key, width).join('').replaceAll(' ', '')).toBe(key);
    expect(linesOf(phrase, width).join(' ')).toBe(phrase);
  });
});
