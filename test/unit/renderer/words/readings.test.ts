import { expect, test } from 'vitest';
import {
  earlierSentence,
  earlierWords,
  heldUpBy,
  inSentence,
  standstill,
} from '../../../../renderer/words/readings.ts';
import type { ChainReading } from '../../../../shared/model/index.ts';

const reading = (changes: Partial<ChainReading> = {}): ChainReading => ({
  ...{ chain: 'eip155:8453', readAt: null, isCurrent: true, problem: null, earlier: null },
  ...changes,
});

test('a chain that is not read holds its list up, and nothing else does', () => {
  const earlier = { accounts: 1, done: 1, of: 2, isPaused: true, problem: 'it has forgotten' };
  expect(heldUpBy([])).toBeNull();
  expect(heldUpBy([reading({ earlier }), reading({ isCurrent: false })])).toBeNull();
  const held = reading({ problem: 'it did not answer' });
  expect(heldUpBy([reading(), held])).toBe('Base is not read');
  expect(heldUpBy([held, reading({ chain: 'eip155:1', problem: 'it lies' })])).toBe('2 chains are not read');
});

test('it says since when and why', () => {
  expect(standstill(reading())).toBe('Base is not read');
  expect(standstill(reading({ readAt: new Date(2020, 0, 5, 14, 2).getTime() }))).toBe(
    'Base is not read since 5 Jan, 14:02',
  );
  expect(inSentence('the node did not answer')).toBe('The node did not answer. It is tried again.');
});

test('how far it is read back is never rounded up', () => {
  const earlier = { accounts: 2, done: 11_999, of: 12_000, isPaused: false, problem: null };
  expect(earlierWords('eip155:1', earlier)).toBe('Ethereum: 11,999 of 12,000 blocks read, 99%');
  expect(earlierWords('eip155:1', { ...earlier, done: 0, isPaused: true })).toBe(
    'Ethereum: 0 of 12,000 blocks read, 0%, paused',
  );
});

test('it is looked for, or waits for the operator, or for its node', () => {
  const earlier = { accounts: 2, done: 0, of: 9, isPaused: false, problem: null };
  expect(earlierSentence(earlier)).toBe('What was before 2 accounts came here is looked for, newest first.');
  expect(earlierSentence({ ...earlier, accounts: 1, isPaused: true })).toBe(
    'What was before 1 account came here is not looked for until you resume.',
  );
  expect(earlierSentence({ ...earlier, problem: 'it has forgotten' })).toBe('It has forgotten. It is tried again.');
});
