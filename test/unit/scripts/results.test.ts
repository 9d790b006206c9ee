import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { conclude, countPlaywright, countRun, countVitest } from '../../../scripts/lib/results.mjs';

const vitestReport = {
  numPassedTests: 10,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    {
      name: `${ROOT}/test/one.test.ts`,
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'a sum adds', failureMessages: ['expected 3\n    at one.ts'] }],
    },
    { name: `${ROOT}/test/two.test.ts`, status: 'failed', assertionResults: [], message: 'no such module' },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
};

describe('countVitest', () => {
  it('counts a file that could not be loaded as a failure', () => {
    expect(countVitest(vitestReport, 1)).toEqual({
      passed: 10,
      failed: 2,
      skipped: 3,
      faults: ['test/two.test.ts: no such module', 'test/one.test.ts > a sum adds: expected 3'],
      notRun: [],
    });
  });

  it('names the files with tests that did not run', () => {
    const skipped = { status: 'skipped', fullName: 'the package (needs dpkg-deb) has every file' };
    const report = {
      numPendingTests: 2,
      testResults: [
        {
          name: `${ROOT}/test/deb.test.ts`,
          status: 'passed',
          assertionResults: [{ status: 'passed' }, skipped, skipped],
        },
      ],
    };
    const vitest = countVitest(report, 0);
    expect(vitest.notRun).toEqual(['test/deb.test.ts: the package (needs dpkg-deb) has every file, and 1 more']);
    expect(conclude({ vitest }, [], ['packages']).lines).toEqual([
      'castellan: not run: test/deb.test.ts: the package (needs dpkg-deb) has every file, and 1 more',
      'castellan: not run: packages',
      'castellan: vitest: 0 passed, 0 failed, 2 skipped',
      '0 passed, 0 failed',
    ]);
  });

  it('never counts silence as success', () => {
    expect(countVitest(undefined, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(countVitest({ numPassedTests: 3, testResults: [] }, 1)).toMatchObject({ passed: 3, failed: 1 });
  });
});

describe('countRun', () => {
  it('counts a program as one test, and names its error', () => {
    expect(countRun('bench', 0, 'Error: of no matter')).toMatchObject({ passed: 1, failed: 0, faults: [] });
    expect(countRun('bench', 1, 'stamps\nTypeError: no vault\n    at run.ts\n')).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      faults: ['bench: TypeError: no vault'],
    });
    expect(countRun('bench', 137, 'stamps\n').faults).toEqual(['bench: stamps']);
  });
});

describe('countPlaywright', () => {
  it('counts a test that passed only on retry as a failure', () => {
    const spec = (title: string, status: string) => ({
      title,
      tests: [{ status, results: [{ errors: [{ message: '\u001b[31mno window\u001b[39m\nat' }] }] }],
    });
    const report = {
      suites: [
        {
          file: 'one.spec.ts',
          specs: [spec('opens', 'unexpected'), spec('stays', 'expected')],
          suites: [{ file: 'one.spec.ts', specs: [spec('closes', 'flaky')] }],
        },
      ],
      stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 },
    };
    expect(countPlaywright(report, 1)).toEqual({
      passed: 7,
      failed: 2,
      skipped: 2,
      faults: ['one.spec.ts > opens: no window', 'one.spec.ts > closes: no window'],
    });
  });

  it('never counts silence as success', () => {
    expect(countPlaywright({}, 0)).toMatchObject({ failed: 1 });
    expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }, 1)).toMatchObject({
      failed: 1,
    });
  });
});

describe('a step of a window that ran out of time', () => {
  it('is named by the last line of its log', () => {
    const message = [
      'TimeoutError: locator.check: Timeout 60000ms exceeded.',
      'Call log:',
      "  - waiting for getByRole('checkbox')",
      '    - attempting click action',
      '      2 × waiting for element to be visible, enabled and stable',
      '        - element is not stable',
      '',
      '  12 | await keep.check();',
    ].join('\n');
    const specs = [{ title: 'keeps', tests: [{ status: 'unexpected', results: [{ errors: [{ message }] }] }] }];
    const report = {
      suites: [{ file: 'one.spec.ts', specs }],
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    };
    expect(countPlaywright(report, 1).faults).toEqual([
      'one.spec.ts > keeps: TimeoutError: locator.check: Timeout 60000ms exceeded. Last step: element is not stable',
    ]);
  });
});

describe('conclude', () => {
  const good = { passed: 1, failed: 0, skipped: 2, faults: [] };

  it('adds the stages up in the last line', () => {
    const { lines, code } = conclude({
      vitest: good,
      Playwright: { passed: 3, failed: 1, skipped: 0, faults: ['a window'] },
    });
    expect(lines.at(-1)).toBe('4 passed, 1 failed');
    expect(lines[0]).toBe('castellan: failed: a window');
    expect(lines[1]).toBe('castellan: vitest: 1 passed, 0 failed, 2 skipped');
    expect(code).toBe(1);
    expect(conclude({ vitest: good }).code).toBe(0);
  });

  it('counts a failed check in the last line', () => {
    const { lines, code } = conclude({ vitest: good }, ['types (tsc)']);
    expect([lines[0], lines.at(-1), code]).toEqual(['castellan: failed: types (tsc)', '1 passed, 1 failed', 1]);
  });
});
