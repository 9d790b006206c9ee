import { chmod, cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setFuses } from './fuses.mjs';
import { HEADLESS } from './launch.mjs';
import { layOutApp } from './package-contents.mjs';
import { inRoot } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { makeWholeFolder } from './whole-folder.mjs';

/** Native modules cannot be loaded out of an archive. The licences are outside it so that everybody can read them. */
const UNPACKED = '{*.node,licences.txt}';

/** Names in the runtime's folder that a layout must not copy. */
const NOT_COPIED = new Set(['native', 'default_app.asar', 'castellan']);

/**
 * Refuses to package a layout that must not be released.
 * @param {{ kind: 'shipping' | 'floor', electron: string, testLayout: boolean, platform: string }} facts
 * @throws {SetupProblem}
 */
export function checkPackageable({ kind, electron, testLayout, platform }) {
  if (platform !== 'linux') throw new SetupProblem('Packages are made on Linux only so far.');
  if (kind === 'floor' && !testLayout) {
    throw new SetupProblem(
      `Electron ${electron} runs here in place of the current release and gets no security fixes, so no release was packaged.`,
      [
        'Package where the current Electron can be downloaded (npm run setup -- --retry-runtime),',
        'or make a layout for tests only: npm run package -- --test-layout',
      ],
    );
  }
}

/**
 * Makes the packaged layout: the runtime under our name, resources/app.asar, native modules beside it, fuses set.
 * @param {object} options
 * @param {import('./runtime.mjs').Runtime} options.runtime
 * @param {string} options.folder appears whole or not at all, and replaces an older one.
 * @param {boolean} options.testLayout leaves on the one fuse through which Playwright attaches
 */
export async function packageLayout({ runtime, folder, testLayout }) {
  checkPackageable({ ...runtime, testLayout, platform: process.platform });
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
    layOutApp(app, runtime.kind);
    const { createPackageWithOptions } = await import('@electron/asar');
    await createPackageWithOptions(app, join(layout, 'resources', 'app.asar'), { unpack: UNPACKED });
    await writeCommand(layout);
    await setFuses(join(layout, 'castellan'), { archive: true, inspector: testLayout });
    await makeReadable(layout);
    return layout;
  });
}

/** `castellan ARGS` of an installed copy: the window without arguments, the command line with them. @param {string} layout */
async function writeCommand(layout) {
  const file = join(layout, 'bin', 'castellan');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    [
      '#!/bin/sh',
      'set -eu',
      'app=$(dirname "$(readlink -f "$0")")/../castellan',
      'sandbox=',
      '# Chromium refuses to sandbox for root. Where its helper works (it writes to descriptor 7), no other program of the user can read',
      '# what it sandboxes; Chromium itself would take user namespaces.',
      'if [ "$(id -u)" -eq 0 ]; then sandbox=--no-sandbox',
      'elif "$(dirname "$app")/chrome-sandbox" /bin/true 7</dev/null >/dev/null 2>&1; then sandbox=--disable-namespace-sandbox; fi',
      'if [ $# -eq 0 ]; then exec "$app" $sandbox --; fi',
      `exec "$app" ${HEADLESS.join(' ')} $sandbox -- cli "$@"`,
      '',
    ].join('\n'),
  );
  await chmod(file, 0o755);
}

/** Installed files are read by every user, whatever the umask of the packager was. @param {string} folder */
async function makeReadable(folder) {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, isProgram(entry.name) ? 0o755 : 0o644);
  }
}

/** @param {string} name */
const isProgram = (name) =>
  ['castellan', 'chrome-sandbox', 'chrome_crashpad_handler'].includes(name) || /\.so(\.\d+)*$/.test(name);
