import { mkdirSync, rmSync } from 'node:fs';
import { createLog } from './lib/log.mjs';
import { readJson } from './lib/npm.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';
import { conclude, countPlaywright, countVitest } from './lib/results.mjs';
import { runPlaywright, runVitest } from './lib/runners.mjs';
import { currentNode, NODE_VERSION } from './lib/runtime-node.mjs';

const OUTPUT = inRoot('test/output/current');

/** `npm test` has run ten thousand cases on each parser. Here the same parsers run on another engine. */
const FUZZ_RUNS = '1000';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log, { tokens: true, peers: true, current: true });
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });

  log.line(`castellan: what needs no Electron, on Node ${NODE_VERSION} (vitest)`);
  const nodeReport = `${OUTPUT}/vitest.json`;
  const nodeCode = await runVitest({ executable: currentNode(), folder: runtime.folder }, [], {
    config: 'test/tools/vitest.current.config.ts',
    environment: { CASTELLAN_FUZZ_RUNS: FUZZ_RUNS },
    report: nodeReport,
  });

  log.line('castellan: the page in the current Chromium (Playwright)');
  const pageReport = `${OUTPUT}/playwright.json`;
  const pageCode = await runPlaywright('test/tools/playwright.current.config.ts', {
    node: currentNode(),
    report: pageReport,
  });

  const { lines, code } = conclude({
    [`Node ${NODE_VERSION}`]: countVitest(readJson(nodeReport), nodeCode),
    Chromium: countPlaywright(readJson(pageReport), pageCode),
  });
  for (const line of ['', ...lines]) log.line(line);
  return code;
});
