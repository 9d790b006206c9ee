import { expect, test } from 'vitest';
import { row, timeFindings } from '../../../electron/crypto/index.ts';

/** 2025-04-23T04:45:55Z. */
const NOW = 1_745_383_555_000;
const said = (name: string, value: string, atMs: number | null = NOW) =>
  timeFindings([row(name, value, 'time')], atMs).map(({ level, text }) => `${level}: ${text}`);

test.each([
  ['Valid until', '2025-04-23T04:45:55.000Z', 'care: It expired at 2025-04-23T04:45:55.000Z, before it is signed.'],
  ['Valid from', '2025-05-01T00:00:00.000Z', 'care: It is valid only from 2025-05-01T00:00:00.000Z. Whoever'],
  [
    'Valid after',
    '2030-01-01T00:00:00.000Z',
    'danger: It is valid only from 2030-01-01T00:00:00.000Z, more than a year',
  ],
  ['Valid from', 'for ever', 'danger: Its start lies beyond all dates, so it never becomes valid.'],
  [
    'Valid from',
    'block 910000',
    'care: It is valid only from block 910000. On Bitcoin’s main network that is about 2025-08.',
  ],
  [
    'Valid from',
    'block 499999999',
    'care: It is valid only from block 499999999. On Bitcoin’s main network that is after the year 9999, more than',
  ],
  ['Valid until', '2035-05-01T00:00:00.000Z', 'danger: It ends at 2035-05-01T00:00:00.000Z, more than ten years ahead'],
  ['Allowed until', '2300-01-01T00:00:00.000Z', 'danger: It ends at 2300-01-01T00:00:00.000Z, more than ten years'],
  ['Locked until', 'for ever', 'danger: It locks for ever.'],
  ['Locked until', '2035-05-01T00:00:00.000Z', 'danger: It locks until 2035-05-01T00:00:00.000Z, more than ten years'],
  ['Unlock time', '9223372036854775807 seconds since 1970', 'danger: It locks until 9223372036854775807 seconds'],
])('%s %s', (name, value, expected) => {
  expect(said(name, value)).toEqual([expect.stringContaining(expected)]);
  expect(said(name, value, null)).toEqual([]);
});

test.each([
  ['Valid until', '2025-04-23T04:45:56.000Z'],
  ['Valid until', 'for ever'],
  ['Valid until', '2035-01-01T00:00:00.000Z'],
  ['Valid from', '2025-04-23T04:45:55.000Z'],
  ['Valid from', 'block 893000'],
  ['Locked until', '2034-01-01T00:00:00.000Z'],
  ['Time', '2050-01-01T00:00:00.000Z'],
  ['Blocked until', '2050-01-01T00:00:00.000Z'],
])('%s %s is no finding', (name, value) => {
  expect(said(name, value)).toEqual([]);
});

test('the same time in two rows is one finding', () => {
  const rows = [row('Valid from', 'block 950000'), row('Valid from', 'block 950000')];
  expect(timeFindings(rows, NOW)).toHaveLength(1);
});
