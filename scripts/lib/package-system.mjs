import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setFuses } from './fuses.mjs';
import { layOutApp } from './package-contents.mjs';
import { UNPACKED } from './package-layout.mjs';
import { macCode, macSteps, requireSigning, signingOf, windowsSteps } from './package-steps.mjs';
import { digestList, filesOf } from './package-tree.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';
import { makeWholeFolder } from './whole-folder.mjs';

/** The sizes of a macOS icon: its name for iconutil, and the file that has it. */
const MAC_ICONS = /** @type {const} */ ([
  ['icon_16x16.png', 16],
  ['icon_16x16@2x.png', 32],
  ['icon_32x32.png', 32],
  ['icon_32x32@2x.png', 64],
  ['icon_128x128.png', 128],
  ['icon_128x128@2x.png', 256],
  ['icon_256x256.png', 256],
  ['icon_256x256@2x.png', 512],
  ['icon_512x512.png', 512],
  ['icon_512x512@2x.png', 1024],
]);

/**
 * Makes the packages of this macOS or Windows, with their digests. Nobody has run it on such a system.
 * @param {object} options
 * @param {import('./runtime.mjs').Runtime} options.runtime
 * @param {string} options.folder appears whole or not at all, and replaces an older one.
 * @param {import('./package-identity.mjs').Identity} options.identity
 * @param {string} options.bill the bill of materials.
 */
export async function makeSystemRelease({ runtime, folder, identity, bill }) {
  const { platform, arch } = process;
  const take = (/** @type {import('./package-steps.mjs').Step} */ { file, args }) => run(file, args);
  const signing = signingOf(process.env);
  if (!identity.testLayout) requireSigning(platform, signing);
  await makeWholeFolder(folder, async (partial) => {
    const output = join(partial, 'output');
    mkdirSync(output);
    const stem = join(output, `${identity.name}-${identity.version}-${platform}-${arch}`);
    const packed = { runtime, partial, identity, take };
    const steps =
      platform === 'darwin'
        ? await macLayout({ ...packed, stem, signing })
        : await windowsLayout({ ...packed, stem, signing });
    for (const step of steps) await take(step);
    cpSync(inRoot('out/licences.txt'), `${stem}.licences.txt`);
    writeFileSync(`${stem}.cdx.json`, bill);
    writeFileSync(join(output, 'SHA256SUMS'), digestList(output, filesOf(output)));
    return output;
  });
}

/**
 * @typedef {object} Packed
 * @property {import('./runtime.mjs').Runtime} runtime
 * @property {string} partial
 * @property {string} stem
 * @property {import('./package-identity.mjs').Identity} identity
 * @property {import('./package-steps.mjs').Signing} signing
 * @property {(step: import('./package-steps.mjs').Step) => Promise<unknown>} take
 */

/** @param {Packed} packed @returns {Promise<import('./package-steps.mjs').Step[]>} */
async function macLayout({ runtime, partial, stem, identity, signing, take }) {
  const app = join(partial, 'Castellan.app');
  // It keeps the links of the frameworks, which Node would resolve.
  await take({ file: 'ditto', args: [join(runtime.folder, 'Electron.app'), app] });
  const contents = join(app, 'Contents');
  await packApp(join(contents, 'Resources'), { runtime, partial, identity });
  renameSync(join(contents, 'MacOS/Electron'), join(contents, 'MacOS/Castellan'));
  await setFuses(app, { archive: true, inspector: identity.testLayout });
  const icons = join(partial, 'castellan.iconset');
  mkdirSync(icons);
  for (const [name, size] of MAC_ICONS) cpSync(inRoot(`resources/icons/castellan-${size}.png`), join(icons, name));
  const code = macCode(filesOf(app)).map((path) => join(app, path));
  return macSteps({ app, icons, entitlements: inRoot('resources/darwin'), code, stem, identity, signing });
}

/** @param {Packed} packed @returns {Promise<import('./package-steps.mjs').Step[]>} */
async function windowsLayout({ runtime, partial, stem, identity, signing }) {
  const folder = join(partial, 'Castellan');
  await cp(runtime.folder, folder, { recursive: true });
  await packApp(join(folder, 'resources'), { runtime, partial, identity });
  renameSync(join(folder, 'electron.exe'), join(folder, 'castellan.exe'));
  await setFuses(join(folder, 'castellan.exe'), { archive: true, inspector: identity.testLayout });
  const code = filesOf(folder).filter((path) => /\.(?:exe|dll|node)$/.test(path));
  const unified = folder.replaceAll('\\', '/');
  return windowsSteps({ folder: unified, code: code.map((path) => join(folder, path)), stem, signing });
}

/** @param {string} resources @param {Pick<Packed, 'runtime' | 'partial' | 'identity'>} packed */
async function packApp(resources, { runtime, partial, identity }) {
  rmSync(join(resources, 'default_app.asar'), { force: true });
  const app = join(partial, 'app');
  layOutApp(app, runtime.kind, identity);
  const { createPackageWithOptions } = await import('@electron/asar');
  await createPackageWithOptions(app, join(resources, 'app.asar'), { unpack: UNPACKED });
}
