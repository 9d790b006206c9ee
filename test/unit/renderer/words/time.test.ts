import { describe, expect, test } from 'vitest';
import { age, day, moment, shortMoment, signedAt } from '../../../../renderer/words/time.ts';

const NOW = 1_795_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the age of something', () => {
  test.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [MINUTE, '1 min ago'],
    [3 * MINUTE + 59_999, '3 min ago'],
    [59 * MINUTE, '59 min ago'],
    [HOUR, '1 h ago'],
    [23 * HOUR, '23 h ago'],
    [DAY, '1 day ago'],
    [5 * DAY, '5 days ago'],
  ])('%i ms is %s', (passed, words) => expect(age(NOW - passed, NOW)).toBe(words));

  test('a moment that is ahead of this clock is just now, never negative', () =>
    expect(age(NOW + HOUR, NOW)).toBe('just now'));
});

test('an unknown moment is shown as unknown', () => {
  expect(moment(null)).toBe('not known');
  expect(shortMoment(null)).toBe('');
  expect(moment(9e15)).toBe('not known');
  expect(shortMoment(-9e15)).toBe('');
});

test('a moment is written to the second', () =>
  expect(moment(NOW)).toMatch(/^\d{1,2} \w{3,4} 2026, \d{2}:\d{2}:\d{2}$/));

test('the moment of a signature from today shows only the time', () => {
  const at = new Date(2026, 10, 22, 22, 45).getTime();
  expect(signedAt(at, at + HOUR)).toBe('22:45');
  expect(signedAt(at, at + 24 * HOUR)).toBe('22 Nov, 22:45');
});

test('a day has no time, and a day that is none stays as it is written', () => {
  expect([day('2026-11-20'), day('2026-99-99')]).toEqual(['20 Nov 2026', '2026-99-99']);
});
