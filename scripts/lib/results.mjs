import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './paths.mjs';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} faults a line for each failure: its file, its name and the first line of the reason
 * @property {string[]} [notRun] a line for each file with skipped tests
 */

/** The words of vitest for a test that did not run. */
const SKIPPED = ['skipped', 'pending', 'todo', 'disabled'];

/** The count of a stage without readable results: silence is not success. @type {Count} */
const BROKEN = { passed: 0, failed: 1, skipped: 0, faults: ['no results: the runner ended before it wrote any'] };

/**
 * Counts of vitest's JSON report. A file that could not even be loaded holds no test, so it counts as one failure.
 * @param {unknown} report
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
export function countVitest(report, code) {
  if (!isRecord(report) || !Array.isArray(report.testResults)) return BROKEN;
  const files = report.testResults.filter(isRecord);
  const brokenFiles = files.filter(
    ({ status, assertionResults: tests }) => status === 'failed' && Array.isArray(tests) && tests.length === 0,
  );
  return settle(
    {
      passed: numberOf(report.numPassedTests),
      failed: numberOf(report.numFailedTests) + brokenFiles.length,
      skipped: numberOf(report.numPendingTests) + numberOf(report.numTodoTests),
      faults: [
        ...brokenFiles.map(({ name, message }) => fault(fileOf(name), message)),
        ...files.flatMap(({ name, assertionResults }) =>
          recordsOf(assertionResults)
            .filter(({ status }) => status === 'failed')
            .map((test) => fault(`${fileOf(name)} > ${test.fullName}`, listOf(test.failureMessages)[0])),
        ),
      ],
      notRun: files.flatMap(({ name, assertionResults }) => {
        const [first, ...others] = recordsOf(assertionResults).filter(({ status }) => SKIPPED.includes(String(status)));
        if (first === undefined) return [];
        return [`${fileOf(name)}: ${first.fullName}${others.length === 0 ? '' : `, and ${others.length} more`}`];
      }),
    },
    code,
  );
}

/**
 * Counts of Playwright's JSON report. A test that passed only on a retry counts as failed.
 * @param {unknown} report
 * @param {number} code
 * @returns {Count}
 */
export function countPlaywright(report, code) {
  if (!isRecord(report) || !isRecord(report.stats)) return BROKEN;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return settle(
    {
      passed: numberOf(expected),
      failed: numberOf(unexpected) + numberOf(flaky),
      skipped: numberOf(skipped),
      faults: [...recordsOf(report.errors), ...failedSpecs(report.suites)].map((each) =>
        fault(
          `${each.file ?? 'Playwright'} > ${each.title ?? 'outside a test'}`,
          isRecord(each.error) ? withLastStep(each.error.message) : each.message,
        ),
      ),
    },
    code,
  );
}

/**
 * Counts a program that is one test by itself.
 * @param {string} name
 * @param {number} code its exit code.
 * @param {string} output its output, whose last line that names an error is the reason of a failure
 * @returns {Count}
 */
export function countRun(name, code, output) {
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, faults: [] };
  const lines = output.trim().split('\n');
  const why = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1);
  return { passed: 0, failed: 1, skipped: 0, faults: [fault(name, why)] };
}

/**
 * Returns the final report: a line for each failed check and each stage, and the sum of all as the last line.
 * A failed check is no test, but the last line must never claim that nothing failed.
 * @param {Readonly<Record<string, Count>>} stages by name.
 * @param {string[]} [failedChecks] names of the checks that are no tests and failed.
 * @param {string[]} [notRun] other checks that this run left out
 * @returns {{ lines: string[], code: number }} code is the exit code
 */
export function conclude(stages, failedChecks = [], notRun = []) {
  const counts = Object.values(stages);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, failedChecks.length);
  const lines = [
    ...[...Object.values(stages).flatMap((count) => count.notRun ?? []), ...notRun].map(
      (each) => `castellan: not run: ${each}`,
    ),
    ...Object.values(stages).flatMap(({ faults }) => faults.map((each) => `castellan: failed: ${each}`)),
    ...failedChecks.map((name) => `castellan: failed: ${name}`),
    ...Object.entries(stages).map(
      ([name, count]) => `castellan: ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`,
    ),
    `${passed} passed, ${failed} failed`,
  ];
  return { lines, code: failed === 0 ? 0 : 1 };
}

/**
 * The specs of Playwright's suites, which nest, that did not end as expected at once, each with its first error.
 * @param {unknown} suites
 * @returns {Record<string, unknown>[]}
 */
function failedSpecs(suites) {
  return recordsOf(suites).flatMap((suite) => [
    ...recordsOf(suite.specs).flatMap((spec) =>
      recordsOf(spec.tests)
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map((test) => {
          const errors = recordsOf(test.results).flatMap((result) => recordsOf(result.errors));
          return { file: suite.file, title: spec.title, error: errors[0] };
        }),
    ),
    ...failedSpecs(suite.suites),
  ]);
}

/**
 * Adds the last step of Playwright's call log to the first line of an error, which names only the time that ran out.
 * @param {unknown} message
 */
function withLastStep(message) {
  const lines = stripVTControlCharacters(String(message ?? '')).split('\n');
  const log = lines.findIndex((line) => line.trim() === 'Call log:');
  const steps = lines.slice(log + 1).filter((line) => /^\s*(\d+ × )?\s*- /.test(line));
  const last = log === -1 ? undefined : steps.at(-1)?.replace(/^[\s-]+/, '');
  return last === undefined ? lines[0] : `${lines[0]} Last step: ${last.trim()}`;
}

/** One line for a fault. @param {string} what @param {unknown} why */
const fault = (what, why) =>
  [
    what,
    stripVTControlCharacters(String(why ?? ''))
      .split('\n')[0]
      ?.trim(),
  ]
    .filter(Boolean)
    .join(': ');

/** A test file's path from the root. @param {unknown} name */
const fileOf = (name) => String(name).replace(`${ROOT}/`, '');

/** A runner that failed without a failed test (no test found, a crash at the end) has one failure. @param {Count} count @param {number} code @returns {Count} */
const settle = (count, code) =>
  code !== 0 && count.failed === 0
    ? { ...count, failed: 1, faults: [...count.faults, `no test failed, yet the runner ended with ${code}`] }
    : count;

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {unknown} value */
const recordsOf = (value) => listOf(value).filter(isRecord);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} value */
const numberOf = (value) => (typeof value === 'number' ? value : 0);
