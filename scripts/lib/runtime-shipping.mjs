import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { download } from './download.mjs';
import { readJson } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { readNetwork } from './proxy.mjs';
import { makeWholeFolder } from './whole-folder.mjs';
import { unzip } from './zip.mjs';

const CHECKSUMS = 'node_modules/electron/checksums.json';

const RELEASES = 'https://github.com/electron/electron/releases/download/';

/** @param {string} platform @returns {string} the executable's path inside the runtime's folder */
export function shippingExecutable(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * Returns the download address of the runtime.
 * @param {string} version
 * @param {string} system platform and architecture, `linux-x64`.
 * @param {NodeJS.ProcessEnv} environment ELECTRON_MIRROR replaces the place of Electron's releases
 * @returns {{ url: string, file: string }}
 */
export function shippingSource(version, system, environment) {
  const mirror = environment.ELECTRON_MIRROR ?? environment.npm_config_electron_mirror ?? RELEASES;
  const file = `electron-v${version}-${system}.zip`;
  return { file, url: `${mirror.replace(/\/*$/, '/')}v${version}/${file}` };
}

/**
 * Returns the SHA-256 of the release, as the electron package names it.
 * @param {string} version
 * @param {string} system `linux-x64`
 * @throws {SetupProblem}
 */
export function shippingDigest(version, system) {
  const { file } = shippingSource(version, system, {});
  const checksums = /** @type {Record<string, string> | undefined} */ (readJson(inRoot(CHECKSUMS)));
  const sha256 = checksums?.[file];
  if (sha256 === undefined)
    throw new SetupProblem(`The electron package names no hash for ${file}, so it was not downloaded.`);
  return sha256;
}

/**
 * Downloads the pinned Electron, checked against the list of hashes in its npm package.
 * @param {object} options
 * @param {string} options.version
 * @param {string} options.system `linux-x64`
 * @param {string} options.folder the target, which appears whole or not at all
 * @param {import('./log.mjs').Log} options.log
 * @throws {import('./problem.mjs').Unreachable} with the reason, when it cannot be had from here
 * @throws {SetupProblem} for any other fault, such as a changed download
 */
export async function makeShippingRuntime({ version, system, folder, log }) {
  const { url, file } = shippingSource(version, system, process.env);
  const sha256 = shippingDigest(version, system);
  await makeWholeFolder(folder, async (partial) => {
    const archive = join(partial, file);
    await download(url, archive, {
      sha256,
      network: readNetwork(),
      onProgress: (done, total) => log.progress(done, total, `downloading Electron ${version}`),
    });
    const unpacked = join(partial, 'unpacked');
    await unzip(archive, unpacked, { place: (name) => name });
    if (!existsSync(join(unpacked, shippingExecutable(system.split('-')[0] ?? '')))) {
      throw new SetupProblem(`${file} holds no Electron executable, so it was not used.`);
    }
    return unpacked;
  });
}
