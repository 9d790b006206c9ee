import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setFuses } from './fuses.mjs';
import { layOutApp } from './package-contents.mjs';
import { settleTree } from './package-tree.mjs';
import { inRoot } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { isNewer } from './symbol-versions.mjs';
import { makeWholeFolder } from './whole-folder.mjs';

/** Native modules cannot be loaded out of an archive. The licences are outside it so that everybody can read them. */
export const UNPACKED = '{*.node,licences.txt}';

/** The C and C++ libraries of Ubuntu 22.04, the oldest system for which packages are made. Debian 12 has a newer glibc. */
export const OLDEST = { glibc: '2.35', libstdcxx: '3.4.30' };

/** Names in the runtime's folder that a layout must not copy. */
const NOT_COPIED = new Set(['native', 'default_app.asar', 'castellan']);

/**
 * Refuses to package what must not be released.
 * @param {{ kind: 'shipping' | 'floor', electron: string, testLayout: boolean, platform: string, arch: string, binding: boolean, glibc: string, libstdcxx: string }} facts
 *   `binding`: pkcs11js was compiled. `glibc` and `libstdcxx`: the symbol versions that the files need.
 * @throws {SetupProblem}
 */
export function checkPackageable({ kind, electron, testLayout, platform, arch, binding, glibc, libstdcxx }) {
  if (platform === 'linux' && arch !== 'x64')
    throw new SetupProblem(`Linux packages are made for x64 only so far, so nothing was packaged on ${arch}.`);
  if (!binding) {
    throw new SetupProblem('pkcs11js is not compiled, so keys on tokens would be missing. Nothing was packaged.', [
      'Install a C++ compiler (on Debian: g++), then run the same command again.',
    ]);
  }
  if (kind === 'floor' && !testLayout) {
    throw new SetupProblem(
      `Electron ${electron} runs here in place of the current release and gets no security fixes, so no release was packaged.`,
      [
        'Package where the current Electron can be downloaded (npm run setup -- --retry-runtime),',
        'or make a package for tests only: npm run package -- --test-layout',
      ],
    );
  }
  for (const [name, needed, oldest] of /** @type {const} */ ([
    ['glibc', glibc, OLDEST.glibc],
    ['libstdc++', libstdcxx, OLDEST.libstdcxx],
  ])) {
    if (testLayout || !isNewer(needed, oldest)) continue;
    throw new SetupProblem(
      `The package would need ${name} ${needed}, but Ubuntu 22.04 has ${oldest}, so no release was packaged.`,
      ['pkcs11js is compiled here, for the libraries of this system. Package on Debian 12.'],
    );
  }
}

/**
 * Makes the packaged layout: the runtime under our name, resources/app.asar, native modules beside it, fuses set.
 * @param {object} options
 * @param {import('./runtime.mjs').Runtime} options.runtime
 * @param {string} options.folder appears whole or not at all, and replaces an older one.
 * @param {import('./package-identity.mjs').Identity} options.identity a test layout keeps the one fuse through which
 *   Playwright attaches.
 * @param {number} [options.epoch] the time of all files, in seconds
 */
export async function packageLayout({ runtime, folder, identity, epoch = 0 }) {
  await makeWholeFolder(folder, async (partial) => {
    const app = join(partial, 'app');
    const layout = join(partial, 'layout');
    await cp(runtime.folder, layout, {
      recursive: true,
      filter: (source) => !NOT_COPIED.has(source.split('/').at(-1) ?? ''),
    });
    await rename(join(layout, 'electron'), join(layout, 'castellan'));
    // The floor runtime has it under this name already.
    await rename(join(layout, 'LICENSE'), join(layout, 'LICENSE.electron.txt')).catch(() => {});
    await cp(inRoot('LICENSE'), join(layout, 'LICENSE'));
    layOutApp(app, runtime.kind, identity);
    const { createPackageWithOptions } = await import('@electron/asar');
    await createPackageWithOptions(app, join(layout, 'resources', 'app.asar'), { unpack: UNPACKED });
    for (const script of ['castellan', 'launch'])
      await cp(inRoot('resources/linux', script), join(layout, 'bin', script));
    await setFuses(join(layout, 'castellan'), { archive: true, inspector: identity.testLayout });
    await settleTree(layout, { epoch, modeOf: (path) => (isProgram(path) ? 0o755 : 0o644) });
    return layout;
  });
}

/** Files that are started, by their path in the layout. Libraries are only read. */
const PROGRAMS = new Set(['castellan', 'bin/castellan', 'bin/launch', 'chrome-sandbox', 'chrome_crashpad_handler']);

/** @param {string} path */
export const isProgram = (path) => PROGRAMS.has(path);
