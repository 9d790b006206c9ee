import { beforeEach, expect, it } from 'vitest';
import { createReadingLines } from '../../../electron/cli/reading-lines.ts';
import type { ChainReading } from '../../../shared/model/index.ts';

let now: number;
let linesOf: ReturnType<typeof createReadingLines>;
beforeEach(() => {
  now = 0;
  linesOf = createReadingLines(() => now);
});

const reading = (changes: Partial<ChainReading> = {}): ChainReading => ({
  chain: 'eip155:1',
  readAt: null,
  isCurrent: true,
  problem: null,
  earlier: null,
  passedOver: 0,
  untraced: 0,
  ...changes,
});
const earlier = (done: number, changes: Partial<NonNullable<ChainReading['earlier']>> = {}) =>
  reading({ earlier: { accounts: 1, done, of: 1000, isPaused: false, problem: null, ...changes } });
const LOOKED_FOR = 'Transactions from before 1 account came here are read, newest first.';

it('reports the start, each tenth, and the end', () => {
  const said = Array.from({ length: 1000 }, (_, done) => linesOf(earlier(done))).flat();
  expect(said).toHaveLength(10);
  expect(said.slice(0, 2)).toEqual([
    `Ethereum: 0 of 1,000 blocks read, 0%. ${LOOKED_FOR}`,
    `Ethereum: 100 of 1,000 blocks read, 10%. ${LOOKED_FOR}`,
  ]);
  expect(linesOf(reading())).toEqual(['Ethereum is read up to its newest block.']);
  expect(linesOf(reading())).toEqual([]);
});

it('reports nothing before the first data, and each chain separately', () => {
  expect(linesOf(reading({ isCurrent: false }))).toEqual([]);
  expect(linesOf(reading())).toHaveLength(1);
  expect(linesOf(reading({ chain: 'eip155:8453' }))).toEqual(['Base is read up to its newest block.']);
});

it('reports pausing, waiting for a node, and resuming', () => {
  expect(linesOf(earlier(120))).toHaveLength(1);
  expect(linesOf(earlier(120, { isPaused: true }))).toEqual([
    'Ethereum: 120 of 1,000 blocks read, 12%, paused. Transactions from before 1 account came here are not read until you resume.',
  ]);
  expect(linesOf(earlier(120, { problem: 'it has forgotten' }))).toEqual([
    'Ethereum: 120 of 1,000 blocks read, 12%. It has forgotten. It is tried again.',
  ]);
  expect(linesOf(reading({ isCurrent: false, problem: 'it did not answer' }))).toEqual([
    'Ethereum is not read. It did not answer. It is tried again.',
  ]);
  expect(linesOf(earlier(121))).toEqual([`Ethereum: 121 of 1,000 blocks read, 12%. ${LOOKED_FOR}`]);
});

it('reports missing data at the first, tenth and hundredth block', () => {
  const numbers = Array.from({ length: 120 }, (_, untraced) => linesOf(reading({ untraced })))
    .flat()
    .map((line) => /inner transfers of (\d+) block/.exec(line)?.[1]);
  expect(numbers).toEqual([undefined, '1', '10', '100']);
  expect(linesOf(reading({ untraced: 120, passedOver: 2 }))).toEqual([expect.stringContaining('2 blocks are missing')]);
});

it('limits the messages an hour about an unstable node', () => {
  const flap = () => [
    ...linesOf(reading()),
    ...linesOf(reading({ isCurrent: false, problem: 'it did not answer' })),
    ...linesOf(reading({ chain: 'eip155:8453', untraced: 10 ** Math.floor(now / 1000) })),
  ];
  const said: string[] = [];
  for (; now < 100_000; now += 1000) said.push(...flap().filter((line) => line.startsWith('Ethereum')));
  expect(said).toHaveLength(30);
  expect(said.at(-1)).toMatch(/Castellan reports this again after an hour at the earliest\.$/);
  now += 3_600_000;
  expect(linesOf(reading())).toEqual(['Ethereum is read up to its newest block.']);
});
