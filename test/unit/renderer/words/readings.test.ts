import { expect, test } from 'vitest';
import { heldUpBy, standstill } from '../../../../renderer/words/readings.ts';
import type { ChainReading } from '../../../../shared/model/index.ts';

const reading = (changes: Partial<ChainReading> = {}): ChainReading => ({
  chain: 'eip155:8453',
  readAt: null,
  isCurrent: true,
  problem: null,
  earlier: null,
  passedOver: 0,
  untraced: 0,
  ...changes,
});

test('only an unread chain makes its list incomplete', () => {
  const earlier = { accounts: 1, done: 1, of: 2, isPaused: true, problem: 'it has forgotten' };
  expect(heldUpBy([])).toBeNull();
  expect(heldUpBy([reading({ earlier }), reading({ isCurrent: false })])).toBeNull();
  const held = reading({ problem: 'it did not answer' });
  expect(heldUpBy([reading(), held])).toBe('Base is not read');
  expect(heldUpBy([held, reading({ chain: 'eip155:1', problem: 'it lies' })])).toBe('2 chains are not read');
});

test('it shows since when', () => {
  expect(standstill(reading())).toBe('Base is not read');
  expect(standstill(reading({ readAt: new Date(2020, 0, 5, 14, 2).getTime() }))).toBe(
    'Base is not read since 5 Jan, 14:02',
  );
});
