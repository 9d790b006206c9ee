import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget, evaluatePolicy } from '../../electron/custody/policies/evaluate.ts';
import { PolicyFault } from '../../electron/custody/policies/fault.ts';
import { parsePolicy } from '../../electron/custody/policies/parse.ts';
import { FUZZ_RUNS } from './seed.ts';

const NAMES = {
  activity: () => ({ type: 'SIGN', params: { ids: ['a', 'b'] } }),
  tx: () => ({ to: '0x00', value: 3n, calls: [{ to: 'a' }, { to: 'b' }] }),
};

/** Whether it was read; it is then true or false or a fault, and nothing else. */
function check(text: string): boolean {
  try {
    const parsed = parsePolicy(text, Object.keys(NAMES));
    try {
      expect(typeof evaluatePolicy(parsed, NAMES, createBudget())).toBe('boolean');
    } catch (error) {
      if (!(error instanceof PolicyFault)) throw error;
    }
    return true;
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return false;
  }
}

test('any text is an expression or a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => void check(text)),
    { numRuns: FUZZ_RUNS },
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

test('words of the language in any order are an expression or a fault', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }), (words) => {
      if (check(words.join(''))) read += 1;
    }),
    { numRuns: FUZZ_RUNS },
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
