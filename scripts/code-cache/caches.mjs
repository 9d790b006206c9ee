import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Files of text (`lib/lazy-files.mjs`) are left out. */
const REQUIRED = /(?:^(?:const (?:\w+|\{.+\}) = )?|then\(\(\) => )require\("(\.[^"]+)"\)/gm;

// Electron would show a dialog.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

/**
 * Loads electron/main/bundle of a build. V8 keeps the path of a file in its cache. A relative one is the same wherever
 * the build is, so this also changes the folder of the process.
 * @param {string} folder of the build
 * @returns {typeof import('../../electron/main/bundle/bundle.ts')}
 */
export function bundleOf(folder) {
  process.chdir(folder);
  const bundle = resolve('bundle.cjs');
  return createRequire(bundle)(bundle);
}

/**
 * Makes the code caches of programs and of each file that they require, or proves that V8 takes them. V8 caches the
 * functions that have run. So each file runs first, except `notRun`.
 * @param {string} action `make` or `prove`
 * @param {typeof import('../../electron/main/bundle/bundle.ts')} bundle
 * @param {'main' | 'child'} kind
 * @param {readonly string[]} programs
 * @param {readonly string[]} [notRun]
 */
export function caches(action, { cacheFor, cacheOf, compile }, kind, programs, notRun = []) {
  const files = filesFrom(programs);
  if (action === 'prove') {
    for (const file of files)
      if (compile(file, kind).cachedDataRejected !== false) throw new Error(`V8 refuses the code cache of ${file}`);
    return;
  }
  // V8 takes a cache only under the flags of its making, and no other process has the seeds of this one.
  for (const flag of ['--hash-seed=0', '--random-seed=0', '--no-flush-bytecode']) setFlagsFromString(flag);
  const packages = createRequire(resolve('index.cjs'));
  /** @type {Map<string, { script: import('node:vm').Script, exports: object }>} */
  const loaded = new Map();
  /** @param {string} path @returns {unknown} */
  const load = (path) => {
    if (path.endsWith('.txt')) return readFileSync(path, 'latin1');
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const made = { script: compile(unique(path), kind), exports: {} };
    loaded.set(path, made);
    const requireFrom = (/** @type {string} */ name) =>
      name.startsWith('.') ? load(join(dirname(path), name)) : packages(name);
    if (!notRun.includes(path)) made.script.runInThisContext()(made.exports, requireFrom);
    return made.exports;
  };
  for (const file of files) load(file);
  // Until it is collected, garbage changes how V8 writes a string.
  collectGarbage();
  setFlagsFromString('--flush-bytecode');
  for (const file of files)
    writeFileSync(cacheOf(file, kind), cacheFor(readFileSync(file), createdFrom(loaded.get(file))));
}

/** @param {{ script: import('node:vm').Script } | undefined} made */
function createdFrom(made) {
  if (made === undefined) throw new Error('a file was not loaded');
  return made.script.createCachedData();
}

/** Returns the one copy of a text that V8 keeps for names. V8 writes other copies in different ways. @param {string} text */
const unique = (text) => Object.keys({ [text]: 0 })[0] ?? text;

/** Collects all garbage. Leaves the flags as they were, because they decide about the caches. */
function collectGarbage() {
  const isExposed = globalThis.gc !== undefined;
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  if (!isExposed) setFlagsFromString('--no-expose-gc');
}

/** Returns the files that programs can load. @param {readonly string[]} programs */
function filesFrom(programs) {
  const files = new Set(programs);
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(REQUIRED)) files.add(join(dirname(file), path));
  return files;
}
