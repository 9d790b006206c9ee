import { describe, expect, it } from 'vitest';
import { createCounters } from '../../../../electron/custody/observation/counters.ts';

describe('the time that 99 of 100 commits stay within', () => {
  const p99 = (...times: readonly number[]) => {
    const counters = createCounters();
    for (const time of times) counters.committed(time);
    return counters.read().commitMillisecondsP99;
  };
  it.each<[string, number[], number | null]>([
    ['no commit', [], null],
    ['one commit', [0.4], 1],
    ['one slow commit of a hundred', [...Array(99).fill(4), 900], 5],
    ['two slow commits of a hundred', [...Array(98).fill(4), 900, 900], 1000],
    ['a commit longer than every bound', [60_000], 10_000],
  ])('of %s', (_of, times, expected) => {
    expect(p99(...times)).toBe(expected);
  });
});

it('refusals are counted by reason, the most frequent first', () => {
  const counters = createCounters();
  for (const refused of ['A', 'B', 'B', null]) counters.answered({ signed: refused === null ? 3 : 0, refused });
  expect(counters.read()).toMatchObject({
    requests: 4,
    signatures: 3,
    refusals: [
      { reason: 'B', count: 2 },
      { reason: 'A', count: 1 },
    ],
  });
});
