// Runs in Electron's main process, before Electron is ready, with two last arguments: make or prove, and a folder. Makes
// the code caches (electron/main/bundle) of index.cjs and of each file that it requires, or proves that V8 takes them.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Electron would show a dialog.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

const [action, folder = ''] = process.argv.slice(-2);
// V8 keeps the path of a file in its cache. A relative one is the same wherever the build is.
process.chdir(folder);
const bundle = resolve('bundle.cjs');
const { cacheFor, cacheOf, compile } = createRequire(bundle)(bundle);

const REQUIRED = /\brequire\("(\.[^"]+)"\)/g;

/** Returns the files of the program that main can load. @param {string} first */
function filesFrom(first) {
  const files = new Set([first]);
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(REQUIRED)) files.add(join(dirname(file), path));
  return files;
}

/** @param {string} file */
function make(file) {
  writeFileSync(cacheOf(file), cacheFor(readFileSync(file), compile(file).createCachedData()));
}

/** @param {string} file */
function prove(file) {
  if (compile(file).cachedDataRejected !== false) throw new Error(`V8 refuses the code cache of ${file}`);
}

// V8 takes a cache only under the flags of its making, and no other process has the seeds of this one.
if (action === 'make') for (const flag of ['--hash-seed=0', '--random-seed=0']) setFlagsFromString(flag);
for (const file of filesFrom('index.cjs')) (action === 'make' ? make : prove)(file);
process.exit(0);
