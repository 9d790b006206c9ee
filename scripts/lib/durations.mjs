import { ROOT } from './paths.mjs';

/**
 * @typedef {object} TestFile
 * @property {string} path from the root
 * @property {number} passed
 * @property {number} failed
 * @property {number} seconds of it. Files run side by side, so their sum is longer than the run.
 */

/** The number of files in the list of the slowest. */
const SLOWEST = 10;

/**
 * The files of vitest's JSON report.
 * @param {unknown} report
 * @returns {TestFile[]}
 */
export function filesOfVitest(report) {
  return recordsOf(report, 'testResults').map((file) => {
    const tests = recordsOf(file, 'assertionResults');
    return {
      path: String(file.name).replace(`${ROOT}/`, ''),
      passed: tests.filter(({ status }) => status === 'passed').length,
      failed: tests.filter(({ status }) => status === 'failed').length,
      // From its first test to the end of its last. Their sum is longer where tests run side by side.
      seconds: sum([file.endTime]) / 1000 - sum([file.startTime]) / 1000,
    };
  });
}

/**
 * The files of Playwright's JSON report, whose paths are relative to the folder of all tests.
 * @param {unknown} report
 * @returns {TestFile[]}
 */
export function filesOfPlaywright(report) {
  return recordsOf(report, 'suites').map((suite) => {
    const tests = testsIn(suite);
    return {
      path: `test/${suite.file}`,
      passed: tests.filter(({ status }) => status === 'expected').length,
      failed: tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').length,
      seconds: sum(tests.flatMap((test) => recordsOf(test, 'results')).map(({ duration }) => duration)) / 1000,
    };
  });
}

/**
 * Returns a line for each kind of test (its folder below test/), in the order of the files, then the slowest files.
 * @param {readonly TestFile[]} files
 * @returns {string[]}
 */
export function durationLines(files) {
  const kinds = [...new Set(files.map(kindOf))].map((kind) => {
    const own = files.filter((file) => kindOf(file) === kind);
    const [passed, failed] = [sum(own.map((file) => file.passed)), sum(own.map((file) => file.failed))];
    return `  ${kind.padEnd(12)} ${String(passed).padStart(6)} passed, ${failed} failed, ${seconds(own)}`;
  });
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  return [
    'castellan: by kind, with the seconds of work:',
    ...kinds,
    `castellan: the ${slowest.length} slowest files:`,
    ...slowest.map((file) => `  ${seconds([file]).padStart(8)}  ${file.path}`),
  ];
}

/** @param {TestFile} file */
const kindOf = ({ path }) => path.split('/')[1] ?? path;

/** @param {readonly TestFile[]} files */
const seconds = (files) => `${sum(files.map((file) => file.seconds)).toFixed(1)} s`;

/** The sum of the numbers among the values. @param {readonly unknown[]} values @returns {number} */
const sum = (values) =>
  values.reduce((/** @type {number} */ total, value) => total + (typeof value === 'number' ? value : 0), 0);

/** Tests of a suite and of those within it. @param {Record<string, unknown>} suite @returns {Record<string, unknown>[]} */
const testsIn = (suite) => [
  ...recordsOf(suite, 'specs').flatMap((spec) => recordsOf(spec, 'tests')),
  ...recordsOf(suite, 'suites').flatMap(testsIn),
];

/** The records of a list member. @param {unknown} value @param {string} member @returns {Record<string, unknown>[]} */
const recordsOf = (value, member) => {
  const list = isRecord(value) ? value[member] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null;
