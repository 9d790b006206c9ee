import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { runEndToEnd } from './lib/e2e.mjs';
import { createLog } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, SetupProblem } from './lib/problem.mjs';

/** Pictures of the documents, by their names in docs/pictures: each is a screen that a window test photographs. */
const PICTURES = {
  'result.png': 'sign-transaction-result-light',
  'question.png': 'sign-transaction-review-light',
};
/** The window test that photographs all of them. */
const TEST = 'test/e2e/sign.spec.ts';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log, { tests: true });
  const screens = Object.entries(PICTURES).map(([picture, screen]) => ({
    from: inRoot(`test/output/screens/${screen}.png`),
    to: inRoot(`docs/pictures/${picture}`),
  }));
  // An earlier run must not pass for this one.
  for (const { from } of screens) await rm(from, { force: true });
  await runEndToEnd({ runtime, log, args: [TEST], report: inRoot('test/output/screenshots.json') });
  await mkdir(inRoot('docs/pictures'), { recursive: true });
  for (const { from } of screens) {
    if ((await stat(from).catch(() => null)) === null)
      throw new SetupProblem(`${TEST} made no picture ${from}. No picture was replaced.`);
  }
  for (const { from, to } of screens) await copyFile(from, to);
  return 0;
});
