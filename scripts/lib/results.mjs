/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** What a stage without readable results counts for: silence is not success. @type {Count} */
const BROKEN = { passed: 0, failed: 1, skipped: 0 };

/**
 * Counts of vitest's JSON report. A file that could not even be loaded holds no test, so it counts as one failure.
 * @param {unknown} report
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
export function countVitest(report, code) {
  if (!isRecord(report) || !Array.isArray(report.testResults)) return BROKEN;
  const brokenFiles = report.testResults.filter(
    (file) =>
      isRecord(file) &&
      file.status === 'failed' &&
      Array.isArray(file.assertionResults) &&
      file.assertionResults.length === 0,
  ).length;
  return settle(
    {
      passed: numberOf(report.numPassedTests),
      failed: numberOf(report.numFailedTests) + brokenFiles,
      skipped: numberOf(report.numPendingTests) + numberOf(report.numTodoTests),
    },
    code,
  );
}

/**
 * Counts of Playwright's JSON report; a test that passed only when tried again counts as failed.
 * @param {unknown} report
 * @param {number} code
 * @returns {Count}
 */
export function countPlaywright(report, code) {
  if (!isRecord(report) || !isRecord(report.stats)) return BROKEN;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return settle(
    { passed: numberOf(expected), failed: numberOf(unexpected) + numberOf(flaky), skipped: numberOf(skipped) },
    code,
  );
}

/**
 * What to print at the end: a line for each failed check and each stage, and the sum of all as the last line. A failed
 * check is no test, but the last line must never say that nothing failed when something did.
 * @param {Readonly<Record<string, Count>>} stages by name
 * @param {string[]} [failedChecks] names of the checks that are no tests and failed
 * @returns {{ lines: string[], code: number }} code is the exit code
 */
export function conclude(stages, failedChecks = []) {
  const counts = Object.values(stages);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, failedChecks.length);
  const lines = [
    ...failedChecks.map((name) => `castellan: ${name} failed`),
    ...Object.entries(stages).map(
      ([name, count]) => `castellan: ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`,
    ),
    `${passed} passed, ${failed} failed`,
  ];
  return { lines, code: failed === 0 ? 0 : 1 };
}

/** A runner that failed without a failed test (no test found, a crash at the end) has one failure. @param {Count} count @param {number} code */
const settle = (count, code) => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} value */
const numberOf = (value) => (typeof value === 'number' ? value : 0);
