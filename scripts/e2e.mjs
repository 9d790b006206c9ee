import { runEndToEnd } from './lib/e2e.mjs';
import { createLog } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log, { tests: true });
  return runEndToEnd({ runtime, log, args: process.argv.slice(2), report: inRoot('test/output/playwright.json') });
});
