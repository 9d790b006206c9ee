import { expect, test } from 'vitest';
import { checkExpression } from '../../../../shared/policy-language/index.ts';

/** The first fault of an expression as it is written by people who know other languages. */
const said = (text: string, isTime = false) => {
  const part = isTime ? 'time' : /approvers|credential/.test(text) ? 'consensus' : 'condition';
  const [first] = checkExpression(part, text);
  return `${first?.place}: ${first?.message}`;
};

test.each([
  ['eth.tx.to == “0x1”', 14, "Text is in single quotes here, not in “; write '0x1'."],
  ["eth.tx.to === '0x1'", 13, 'A comparison has two signs; write == for ===.'],
  ["eth.tx.to <> '0x1'", 12, 'Write != for <>.'],
  [
    'eth.tx.value > 1e18',
    16,
    'A number has decimal digits only; write an amount in the smallest unit, such as 1000000000000000000.',
  ],
  [
    'eth.tx.value > 1_000',
    16,
    'A number has decimal digits only; write an amount in the smallest unit, such as 1000000000000000000.',
  ],
  ['eth.tx.value > 1,000', 17, 'A number has no separators; write 1000.'],
  ['eth.tx.value > -1', 16, 'There are no negative numbers and no subtraction; write a number without a sign.'],
  ["eth.tx.to in ('a','b')", 18, "A list is in square brackets; write ['a', 'b']."],
  ["eth.tx.to in {'a'}", 14, 'Write a list in [ and ]; a policy cannot hold an object.'],
  ['eth.tx.to == null', 14, 'There is no null; compare with a value, or leave the comparison out.'],
  ['eth.tx.to == undefined', 14, 'There is no undefined; compare with a value, or leave the comparison out.'],
  ["eth.tx.to == 'a' ? true : false", 18, 'There is no choice with ? and :; join tests with && and ||.'],
  ['!eth.tx.to', 1, 'There is no ! in a condition or consensus; write == false or !=.'],
  ["eth.tx.data[0:10] == 'a'", 14, 'Write .. for : between two limits, as in [0..10].'],
  ["eth.tx.data[0..] == 'a'", 16, 'A part has two limits with two points between them; write both, as in [0..10].'],
  ["eth.tx.data[..10] == 'a'", 13, 'A part has two limits with two points between them; write both, as in [0..10].'],
  ["eth.tx.data[0...10] == 'a'", 16, 'A part has two limits with two points between them; write both, as in [0..10].'],
  [
    "eth.tx.data.startsWith('a')",
    13,
    'There is no function "startsWith"; write a part of the text, as in [0..10] == ….',
  ],
  [
    "eth.tx.data.substring(0,10) == 'a'",
    13,
    'There is no function "substring"; write a part of the text, as in [0..10].',
  ],
  ["eth.tx.to.toLowerCase() == 'a'", 11, 'There is no function "toLowerCase"; write the text as the member has it.'],
  ["eth.tx.to == 'a';", 17, 'There are no comments and no statements; take ; away.'],
  ["eth.tx.to == 'a' // x", 18, 'There are no comments and no statements; take // away.'],
  ["ETH.tx.to == 'a'", 1, 'Write eth for ETH.'],
  ["eth.TX.to == 'a'", 1, 'eth.TX does not exist; write tx.'],
  ['eth.tx.chainId == 1', 1, 'eth.tx.chainId does not exist; write chain_id.'],
  [
    "eth.tx.chain_id == '0x1'",
    1,
    'A number is compared with text; write a number without quotes, and text with quotes.',
  ],
  ["wallet.tags.any(t => t == 'a')", 19, 'A comma stands behind the name of an item, as in any(item, item == …).'],
  ["wallet.tags.any(t -> t == 'a')", 19, 'A comma stands behind the name of an item, as in any(item, item == …).'],
  ["wallet.tags.any(t: t == 'a')", 18, 'A comma stands behind the name of an item, as in any(item, item == …).'],
  ['wallet.tags.contains("a")', 22, "Text is in single quotes here, not in \"; write 'a'."],
  ["activity.type = 'A'", 15, 'A comparison has two equal signs; write == for =.'],
  ["eth.tx.to == 'a' && && true", 21, 'A value was expected before "&&".'],
  ["(eth.tx.to == 'a'", 18, '“)” was expected at the end.'],
  ["eth.tx.to == 'a')", 17, 'A bracket is closed here that is not open.'],
  ["eth.tx.to == it's", 16, "The text after this quote is not ended; write a second ' behind it."],
  ['true or false', 6, 'Write || for or.'],
  ['TRUE', 1, 'Write true for TRUE.'],
  ['', 1, 'The expression is empty.'],
  [' ', 2, 'The expression is empty.'],
  ['eth.tx.value / 2 > 1', 14, 'There is no arithmetic; write the result in place of /.'],
  ["eth.tx.to\u00a0== 'a'", 10, 'An invisible character (U+00A0) stands here; take it away, or write a space.'],
  ["eth.tx.to == 'a'\u200b", 17, 'An invisible character (U+200B) stands here; take it away, or write a space.'],
  ["eth.tx.input == 'a'", 1, 'eth.tx.input does not exist; write data.'],
  ["eth.tx.to like '0x%'", 11, 'There is no operator like; compare a part of the text, as in [0..10] == ….'],
  ["eth.tx.to not in ['a']", 11, 'There is no not in; write (value in list) == false.'],
  ["eth.tx.to != ['a']", 14, "['a'] is a list and cannot be compared as a whole; compare its members or items."],
  ["wallet.name == 'a'", 1, 'wallet.name does not exist; write label.'],
  ["eth.eip712.domain.name == 'a'", 1, 'eth.eip712 does not exist; write eip_712.'],
  ["credential.publicKey == 'a'", 1, 'Write credentials for credential.'],
  ['1 < eth.tx.value < 5', 18, 'Comparisons do not follow each other; join two of them with &&.'],
  ['eth.tx.value between 1 and 2', 14, 'There is no operator between; write two comparisons with && between them.'],
  ["eth.tx.to matches 'a'", 11, 'There is no operator matches; compare a part of the text, as in [0..10] == ….'],
  [
    'any(approvers, a, true)',
    1,
    'A function stands behind its list and a point; write list.count(), or list.any(item, item == …).',
  ],
  [
    'len(approvers) > 1',
    1,
    'A function stands behind its list and a point; write list.count(), or list.any(item, item == …).',
  ],
  [
    'count(approvers) > 1',
    1,
    'A function stands behind its list and a point; write list.count(), or list.any(item, item == …).',
  ],
  ['approvers.length > 1', 1, 'approvers.length does not exist, because the value before it is a list; write count().'],
  ['approvers.size() > 1', 11, 'There is no function "size"; write count().'],
  ['approvers.any()', 15, 'Write any(item, item == …), with a name for an item and a test of it.'],
  ['eth.tx.value => 1', 14, 'Write >= for =>.'],
  ["eth.tx.to !== 'a'", 13, 'A comparison has two signs; write != for !==.'],
  ["wallet.label == 'é' é", 21, 'The character "é" (U+00E9) has no meaning outside of text; take it away.'],
])('a condition or consensus: %s', (text, column, message) => {
  expect(said(text)).toBe(`line 1, column ${column}: ${message}`);
});

