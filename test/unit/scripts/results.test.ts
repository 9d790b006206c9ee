import { describe, expect, it } from 'vitest';
import { conclude, countPlaywright, countVitest } from '../../../scripts/lib/results.mjs';

const vitestReport = {
  numPassedTests: 10,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
};

describe('countVitest', () => {
  it('counts a file that could not be loaded as a failure', () => {
    expect(countVitest(vitestReport, 1)).toEqual({ passed: 10, failed: 2, skipped: 3 });
  });

  it('never counts silence as success', () => {
    expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countVitest({ numPassedTests: 3, testResults: [] }, 1)).toMatchObject({ passed: 3, failed: 1 });
  });
});

describe('countPlaywright', () => {
  it('counts a test that passed only when tried again as a failure', () => {
    const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } };
    expect(countPlaywright(report, 1)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  it('never counts silence as success', () => {
    expect(countPlaywright({}, 0)).toMatchObject({ failed: 1 });
    expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }, 1)).toMatchObject({
      failed: 1,
    });
  });
});

describe('conclude', () => {
  const good = { passed: 1, failed: 0, skipped: 2 };

  it('adds the stages up in the last line', () => {
    const { lines, code } = conclude({ vitest: good, Playwright: { passed: 3, failed: 4, skipped: 0 } });
    expect(lines.at(-1)).toBe('4 passed, 4 failed');
    expect(lines[0]).toBe('castellan: vitest: 1 passed, 0 failed, 2 skipped');
    expect(code).toBe(1);
    expect(conclude({ vitest: good }).code).toBe(0);
  });

  it('counts a failed check in the last line', () => {
    const { lines, code } = conclude({ vitest: good }, ['types (tsc)']);
    expect([lines[0], lines.at(-1), code]).toEqual(['castellan: types (tsc) failed', '1 passed, 1 failed', 1]);
  });
});
