import { expect, test } from 'vitest';
import type { ChainReading } from '../../../../shared/model/index.ts';
import { earlierSentence, earlierWords, inSentence, missingOf } from '../../../../shared/words/index.ts';

test('the fault of a node is a sentence', () => {
  expect(inSentence('the node did not answer')).toBe('The node did not answer. It is tried again.');
});

test('the progress of reading back is never rounded up', () => {
  const earlier = { accounts: 2, done: 11_999, of: 12_000, isPaused: false, problem: null };
  expect(earlierWords('eip155:1', earlier)).toBe('Ethereum: 11,999 of 12,000 blocks read, 99%');
  expect(earlierWords('eip155:1', { ...earlier, done: 0, isPaused: true })).toBe(
    'Ethereum: 0 of 12,000 blocks read, 0%, paused',
  );
});

test('earlier history is being read, paused, or waits for its node', () => {
  const earlier = { accounts: 2, done: 0, of: 9, isPaused: false, problem: null };
  expect(earlierSentence(earlier)).toBe('Transactions from before 2 accounts came here are read, newest first.');
  expect(earlierSentence({ ...earlier, accounts: 1, isPaused: true })).toBe(
    'Transactions from before 1 account came here are not read until you resume.',
  );
  expect(earlierSentence({ ...earlier, problem: 'it has forgotten' })).toBe('It has forgotten. It is tried again.');
});

test('missing parts of blocks are named with chain and number, and nothing else is', () => {
  const common = { chain: 'eip155:8453', readAt: null, isCurrent: true, problem: null, earlier: null };
  const titles = (lacking: Pick<ChainReading, 'passedOver' | 'untraced'>) =>
    missingOf({ ...common, ...lacking }).map(({ title }) => title);
  expect(titles({ passedOver: 0, untraced: 0 })).toEqual([]);
  expect(titles({ passedOver: 1, untraced: 0 })).toEqual(['Base: 1 block is missing']);
  expect(titles({ passedOver: 2, untraced: 1204 })).toEqual([
    'Base: inner transfers of 1,204 blocks are missing',
    'Base: 2 blocks are missing',
  ]);
});
