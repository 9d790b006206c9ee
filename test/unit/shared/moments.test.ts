import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toRfc3339, utcMoment } from '../../../shared/model/index.ts';
import '../../fuzz/seed.ts';

it.each([
  [1_745_383_555_000, '23 Apr 2025, 04:45:55 UTC'],
  [1_745_383_555_123, '23 Apr 2025, 04:45:55.123 UTC'],
  [1_788_220_800_000, '1 Sept 2026, 00:00:00 UTC'],
  [0, '1 Jan 1970, 00:00:00 UTC'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [253_402_300_800_000, '+010000-01-01T00:00:00.000Z'],
])('%i is shown as %s', (milliseconds, text) => {
  expect(utcMoment(milliseconds)).toBe(text);
});

it('any moment that is shown is read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 3e14 }), (milliseconds) => {
      expect(Date.parse(utcMoment(milliseconds))).toBe(milliseconds);
    }),
  );
  expect(() => utcMoment(Number.NaN)).toThrow(RangeError);
  expect(toRfc3339(Number.NaN)).toBe('NaN ms');
});
