import { runEndToEnd } from './lib/e2e.mjs';
import { createLog } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

/** The window test that compares its screens with the pictures of the documents. */
const TEST = 'test/e2e/sign.spec.ts';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log, { tests: true });
  return runEndToEnd({
    runtime,
    log,
    args: [TEST, '--update-snapshots=all'],
    report: inRoot('test/output/screenshots.json'),
  });
});