test.each([
  ["time.now > Timestamp('2026-01-01')", 12, '"2026-01-01" is a day without a time; write 2026-01-01T00:00:00Z.'],
  [
    "time.now > Timestamp('2026-01-01T00:00:00')",
    12,
    '"2026-01-01T00:00:00" does not end with Z; write 2026-01-01T00:00:00Z.',
  ],
  [
    "time.now > Timestamp('2026-01-01T00:00:00+02:00')",
    12,
    '"2026-01-01T00:00:00+02:00" is not in UTC; write 2025-12-31T22:00:00Z.',
  ],
  [
    "time.now > Timestamp('2026-02-30T00:00:00Z')",
    12,
    '"2026-02-30T00:00:00Z" is a day or time that does not exist; correct it.',
  ],
  [
    "time.now > Timestamp('2026-01-01 00:00:00Z')",
    12,
    '"2026-01-01 00:00:00Z" has a space between day and time; write T there.',
  ],
  ["time.now > Timestamp('01.02.2026')", 12, '"01.02.2026" is no time; write it as in 2026-01-01T00:00:00Z.'],
  ['time.now > Timestamp(1700000000)', 22, "Timestamp takes text; write '…' in single quotes."],
  [
    "time.now > '2026-01-01T00:00:00Z'",
    12,
    "A time is compared with text '2026-01-01T00:00:00Z'; write Timestamp('2026-01-01T00:00:00Z').",
  ],
  [
    "time.now in CronSpan('0 9 * * MON-FRI','8h','UTC')",
    13,
    'The day of the week "MON-FRI" of a schedule is a name; write 1-5.',
  ],
  [
    "time.now in CronSpan('*/15 9 * * *','8h','UTC')",
    13,
    'The minute "*/15" of a schedule is a step, and a schedule has none; write 0,15,30,45.',
  ],
  [
    "time.now in CronSpan('0 9 * * 7','8h','UTC')",
    13,
    'The day of the week "7" of a schedule is no day here; write 0 for Sunday.',
  ],
  [
    "time.now in CronSpan('0 0 9 * * 1','8h','UTC')",
    13,
    "A schedule has five fields, as in '0 9 * * 1-5', and this one has 6; leave out seconds and years.",
  ],
  [
    "time.now in CronSpan('@daily','8h','UTC')",
    13,
    "A schedule has five fields, as in '0 9 * * 1-5', and this one has 1.",
  ],
  [
    "time.now in CronSpan('0 25 * * *','8h','UTC')",
    13,
    'The hour "25" of a schedule is no number from 0 to 23, and no range of them; write as in 0, 0-1 or *.',
  ],
  [
    "time.now in CronSpan('0 9 * * 5-1','8h','UTC')",
    13,
    'The day of the week "5-1" of a schedule ends before it begins; write 5-6,0-1.',
  ],
  [
    "time.now in CronSpan('0 9 * * *','8 hours','UTC')",
    13,
    'The duration "8 hours" is written otherwise here; write 8h.',
  ],
  ["time.now in CronSpan('0 9 * * *','8H','UTC')", 13, 'The duration "8H" is written otherwise here; write 8h.'],
  ["time.now in CronSpan('0 9 * * *','0h','UTC')", 13, 'The duration "0h" is nothing; write at least 1m.'],
  ["time.now in CronSpan('0 9 * * *','8d','UTC')", 13, 'The duration "8d" is longer than 7d; write a shorter one.'],
  ["time.now in CronSpan('0 9 * * *','PT8H','UTC')", 13, 'The duration "PT8H" is written otherwise here; write 8h.'],
  ["time.now in CronSpan('0 9 * * *','8h','Berlin')", 13, '"Berlin" is no IANA time zone; write Europe/Berlin.'],
  [
    "time.now in CronSpan('0 9 * * *','8h','+02:00')",
    13,
    '"+02:00" is no IANA time zone; write one such as Europe/Berlin, or UTC.',
  ],
  [
    "time.now in CronSpan('0 9 * * *','8h','CEST')",
    13,
    '"CEST" is no IANA time zone; write one such as Europe/Berlin, or UTC.',
  ],
  [
    "time.now in CronSpan('0 9 * * *','8h')",
    13,
    "There is no function \"CronSpan\" of 2 texts; write Timestamp('2026-01-01T00:00:00Z') or CronSpan('0 9 * * 1-5', '8h', 'UTC').",
  ],
  [
    "cronspan('a')",
    1,
    "There is no function \"cronspan\" of 1 texts; write Timestamp('2026-01-01T00:00:00Z') or CronSpan('0 9 * * 1-5', '8h', 'UTC').",
  ],
  ['now > 1', 1, 'A time belongs in the member time of the policy, as time.now.'],
  [
    "time.now in CronSpan('0 9 * * *', '30s', 'UTC')",
    13,
    'The duration "30s" has seconds; write whole minutes, as in 90m.',
  ],
  [
    "CronSpan('0 9 * * 1-5', '8h', 'UTC').contains(time.now)",
    1,
    "CronSpan('0 9 * * 1-5', '8h', 'UTC') is true or false, and contains is for lists.",
  ],
])('a time: %s', (text, column, message) => {
  expect(said(text, true)).toBe(`line 1, column ${column}: ${message}`);
});

