import { expect, test } from 'vitest';
import { row, timeFindings } from '../../../electron/crypto/index.ts';

/** 2025-04-23T04:45:55Z. */
const NOW = 1_745_383_555_000;
const said = (name: string, value: string, atMs: number | null = NOW) =>
  timeFindings([row(name, value, 'time')], atMs).map(({ level, text }) => `${level}: ${text}`);

test.each([
  [
    'Valid until',
    '23 Apr 2025, 04:45:55 UTC',
    'care: “Valid until” is 23 Apr 2025, 04:45:55 UTC, before it is signed. Anything that this time does not end',
  ],
  ['Valid from', '1 May 2025, 00:00:00 UTC', 'care: “Valid from” is 1 May 2025, 00:00:00 UTC. Whoever'],
  ['Valid after', '1 Jan 2030, 00:00:00 UTC', 'danger: “Valid after” is 1 Jan 2030, 00:00:00 UTC, more than a year'],
  ['Valid from', 'for ever', 'danger: “Valid from” lies beyond all dates, so it never begins.'],
  [
    'Valid from',
    'block 910000',
    'care: “Valid from” is block 910000. On Bitcoin’s main network that is about 2025-08.',
  ],
  [
    'Valid from',
    'block 499999999',
    'care: “Valid from” is block 499999999. On Bitcoin’s main network that is after the year 9999, more than',
  ],
  ['Valid until', '1 May 2035, 00:00:00 UTC', 'danger: “Valid until” is 1 May 2035, 00:00:00 UTC, more than ten years'],
  [
    'Order 2: Valid until',
    '1 May 2035, 00:00:00 UTC',
    'danger: “Order 2: Valid until” is 1 May 2035, 00:00:00 UTC, more than ten years',
  ],
  ['Order 2: Valid from', '1 May 2025, 00:00:00 UTC', 'care: “Order 2: Valid from” is 1 May 2025, 00:00:00 UTC.'],
  [
    'Allowed until',
    '1 Jan 2300, 00:00:00 UTC',
    'danger: “Allowed until” is 1 Jan 2300, 00:00:00 UTC, more than ten years',
  ],
  [
    'Allowed until',
    '18446744073709551615 seconds since 1970',
    'danger: “Allowed until” is 18446744073709551615 seconds',
  ],
  ['Locked until', 'for ever', 'danger: It locks for ever.'],
  ['Locked until', '1 May 2035, 00:00:00 UTC', 'danger: It locks until 1 May 2035, 00:00:00 UTC, more than ten years'],
  ['Unlock time', '9223372036854775807 seconds since 1970', 'danger: It locks until 9223372036854775807 seconds'],
])('%s %s', (name, value, expected) => {
  expect(said(name, value)).toEqual([expect.stringContaining(expected)]);
  expect(said(name, value, null)).toEqual([]);
});

test.each([
  ['Valid until', '23 Apr 2025, 04:45:56 UTC'],
  ['Valid until', 'for ever'],
  ['Valid until', '1 Jan 2035, 00:00:00 UTC'],
  ['Valid from', '23 Apr 2025, 04:45:55 UTC'],
  ['Valid from', 'block 893000'],
  ['Locked until', '1 Jan 2034, 00:00:00 UTC'],
  ['Time', '1 Jan 2050, 00:00:00 UTC'],
  ['Blocked until', '1 Jan 2050, 00:00:00 UTC'],
])('%s %s is no finding', (name, value) => {
  expect(said(name, value)).toEqual([]);
});

test('the same time in two rows is one finding', () => {
  const rows = [row('Valid from', 'block 950000'), row('Valid from', 'block 950000')];
  expect(timeFindings(rows, NOW)).toHaveLength(1);
});
