import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronEnvironment } from './launch.mjs';
import { inRoot } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { run } from './run.mjs';

/** V8's seeds are random otherwise, and two builds would differ. */
const SEEDS = '--js-flags=--hash-seed=1 --random-seed=1';

/**
 * Makes the code caches of main and its children, and proves in a second process that V8 takes them. Runs only code of this build,
 * without a window, so it needs neither a display nor a sandbox. It removes them if V8 does not: a start then
 * compiles the sources.
 * @param {import('./runtime.mjs').Runtime} runtime V8 takes the caches only in this runtime.
 * @param {string} folder of the files
 * @param {(pid: number | undefined) => void} onPid
 */
export async function makeCodeCaches(runtime, folder, onPid) {
  // Electron writes an id for crash reports there. The usual folder would be one more in the user's settings.
  const userData = mkdtempSync(join(tmpdir(), 'castellan-code-cache-'));
  const switches = [
    `--user-data-dir=${userData}`,
    '--no-sandbox',
    ...(process.platform === 'linux' ? ['--ozone-platform=headless'] : []),
  ];
  const start = (/** @type {string[]} */ ...args) =>
    run(runtime.executable, [...switches, ...args, folder], {
      env: electronEnvironment(),
      onPid,
      what: 'Compiling the application ahead (Electron)',
    });
  try {
    await start(SEEDS, inRoot('scripts/code-cache'), 'make');
    await start(inRoot('scripts/code-cache'), 'prove');
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.cache')) rmSync(join(folder, file));
    process.stderr.write(`castellan: Castellan starts slower here, because it has no code caches. ${error.message}\n`);
  } finally {
    rmSync(userData, { recursive: true, force: true });
  }
}
