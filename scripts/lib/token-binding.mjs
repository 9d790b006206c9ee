import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { aptLine } from './apt.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/**
 * pkcs11js comes as source. Its own build needs Python and downloads the headers of one Node version.
 * Node-API is the same for every Node and Electron here, so a compiler and the headers of a package are enough.
 */
const BINDING = inRoot('node_modules/pkcs11js/build/Release/pkcs11.node');
const SOURCES = ['dl', 'common', 'main'].map((name) => inRoot(`node_modules/pkcs11js/src/${name}.cpp`));
const INCLUDES = ['pkcs11js/includes', 'node-api-headers/include'].map((path) => inRoot('node_modules', path));
const COMPILER = 'g++';

export const bindingBuilt = () => existsSync(BINDING);

/**
 * Reports whether it can be built here. A compiler that is broken, or lacks its library, does not count.
 * Linux only, because compilers of other systems take other options. @returns {boolean}
 */
export const canBuildBinding = () =>
  process.platform === 'linux' &&
  SOURCES.every((source) => existsSync(source)) &&
  spawnSync(COMPILER, ['-std=c++17', '-fsyntax-only', '-x', 'c++', '-'], {
    input: '#include <string>\n',
    stdio: ['pipe', 'ignore', 'ignore'],
  }).status === 0;

/**
 * Returns a line that says why keys on tokens are missing, and what to do. Undefined when they work.
 * @returns {string | undefined}
 */
export function missingTokens() {
  if (bindingBuilt()) return undefined;
  if (process.platform !== 'linux') return 'Keys on tokens are missing: set-up compiles pkcs11js on Linux only.';
  const compiler = spawnSync(COMPILER, ['--version'], { stdio: 'ignore' });
  const fault = compiler.error === undefined ? 'does not compile' : 'is not installed';
  return `Keys on tokens are missing, because ${COMPILER} ${fault}. Install it, then run this again: ${aptLine([COMPILER])}`;
}

/**
 * Compiles the binding of pkcs11js, which appears whole or not at all.
 * @param {(pid: number | undefined) => void} onPid
 */
export async function buildBinding(onPid) {
  await mkdir(dirname(BINDING), { recursive: true });
  const partial = `${BINDING}.${process.pid}`;
  await run(
    COMPILER,
    [
      ...['-std=c++17', '-O2', '-fPIC', '-shared', '-DNAPI_DISABLE_CPP_EXCEPTIONS', '-DNODE_GYP_MODULE_NAME=pkcs11'],
      ...INCLUDES.flatMap((folder) => ['-I', folder]),
      ...SOURCES,
      ...['-o', partial, '-ldl'],
    ],
    { onPid, what: `Compiling pkcs11js (${COMPILER}), with which keys on tokens are used,` },
  );
  await rename(partial, BINDING);
}
