import { expect, it } from 'vitest';
import { durationLines, filesOfPlaywright, filesOfVitest } from '../../../scripts/lib/durations.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

const vitest = {
  testResults: [
    {
      name: `${ROOT}/test/unit/a.test.ts`,
      startTime: 1_000,
      endTime: 1_500,
      assertionResults: [{ status: 'passed', duration: 500 }, { status: 'failed' }],
    },
    {
      name: `${ROOT}/test/unit/b.test.ts`,
      // Two tests that run side by side.
      startTime: 4_000,
      endTime: 6_000,
      assertionResults: [
        { status: 'passed', duration: 2_000 },
        { status: 'passed', duration: 1_900 },
      ],
    },
    {
      name: `${ROOT}/test/contract/c.test.ts`,
      startTime: 7_000,
      endTime: 7_000,
      assertionResults: [{ status: 'skipped' }],
    },
  ],
};
const test = (status: string, ...durations: number[]) => ({
  status,
  results: durations.map((duration) => ({ duration })),
});
const playwright = {
  suites: [
    {
      file: 'e2e/pay.spec.ts',
      specs: [{ tests: [test('expected', 3_000)] }],
      suites: [{ file: 'e2e/pay.spec.ts', specs: [{ tests: [test('flaky', 1_000, 1_500)] }] }],
    },
  ],
};

it('the tests are summed by kind, with the slowest files first', () => {
  const files = [...filesOfVitest(vitest), ...filesOfPlaywright(playwright)];
  expect(durationLines(files)).toEqual([
    'castellan: by kind, with the seconds of work:',
    '  unit              3 passed, 1 failed, 2.5 s',
    '  contract          0 passed, 0 failed, 0.0 s',
    '  e2e               1 passed, 1 failed, 5.5 s',
    'castellan: the 4 slowest files:',
    '     5.5 s  test/e2e/pay.spec.ts',
    '     2.0 s  test/unit/b.test.ts',
    '     0.5 s  test/unit/a.test.ts',
    '     0.0 s  test/contract/c.test.ts',
  ]);
});

it('at most ten files are listed as the slowest', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    path: `test/unit/${index}`,
    passed: 1,
    failed: 0,
    seconds: index,
  }));
  expect(durationLines(files).filter((line) => line.includes(' test/unit/'))).toHaveLength(10);
});

it('a missing report has no files', () => {
  expect([filesOfVitest(undefined), filesOfPlaywright(null)]).toEqual([[], []]);
});
