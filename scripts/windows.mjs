import { mkdirSync } from 'node:fs';
import { durationLines, filesOfPlaywright } from './lib/durations.mjs';
import { testWindows } from './lib/e2e.mjs';
import { createLog } from './lib/log.mjs';
import { readJson } from './lib/npm.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';
import { conclude } from './lib/results.mjs';

const OUTPUT = inRoot('test/output/windows');

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log, { tests: true });
  mkdirSync(OUTPUT, { recursive: true });
  const report = `${OUTPUT}/playwright.json`;
  const { lines, code } = conclude({ Playwright: await testWindows('windows', { runtime, log, report }) });
  for (const line of ['', ...durationLines(filesOfPlaywright(readJson(report))), '', ...lines]) log.line(line);
  return code;
});
