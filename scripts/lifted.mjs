import { mkdirSync } from 'node:fs';
import { createLog } from './lib/log.mjs';
import { readJson } from './lib/npm.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';
import { conclude, countVitest } from './lib/results.mjs';
import { runVitest } from './lib/runners.mjs';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log, { build: false, tokens: true });
  mkdirSync(inRoot('test/output'), { recursive: true });
  log.line('castellan: each mechanism behind a security sentence taken away (vitest)');
  const report = inRoot('test/output/lifted.json');
  const code = await runVitest(runtime, process.argv.slice(2), {
    config: 'test/tools/vitest.lifted.config.ts',
    report,
  });
  const { lines, code: sum } = conclude({ lifted: countVitest(readJson(report), code) });
  for (const line of ['', ...lines]) log.line(line);
  return sum;
});
