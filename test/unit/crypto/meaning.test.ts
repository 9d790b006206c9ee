import { describe, expect, test } from 'vitest';
import { rangeIn } from '../../../electron/crypto/meaning.ts';

describe('the place of bytes', () => {
  const whole = new Uint8Array(10).subarray(2, 9);

  test('is known only for a view', () => {
    expect(rangeIn(whole, whole.subarray(3, 5))).toEqual({ start: 3, end: 5 });
    expect(rangeIn(whole, whole.subarray(7))).toEqual({ start: 7, end: 7 });
    expect(rangeIn(whole, whole.slice(3, 5))).toBeUndefined();
    expect(rangeIn(whole, new Uint8Array(whole.buffer, 0, 4))).toBeUndefined();
    expect(rangeIn(whole.subarray(0, 4), whole.subarray(3, 5))).toBeUndefined();
  });
});
