import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget } from '../../electron/custody/policies/budget.ts';
import { evaluatePolicy } from '../../electron/custody/policies/evaluate.ts';
import { judgePolicy } from '../../electron/custody/policies/judge.ts';
import { timeNames } from '../../electron/custody/policies/names.ts';
import { PolicyFault, parsePolicy } from '../../shared/policy-language/index.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const NAMES = {
  activity: () => ({ type: 'SIGN', params: { ids: ['a', 'b'] } }),
  tx: () => ({ to: '0x00', value: 3n, calls: [{ to: 'a' }, { to: 'b' }] }),
};

/** The possible verdicts of a policy that allows and of one that denies. */
const VERDICTS: readonly unknown[] = [true, false, 'inapplicable', 'opaque'];

/** Reports whether the text was parsed. A parsed text must give a verdict or a fault, and nothing else. */
function check(text: string): boolean {
  try {
    const parsed = parsePolicy(text, Object.keys(NAMES));
    for (const decide of [evaluatePolicy, judgePolicy]) {
      try {
        expect(VERDICTS).toContain(decide(parsed, NAMES, createBudget()));
      } catch (error) {
        if (!(error instanceof PolicyFault)) throw error;
      }
    }
    return true;
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return false;
  }
}

test('any text is an expression or a reported fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => void check(text)),
    { numRuns: fuzzRuns() },
  );
});

const WORDS = [
  ...['activity', 'tx', '.type', '.to', '.value', '.calls', '.params', '.ids', '.count()', '.count', 'x', 'true'],
  ...["'a'", "'SIGN'", '0', '1', '340282366920938463463374607431768211456', '[', ']', '[0]', '[0..1]', '[x]'],
  ...[
    '(',
    ')',
    ',',
    ' && ',
    ' || ',
    ' == ',
    ' != ',
    ' < ',
    ' >= ',
    ' in ',
    '..',
    '.any(x, ',
    '.all(x, ',
    '.filter(x, ',
  ],
  ...['.contains(', '.constructor', '.__proto__', '[1, 2]', "['a', 'b']"],
];

test('any schedule, duration and zone are refused, or evaluate to an answer', () => {
  const field = fc.oneof(fc.constantFrom('*', '0', '1-5', '0,30', '*/2', '31', '7'), fc.string({ maxLength: 4 }));
  const cron = fc.oneof(
    fc.array(field, { minLength: 5, maxLength: 5 }).map((fields) => fields.join(' ')),
    fc.string(),
  );
  const duration = fc.oneof(fc.stringMatching(/^([0-9]{0,3}[dhm]){0,3}$/), fc.string());
  const zone = fc.oneof(fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', '+01:00'), fc.string());
  const now = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(cron, duration, zone, now, (...[schedule, length, name, at]) => {
      try {
        const parsed = parsePolicy(`CronSpan('${schedule}', '${length}', '${name}')`, ['time']);
        expect(typeof evaluatePolicy(parsed, timeNames(at), createBudget())).toBe('boolean');
      } catch (error) {
        if (!(error instanceof PolicyFault)) throw error;
      }
    }),
    { numRuns: fuzzRuns(10) },
  );
});

test('words of the language in any order are an expression or a reported fault', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }), (words) => {
      if (check(words.join(''))) read += 1;
    }),
    { numRuns: fuzzRuns() },
  );
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(FUZZ_RUNS);
});

test.each([
  ['brackets', '['.repeat(10_000)],
  ['parentheses', '('.repeat(10_000)],
  ['members', `tx${'.to'.repeat(3_000)}`],
  ['conjunctions', `true${' && true'.repeat(1_200)}`],
  ['a long string', `'${'a'.repeat(9_000)}' == 'a'`],
  ['quantifiers', `${'[1].all(x, '.repeat(60)}true${')'.repeat(60)}`],
])('ten thousand characters of %s end in an answer', (_what, text) => {
  check(text.slice(0, 10_000));
});
