import { describe, expect, test } from 'vitest';
import { endGroup, endsWithin, endWords } from '../../../../renderer/words/ends.ts';

/** Noon in this machine's time zone, so that hours later is the same day. */
const NOW = new Date(2026, 10, 26, 12).getTime();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the end of a key', () => {
  test.each([
    [null, 'no end', 'plain', 'No end'],
    [undefined, 'end not known', 'care', 'End not known'],
    [NOW, 'ended today', 'plain', 'Ended'],
    [NOW - DAY, 'ended 1 day ago', 'plain', 'Ended'],
    [NOW - 3 * DAY, 'ended 3 days ago', 'plain', 'Ended'],
    [NOW + 2 * HOUR, 'today 14:00', 'danger', 'In a week or less'],
    [NOW + 21 * HOUR, 'tomorrow 09:00', 'danger', 'In a week or less'],
    [NOW + DAY, 'tomorrow 12:00', 'danger', 'In a week or less'],
    [NOW + DAY + 1, 'in 2 days', 'care', 'In a week or less'],
    [NOW + 7 * DAY, 'in 7 days', 'care', 'In a week or less'],
    [NOW + 7 * DAY + 1, 'in 8 days', 'plain', 'In 8 to 30 days'],
    [NOW + 30 * DAY, 'in 30 days', 'plain', 'In 8 to 30 days'],
    [NOW + 31 * DAY, 'in 31 days', 'plain', 'Later'],
  ])('%s is “%s” (%s) under %s', (end, text, tone, group) => {
    expect(endWords(end, NOW)).toEqual({ text, tone });
    expect(endGroup(end, NOW)).toBe(group);
  });

  test('is within some days only while it is ahead', () => {
    expect(endsWithin(NOW + 30 * DAY, 30, NOW)).toBe(true);
    expect(endsWithin(NOW + 30 * DAY + 1, 30, NOW)).toBe(false);
    expect(endsWithin(NOW, 30, NOW)).toBe(false);
    expect(endsWithin(null, 30, NOW)).toBe(false);
    expect(endsWithin(undefined, 30, NOW)).toBe(false);
  });
});
