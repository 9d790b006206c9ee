import { mkdirSync, rmSync } from 'node:fs';
import { runEndToEnd } from './lib/e2e.mjs';
import { createLog } from './lib/log.mjs';
import { main } from './lib/main.mjs';
import { readJson } from './lib/npm.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { addUp, countPlaywright, countVitest } from './lib/results.mjs';
import { runForCode } from './lib/run.mjs';
import { runVitest } from './lib/vitest.mjs';

const OUTPUT = inRoot('test/output');

const CHECKS = [
  { name: 'types (tsc)', args: [inRoot('node_modules/typescript/bin/tsc'), '--build'] },
  { name: 'format and lint (biome)', args: [inRoot('node_modules/@biomejs/biome/bin/biome'), 'check', '.'] },
];

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log, { tests: true });
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });

  const failedChecks = [];
  for (const { name, args } of CHECKS) {
    log.line(`castellan: ${name}`);
    const { code } = await runForCode(process.execPath, args, { cwd: ROOT, inherit: true });
    if (code !== 0) failedChecks.push(name);
  }

  log.line("castellan: tests inside Electron's own Node (vitest)");
  const unitReport = `${OUTPUT}/vitest.json`;
  const unitCode = await runVitest(runtime, [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]);

  log.line('castellan: end-to-end tests on the packaged layout (Playwright)');
  const windowReport = `${OUTPUT}/playwright.json`;
  const windowCode = await runEndToEnd({ runtime, log, report: windowReport });

  const checks = { passed: CHECKS.length - failedChecks.length, failed: failedChecks.length, skipped: 0 };
  const unit = countVitest(readJson(unitReport), unitCode);
  const windows = countPlaywright(readJson(windowReport), windowCode);
  const total = addUp([unit, windows]);
  log.line('');
  for (const name of failedChecks) log.line(`castellan: ${name} failed`);
  for (const [name, count] of /** @type {const} */ ([
    ['vitest', unit],
    ['Playwright', windows],
  ])) {
    log.line(`castellan: ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
  // A failed check is no test, but the closing line must never say that nothing failed when something did.
  log.line(`${total.passed} passed, ${total.failed + checks.failed} failed`);
  return total.failed + checks.failed === 0 ? 0 : 1;
});