test.each([
  ["CronSpan('* * * JAN *', '8h', 'UTC')", 'The month "JAN" of a schedule is a name; write 1.'],
  ["CronSpan('? * * * *', '8h', 'UTC')", 'The minute "?" of a schedule is of another kind of schedule; write *.'],
  [
    "CronSpan('5/20 * * * *', '8h', 'UTC')",
    'The minute "5/20" of a schedule is a step, and a schedule has none; write 5,25,45.',
  ],
  [
    "CronSpan('* * L * *', '8h', 'UTC')",
    'The day of the month "L" of a schedule is no number from 1 to 31, and no range of them; write as in 1, 1-2 or *.',
  ],
  [
    "CronSpan('0 9 * * *', '30m1h', 'UTC')",
    'The duration "30m1h" is none of days, hours and minutes in this order; write as in 1d, 8h, 90m or 1h30m.',
  ],
  ["time.now in CronSpan('0 9 * * *', '8h', 'UTC')", 'A schedule is a test by itself; write CronSpan(…) alone.'],
  ["time.now > Timestamp('2026-01-01T00:00Z')", '"2026-01-01T00:00Z" has no seconds; write 2026-01-01T00:00:00Z.'],
  ["time.now > Timestamp('1700000000')", '"1700000000" is a number; write the time as in 2026-01-01T00:00:00Z.'],
  [
    "time.now > Timestamp('2026-01-01T00:00:00+99:00')",
    '"2026-01-01T00:00:00+99:00" does not end with Z behind its seconds; write it as in 2026-01-01T00:00:00Z.',
  ],
])('a time: %s', (text, message) => {
  expect(said(text, true)).toContain(`: ${message}`);
});

test.each([
  [
    'condition',
    'approvers.count() > 1',
    'approvers is known in the consensus of a policy only; write this test there.',
  ],
  ['consensus', 'eth.tx.value > 1', 'eth is known in the condition of a policy only; write this test there.'],
  ['consensus', 'approver.count() > 1', 'Write approvers for approver.'],
  ['condition', "wallet.tags.contains('a', 'b')", 'Contains takes one value; write list.contains'],
] as const)('a %s that belongs elsewhere: %s', (part, text, message) => {
  expect(checkExpression(part, text)[0]?.message).toContain(message);
});
