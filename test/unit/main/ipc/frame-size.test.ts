import { describe, expect, it } from 'vitest';
import { isPlainData } from '../../../../electron/main/ipc/frame-size.ts';

describe('plain data', () => {
  it.for([[null], [true], ['text'], [1.5], [[]], [{ a: [{ b: null }] }], [new Uint8Array(10)], [Object.create(null)]])(
    'is %o',
    ([value]) => expect(isPlainData(value)).toBe(true),
  );

  it.for([
    [undefined],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [10n],
    [new Date(0)],
    [new Map()],
    [new Error('x')],
    [/x/],
    [new Float64Array(1)],
    [new ArrayBuffer(1)],
    [{ inner: [new Set()] }],
  ])('is not %o', ([value]) => expect(isPlainData(value)).toBe(false));

  it('has a size', () => {
    expect(isPlainData('x'.repeat(50), 100)).toBe(true);
    expect(isPlainData('x'.repeat(51), 100)).toBe(false);
    expect(isPlainData({ ['x'.repeat(51)]: 1 }, 100)).toBe(false);
    expect(isPlainData(new Uint8Array(101), 100)).toBe(false);
  });

  it('has a number of parts and a depth', () => {
    expect(isPlainData(Array.from({ length: 300_000 }, () => null))).toBe(false);
    expect(isPlainData(Array.from({ length: 70 }).reduce((inner) => [inner], null as unknown))).toBe(false);
  });

  it('does not hang on a value that contains itself', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(isPlainData(loop)).toBe(false);
  });
});
