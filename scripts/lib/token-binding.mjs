import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { aptLine } from './apt.mjs';
import { npm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/**
 * pkcs11js comes as source. Its own build needs Python and downloads the headers of one Node version.
 * Node-API is the same for every Node and Electron here, so on Linux a compiler and the headers of a package are enough.
 */
const BINDING = inRoot('node_modules/pkcs11js/build/Release/pkcs11.node');
const SOURCES = ['dl', 'common', 'main'].map((name) => inRoot(`node_modules/pkcs11js/src/${name}.cpp`));
const INCLUDES = ['pkcs11js/includes', 'node-api-headers/include'].map((path) => inRoot('node_modules', path));
const COMPILER = 'g++';

/** The package's own build, with the node-gyp that npm contains. For macOS and Windows, where nobody has run it. */
const OWN_BUILD = 'node-gyp rebuild --directory node_modules/pkcs11js';
const BY_HAND = `npm exec --call "${OWN_BUILD}"`;
const NEEDED = 'It needs Python and a C++ compiler (on macOS: the command line tools, on Windows: the build tools).';

export const bindingBuilt = () => existsSync(BINDING);

/**
 * Reports whether set-up builds it here. A compiler that is broken, or lacks its library, does not count.
 * On macOS and Windows only packaging builds it.
 * @param {{ packaging?: boolean, platform?: string }} [options]
 * @returns {boolean}
 */
export const canBuildBinding = ({ packaging = false, platform = process.platform } = {}) =>
  platform === 'linux'
    ? SOURCES.every((source) => existsSync(source)) &&
      spawnSync(COMPILER, ['-std=c++17', '-fsyntax-only', '-x', 'c++', '-'], {
        input: '#include <string>\n',
        stdio: ['pipe', 'ignore', 'ignore'],
      }).status === 0
    : packaging;

/**
 * Returns a line that says why keys on tokens are missing, and what to do. Undefined when they work.
 * @param {string} [platform]
 * @returns {string | undefined}
 */
export function missingTokens(platform = process.platform) {
  if (bindingBuilt()) return undefined;
  if (platform !== 'linux')
    return `Keys on tokens are missing: set-up compiles pkcs11js on Linux only. By hand: ${BY_HAND}. ${NEEDED}`;
  const compiler = spawnSync(COMPILER, ['--version'], { stdio: 'ignore' });
  const fault = compiler.error === undefined ? 'does not compile' : 'is not installed';
  return `Keys on tokens are missing, because ${COMPILER} ${fault}. Install it, then run this again: ${aptLine([COMPILER])}`;
}

/**
 * Compiles the binding of pkcs11js. On Linux it appears whole or not at all.
 * @param {(pid: number | undefined) => void} onPid
 */
export async function buildBinding(onPid) {
  const what = 'Compiling pkcs11js, with which keys on tokens are used,';
  if (process.platform !== 'linux') {
    await npm(['exec', '--call', OWN_BUILD], { onPid, what, byHand: [`By hand: ${BY_HAND}`, NEEDED] });
    return;
  }
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
    { onPid, what },
  );
  await rename(partial, BINDING);
}
