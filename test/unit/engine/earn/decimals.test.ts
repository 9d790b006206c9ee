import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { decimalsIn } from '../../../../electron/engine/earn/decimals.ts';
import { decimalText } from '../../../../shared/model/index.ts';

describe('the decimals of amounts that are given both ways', () => {
  it('are those with which each is exactly the other', () => {
    expect(decimalsIn([['400000000', '400']])).toBe(6);
    expect(decimalsIn([['400000000', '400.000000']])).toBe(6);
    expect(decimalsIn([['1234567', '1,234.567']])).toBe(3);
    expect(decimalsIn([['7', '7']])).toBe(0);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 77 }), (units, decimals) => {
        expect(decimalsIn([[String(units), decimalText(units, decimals)]])).toBe(decimals);
      }),
    );
  });

  it.each<[string, readonly (readonly [string | undefined, string | undefined])[]]>([
    ['none is told both ways', [['400', undefined]]],
    ['it is nothing', [['0', '0']]],
    ['it was rounded', [['1234567', '1.23']]],
    ['it is no number', [['1234567', '1.23 USD']]],
    [
      'two do not go together',
      [
        ['400000000', '400'],
        ['400000000', '4'],
      ],
    ],
    [
      'one of two was rounded',
      [
        ['400000000', '400'],
        ['1234567', '1.2'],
      ],
    ],
  ])('are not known where %s', (_why, amounts) => expect(decimalsIn(amounts)).toBeNull());
});
