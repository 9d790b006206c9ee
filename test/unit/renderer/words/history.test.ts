import { describe, expect, test } from 'vitest';
import { groupedShort, roughly } from '../../../../renderer/words/amount.ts';
import { groupName } from '../../../../renderer/words/groups.ts';
import { filterIn, grouped, readHistoryTerm, withFilter } from '../../../../shared/model/index.ts';

describe('an amount', () => {
  test.for([
    ['0', '0', '0'],
    ['1234567', '1,234,567', '1,234,567'],
    ['999.5', '999.5', '999.5'],
    ['1000.123456', '1,000.123456', '1,000.123456'],
    ['1.500000000000000001', '1.500000000000000001', '1.500000…'],
    ['0.00000000000001', '0.00000000000001', '0.000000…'],
  ] as const)('%s is shown whole, and short without being rounded', ([text, whole, short]) => {
    expect([grouped(text), groupedShort(text)]).toEqual([whole, short]);
  });
});

describe('a day', () => {
  const now = new Date(2026, 10, 23, 15).getTime();
  test('says today and yesterday, and every other by its name', () => {
    expect(groupName(new Date(2026, 10, 23).getTime(), now)).toBe('Today');
    expect(groupName(new Date(2026, 10, 22).getTime(), now)).toBe('Yesterday');
    expect(groupName(new Date(2025, 10, 23).getTime(), now)).toBe('Sunday 23 November 2025');
  });
});

describe('filters', () => {
  test('are search words, one of each kind', () => {
    expect(filterIn('acme Chain:base', 'chain')).toBe('base');
    expect(filterIn('chains', 'chain')).toBeNull();
    expect(withFilter('acme', 'chain', 'base')).toBe('chain:base acme');
    expect(withFilter('chain:base  acme state:failed', 'chain', 'polygon')).toBe('chain:polygon state:failed acme');
    expect(withFilter('chain:base acme', 'chain', null)).toBe('acme');
  });

  test('are read from one word each, and another word is a text', () => {
    expect(readHistoryTerm('chain:base')).toEqual({ filter: 'chain', value: 'base' });
    expect(readHistoryTerm('state:failed')).toEqual({ filter: 'state', value: 'failed' });
    expect(readHistoryTerm('direction:up')).toEqual({ filter: 'direction', value: null });
    for (const word of ['chain:', 'chains:base', 'acme'])
      expect(readHistoryTerm(word)).toEqual({ filter: null, value: word });
  });
});

test.each([
  ['0.000052548213', '0.0000525'],
  ['0.000000000021', '0.000000000021'],
  ['12.3456', '12.3'],
  ['12345', '12,345'],
  ['12345.6789', '12,345.6789'],
])('%s is about %s', (text, rough) => {
  expect(roughly(text)).toBe(rough);
});
