import { describe, expect, test } from 'vitest';
import { createBudget } from '../../../../electron/custody/policies/budget.ts';
import { evaluatePolicy } from '../../../../electron/custody/policies/evaluate.ts';
import { timeNames } from '../../../../electron/custody/policies/names.ts';
import { PolicyFault, parsePolicy } from '../../../../shared/policy-language/index.ts';

const parse = (text: string) => parsePolicy(text, ['time']);
const holdsAt = (text: string, time: string) =>
  evaluatePolicy(parse(text), timeNames(Date.parse(time)), createBudget());

describe('an expression that says when', () => {
  test.each([
    ["time.now >= Timestamp('2026-03-01T00:00:00Z') && time.now < Timestamp('2026-04-01T00:00:00+00:00')", true],
    ["time.now == Timestamp('2026-03-10t12:00:00z')", true],
    ["time.now != Timestamp('2026-03-10T12:00:00.000Z')", false],
    ["!(time.now < Timestamp('2026-03-10T12:00:00Z'))", true],
    ["!!true && !CronSpan('0 0 1 1 *', '1m', 'UTC')", true],
  ])('%s is %s on the tenth of March 2026 at noon', (text, value) => {
    expect(holdsAt(text, '2026-03-10T12:00:00Z')).toBe(value);
  });

  test.each([
    ["Timestamp('2026-03-01T00:00:00-05:00') == time.now", 'is not in UTC; write 2026-03-01T05:00:00Z'],
    ["Timestamp('2026-02-30T00:00:00Z') == time.now", 'does not exist'],
    ["Timestamp('2026-03-01') == time.now", 'is a day without a time'],
    ['Timestamp(1) == time.now', 'Timestamp takes text'],
    ["Timestamp('2026-03-01T00:00:00Z', 'x') == time.now", 'no function "Timestamp" of 2 texts'],
    ["Date('2026-03-01T00:00:00Z') == time.now", 'no function "Date"'],
    ["CronSpan('0 9 * *', '8h', 'UTC')", 'five fields'],
    ["CronSpan('*/5 * * * *', '8h', 'UTC')", 'write 0,5,10,15,20,25,30,35,40,45,50,55'],
    ["CronSpan('0 24 * * *', '8h', 'UTC')", 'is no number from 0 to 23'],
    ["CronSpan('0 9 * * MON', '8h', 'UTC')", 'is a name; write 1'],
    ["CronSpan('0 9 * * 5-1', '8h', 'UTC')", 'write 5-6,0-1'],
    ["CronSpan('0 9 * * *', '0m', 'UTC')", 'is nothing'],
    ["CronSpan('0 9 * * *', '1.5h', 'UTC')", 'is none of days, hours and minutes'],
    ["CronSpan('0 9 * * *', '7d1m', 'UTC')", 'is longer than 7d'],
    ["CronSpan('0 9 * * *', '8h', 'Mars/Olympus')", 'is no IANA time zone'],
    ["CronSpan('0 9 * * *', '8h', '+02:00')", 'is no IANA time zone'],
    ["activity.type == 'X'", 'activity is known in the condition of a policy only'],
  ])('%s is not read: %s', (text, why) => {
    expect(() => parse(text)).toThrow(PolicyFault);
    expect(() => parse(text)).toThrow(why);
  });

  test('compares instants with nothing else', () => {
    expect(() => holdsAt('time.now > 5', '2026-03-10T12:00:00Z')).toThrow('compares the size of what is no number');
    expect(() => holdsAt("time.now == '2026'", '2026-03-10T12:00:00Z')).toThrow('different kinds');
  });

  test('is given up when its schedules take too much work', () => {
    const never = "CronSpan('0 0 31 2 *', '7d', 'Europe/Berlin')";
    const text = Array.from({ length: 60 }, () => never).join(' || ');
    expect(() => holdsAt(text, '2026-03-10T12:00:00Z')).toThrow('steps');
  });
});

describe('a schedule', () => {
  const OFFICE = "CronSpan('0 9 * * 1-5', '8h', 'America/New_York')";
  const NIGHT = "CronSpan('0 22 * * *', '8h', 'America/New_York')";
  test.each([
    ['opens on the minute', OFFICE, '2026-01-05T14:00:00Z', true],
    ['is closed before', OFFICE, '2026-01-05T13:59:59.999Z', false],
    ['ends after its duration, the end excluded', OFFICE, '2026-01-05T21:59:59.999Z', true],
    ['is closed at its end', OFFICE, '2026-01-05T22:00:00Z', false],
    ['follows the clocks of its zone', OFFICE, '2026-07-06T13:00:00Z', true],
    ['is closed at weekends', OFFICE, '2026-01-04T15:00:00Z', false],
    ['runs over midnight', NIGHT, '2026-01-05T10:59:00Z', true],
    ['lasts as long over a change of clocks: until 7 in spring', NIGHT, '2026-03-08T10:59:59Z', true],
    ['and no longer', NIGHT, '2026-03-08T11:00:00Z', false],
    ['until 5 in autumn', NIGHT, '2026-11-01T09:59:59Z', true],
    ['and no longer than that', NIGHT, '2026-11-01T10:00:00Z', false],
    ['takes lists', "CronSpan('15,45 * * * *', '1m', 'UTC')", '2026-01-01T00:45:30Z', true],
    ['is true in any of its windows', "CronSpan('0 0 1 * *', '7d', 'UTC')", '2026-01-07T23:59:00Z', true],
    ['takes the day of the month', "CronSpan('0 0 2 * 1', '1h', 'UTC')", '2026-01-02T00:30:00Z', true],
    ['or the day of the week when both are given', "CronSpan('0 0 2 * 1', '1h', 'UTC')", '2026-01-05T00:30:00Z', true],
    ['and no other day', "CronSpan('0 0 2 * 1', '1h', 'UTC')", '2026-01-06T00:30:00Z', false],
    ['knows zones with odd offsets', "CronSpan('0 9 * * *', '1m', 'Asia/Kathmandu')", '2026-01-01T03:15:00Z', true],
    [
      'leaves out what the clocks leave out',
      "CronSpan('30 2 8 3 *', '1h', 'America/New_York')",
      '2026-03-08T07:30:00Z',
      false,
    ],
  ])('%s', (_what, text, time, value) => {
    expect(holdsAt(text, time)).toBe(value);
  });
});
