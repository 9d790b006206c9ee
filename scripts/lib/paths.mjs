import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: the folder that holds package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A path inside the checkout. @param {...string} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/**
 * The per-user cache folder, where the platform expects it. Nothing in it is lost for good: set-up makes it again.
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {string} [platform]
 * @returns {string}
 */
export function cacheFolder(environment = process.env, platform = process.platform) {
  if (platform === 'win32') {
    return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Castellan', 'Cache');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Castellan');
  // The XDG base directory specification tells to ignore a relative path.
  const base = environment.XDG_CACHE_HOME?.startsWith('/') ? environment.XDG_CACHE_HOME : join(homedir(), '.cache');
  return join(base, 'castellan');
}
