import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from './npm.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { keyOf } from './stamp.mjs';

const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];

const PARTS = ['main', 'preload', 'renderer'];

/**
 * What the application may know about its runtime; it reads this beside its own bundle, as out/runtime.json.
 * @param {import('./runtime.mjs').Runtime} runtime
 */
const factsOf = ({ kind, electron, wanted, reason }) => ({ kind, electron, wanted, reason });

/** @param {import('./runtime.mjs').Runtime} runtime @returns {string} */
const buildKey = (runtime) => keyOf(ROOT, SOURCES, [JSON.stringify(factsOf(runtime))]);

/** Whether out/ was built from these sources for this runtime. @param {import('./runtime.mjs').Runtime} runtime */
export function isBuilt(runtime) {
  const stamp = /** @type {{ key?: string } | undefined} */ (readJson(inRoot('out/build.json')));
  return stamp?.key === buildKey(runtime) && PARTS.every((part) => existsSync(inRoot('out', part)));
}

/**
 * Builds beside out/ and moves the result into place, so that a running app never sees half a build. The key is written
 * last: after an interruption the next start builds again.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {(pid: number | undefined) => void} onPid
 */
export async function build(runtime, onPid) {
  const key = buildKey(runtime);
  const next = inRoot('out/next');
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await run(
    process.execPath,
    [inRoot('node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: ROOT,
      env: { ...process.env, CASTELLAN_BUILD_FOLDER: next, CASTELLAN_RUNTIME_KIND: runtime.kind, NO_COLOR: '1' },
      onPid,
      what: 'Building the application (electron-vite build)',
    },
  );
  await rm(inRoot('out/build.json'), { force: true });
  for (const part of PARTS) {
    await rm(inRoot('out', part), { recursive: true, force: true });
    await rename(join(next, part), inRoot('out', part));
  }
  await rm(next, { recursive: true, force: true });
  await writeFile(inRoot('out/runtime.json'), `${JSON.stringify(factsOf(runtime), null, 2)}\n`);
  await writeFile(inRoot('out/build.json'), `${JSON.stringify({ key })}\n`);
}
