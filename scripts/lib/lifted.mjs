import { mkdirSync } from 'node:fs';
import { readJson } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { conclude, countVitest } from './results.mjs';
import { runVitest } from './runners.mjs';

/**
 * Removes mechanisms from the program, one after the other, and checks that the test of each fails.
 * @param {import('./log.mjs').Log} log
 * @param {string[]} args vitest's own: --testNamePattern …
 * @returns {Promise<number>} the exit code
 */
export async function runLifted(log, args) {
  const { runtime } = await prepare(log, { tokens: true, peers: true });
  mkdirSync(inRoot('test/output'), { recursive: true });
  log.line('castellan: the mechanisms behind SECURITY.md are taken out one by one (vitest)');
  const report = inRoot('test/output/lifted.json');
  const code = await runVitest(runtime, args, { config: 'test/tools/vitest.lifted.config.ts', report });
  const count = countVitest(readJson(report), code);
  // The tests that the arguments leave out were not asked for.
  const asked = args.length === 0 ? count : { ...count, skipped: 0, notRun: [] };
  const { lines, code: sum } = conclude({ lifted: asked });
  for (const line of ['', ...lines]) log.line(line);
  return sum;
}
