import { describe, expect, it } from 'vitest';
import { judge } from './goals.ts';
import { compareRates, inFlight, median, summarize } from './measure.ts';
import { memoryOf } from './memory.ts';
import { performancePage } from './page.ts';
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

describe('the goals', () => {
  const [most, least] = [{ most: 1.3 }, { least: 1 }];
  const goal = { goal: 'a goal', group: 'Launch', contender: 'ours', beside: 'empty' };
  const groups = [
    { title: 'Launch', unit: 'ms', results: [summarize('ours', [260]), summarize('empty', [200])], skipped: null },
  ] as const;

  it('are met up to their limit, and else have a distance', () => {
    const judged = judge(groups, [
      { ...goal, limit: most },
      { ...goal, limit: least },
      { ...goal, limit: { most: 1 } },
      { ...goal, beside: null, limit: { least: 520 } },
      { ...goal, group: 'another', limit: most },
    ]);
    expect(judged.map(({ verdict }) => verdict)).toEqual(['✓', '✓', '30% above', '50% below', 'not measured']);
    expect(judged.map(({ limit }) => limit)).toEqual([
      'at most 1.3x',
      'at least 1x',
      'at most 1x',
      'at least 520',
      'at most 1.3x',
    ]);
  });

  it('without a contender are about the worst figure of the group', () => {
    const whole = { ...goal, contender: null, beside: null };
    const judged = judge(groups, [
      { ...whole, limit: { least: 250 } },
      { ...whole, limit: { most: 250 } },
      { ...whole, group: 'another', limit: least },
    ]);
    expect(judged.map(({ value }) => value)).toEqual([200, 260, null]);
    expect(judged.map(({ verdict }) => verdict)).toEqual(['20% below', '4% above', 'not measured']);
  });

  it('stand above the figures of a run', () => {
    const machine = { electron: '1', node: '2', platform: 'linux-x64', processor: 'a processor', cores: 2 };
    const page = performancePage({ at: '2026-11-27T00:00:00.000Z', machine, groups });
    expect(page).toContain('Electron 1, Node 2, linux-x64, 2 x a processor, 2026-11-27.');
    expect(page).toContain('| ours | 260 | 260 | 260 | 1 | 1.30x |');
    expect(page.indexOf('## Goals')).toBeLessThan(page.indexOf('## Launch'));
  });
});

it.runIf(process.platform === 'linux')('the memory of a process is more than nothing, and none where it ended', () => {
  expect(memoryOf(process.pid)).toBeGreaterThan(2 ** 20);
  expect(memoryOf(2 ** 30)).toBe(0);
});
