import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: the folder that holds package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A path inside the checkout. @param {...string} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/**
 * The per-user cache folder of the platform. Its contents can be deleted, because setup recreates them.
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {string} [platform]
 * @returns {string}
 */
export function cacheFolder(environment = process.env, platform = process.platform) {
  // The XDG base directory specification requires that a relative path is ignored. A release build names a folder of its
  // own in this way on every system.
  const { XDG_CACHE_HOME: chosen } = environment;
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'castellan');
  if (platform === 'win32') {
    return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Castellan', 'Cache');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Castellan');
  return join(homedir(), '.cache', 'castellan');
}

/** Makes the folder for this user alone (0700). Throws when a link, or something of another user, is there. @param {string} path */
export function privateFolder(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!isOwnFolder(path)) throw new Error(`${path} is not a folder of this user, so it was not used. Move it away.`);
  chmodSync(path, 0o700);
  return path;
}

/** Removes this user's own folder with its contents, unless it is a link. Links in it are removed, not followed. @param {string} path */
export function removeOwn(path) {
  if (isOwnFolder(path)) rmSync(path, { recursive: true, force: true });
}

/** @param {string} path */
function isOwnFolder(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}
