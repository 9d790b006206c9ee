import { describe, expect, it } from 'vitest';
import { compareRates, inFlight, median, summarize } from './measure.ts';
import { report, table } from './report.ts';

describe('measuring', () => {
  it('takes the median', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(summarize('a', [3, 1, 2])).toEqual({ name: 'a', median: 2, minimum: 1, maximum: 3, rounds: 3 });
  });

  it('warms up, then alternates between the contenders', async () => {
    let clock = 0;
    const order: string[] = [];
    const contender = (name: string, cost: number) => ({
      name,
      batch: (count: number) => {
        order.push(name);
        clock += count * cost;
      },
    });
    const measured = await compareRates([contender('fast', 1), contender('slow', 4)], {
      rounds: 3,
      roundMs: 16,
      now: () => clock,
    });
    expect(measured.map(({ name, median: rate }) => [name, rate])).toEqual([
      ['fast', 1000],
      ['slow', 250],
    ]);
    expect(order.slice(-6)).toEqual(['fast', 'slow', 'fast', 'slow', 'fast', 'slow']);
  });

  it('keeps exactly the given number of calls in flight', async () => {
    let under = 0;
    let most = 0;
    let done = 0;
    await inFlight(10, 3, async () => {
      under += 1;
      most = Math.max(most, under);
      await Promise.resolve();
      under -= 1;
      done += 1;
    });
    expect({ most, done }).toEqual({ most: 3, done: 10 });
  });
});

describe('the report', () => {
  it('aligns names to the left and numbers to the right', () => {
    expect(
      table([
        ['name', 'n'],
        ['a', '1,000'],
      ]),
    ).toBe('name      n\na     1,000');
  });

  it('compares each contender with the last one, and lists skipped ones', () => {
    const results = [summarize('vault', [2000]), summarize('bare', [4000])];
    expect(report({ title: 'Stamps', unit: 'a second', results, skipped: null })).toContain(
      'vault      2,000  2,000  2,000       1    0.50x',
    );
    expect(report({ title: 'Launch', unit: 'ms', results: [], skipped: 'no display' })).toContain(
      'Launch\n  skipped: no display',
    );
  });
});
