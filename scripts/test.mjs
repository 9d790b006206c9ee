import { mkdirSync, rmSync } from 'node:fs';
import { durationLines, filesOfPlaywright, filesOfVitest } from './lib/durations.mjs';
import { testWindows } from './lib/e2e.mjs';
import { createLog } from './lib/log.mjs';
import { readJson } from './lib/npm.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, optionsOf } from './lib/problem.mjs';
import { conclude, countRun, countVitest } from './lib/results.mjs';
import { runForCode } from './lib/run.mjs';
import { runVitest } from './lib/runners.mjs';

const USAGE =
  'npm test, npm test -- --changed for what the changes since the last commit can break, or npm run test:shipping for the runtime that is shipped and no other';

const OUTPUT = inRoot('test/output');

const TYPES = { name: 'types (tsc)', args: [inRoot('node_modules/tsc-native/bin/tsc'), '--build'] };
/** @param {string[]} files the options that name them */
const format = (...files) => ({
  name: 'format and lint (biome)',
  args: [inRoot('node_modules/@biomejs/biome/bin/biome'), 'check', ...files],
});

await main(async () => {
  const options = optionsOf(USAGE, ['--shipping', '--changed']);
  const log = createLog(process.stdout);
  if (options.has('--changed')) return testChanged(log);
  const shipping = options.has('--shipping');
  const { runtime } = await prepare(log, { tests: true, shipping });
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });

  // Types take one core for minutes, and much of a test is waiting.
  const checking = check(TYPES, format('.'));
  log.line(`castellan: tests in the Node of Electron ${runtime.electron} (vitest)`);
  const unitReport = `${OUTPUT}/vitest.json`;
  const unitCode = await runVitest(runtime, [], { report: unitReport });

  const failedChecks = failures(await checking, log);

  // A test of a window waits for most of its time.
  const benchmarks = runBenchmarks(log);
  const windows = await testWindows('jobs', { runtime, log, report: `${OUTPUT}/playwright.json` });
  const { lines, code } = conclude(
    {
      vitest: countVitest(readJson(unitReport), unitCode),
      Playwright: windows,
      benchmarks: await benchmarks,
    },
    failedChecks,
    leftOut(runtime),
  );
  const files = [...filesOfVitest(readJson(unitReport)), ...filesOfPlaywright(readJson(`${OUTPUT}/playwright.json`))];
  for (const line of ['', ...durationLines(files), '', ...lines]) log.line(line);
  return code;
});

/**
 * Checks the types, the format of the files that changed since the last commit, and runs the tests that import any of
 * them. Opens no windows.
 * @param {import('./lib/log.mjs').Log} log
 * @returns {Promise<number>} the exit code
 */
async function testChanged(log) {
  const { runtime } = await prepare(log, { build: false, tokens: true, peers: true });
  mkdirSync(OUTPUT, { recursive: true });
  const checking = check(TYPES, format('--changed', '--since=HEAD', '--no-errors-on-unmatched'));
  const report = `${OUTPUT}/changed.json`;
  const unitCode = await runVitest(runtime, ['--changed', '--passWithNoTests'], { report });
  const failedChecks = failures(await checking, log);
  const { lines, code } = conclude({ vitest: countVitest(readJson(report), unitCode) }, failedChecks);
  for (const line of ['', ...lines]) log.line(line);
  return code;
}

/**
 * One short round of every benchmark, so that `npm run bench` cannot break unseen. Its figures mean nothing.
 * @param {import('./lib/log.mjs').Log} log
 * @returns {Promise<import('./lib/results.mjs').Count>}
 */
async function runBenchmarks(log) {
  log.line('castellan: one short round of every benchmark');
  const { code, output } = await runForCode(process.execPath, [inRoot('scripts/bench.mjs'), '--once'], { cwd: ROOT });
  return countRun('scripts/bench.mjs --once', code, output);
}

/**
 * The checks that another command runs.
 * @param {import('./lib/runtime.mjs').Runtime} runtime
 */
function leftOut({ kind }) {
  return [
    'each place of the window in detail, at each size and in each language: npm run test:windows',
    'packages in a clean Debian 12, which takes root and five minutes: npm run package -- --test-layout --check',
    ...(kind === 'floor' ? ['the pinned Electron, which could not be downloaded: npm run test:shipping'] : []),
  ];
}

/**
 * Runs checks one after the other.
 * @param {{ name: string, args: string[] }[]} checks
 * @returns {Promise<{ name: string, code: number, output: string }[]>}
 */
async function check(...checks) {
  const done = [];
  for (const { name, args } of checks)
    done.push({ name, ...(await runForCode(process.execPath, args, { cwd: ROOT })) });
  return done;
}

/**
 * Writes a line for each check, and returns the names of those that failed.
 * @param {{ name: string, code: number, output: string }[]} checked
 * @param {import('./lib/log.mjs').Log} log
 * @returns {string[]}
 */
function failures(checked, log) {
  for (const { name, code, output } of checked) log.line(`castellan: ${name}${code === 0 ? '' : ` failed\n${output}`}`);
  return checked.filter(({ code }) => code !== 0).map(({ name }) => name);
}
