import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { FLOOR_SQLITE } from './runtime-floor.mjs';

const keytarBinary = () => inRoot('node_modules/keytar/build/Release/keytar.node');
const floorSqliteBinary = () => inRoot('node_modules/better-sqlite3-floor/build/Release/better_sqlite3.node');

/** Whether keytar was compiled. Its Node-API binary is the same for every runtime. */
export const keytarBuilt = () => existsSync(keytarBinary());

/** Whether better-sqlite3-floor has the floor's binary; the shipping runtime does not use it. @param {import('./runtime.mjs').Runtime} runtime */
export function sqlitePlaced(runtime) {
  if (runtime.kind !== 'floor') return true;
  const placed = statSync(floorSqliteBinary(), { throwIfNoEntry: false });
  return placed !== undefined && placed.size === statSync(join(runtime.folder, FLOOR_SQLITE)).size;
}

/** @param {import('./runtime.mjs').Runtime} runtime */
export function placeSqlite(runtime) {
  const target = floorSqliteBinary();
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(runtime.folder, FLOOR_SQLITE), `${target}.partial`);
  renameSync(`${target}.partial`, target);
}

/**
 * Where Node's own headers are, so that the compiler needs no download.
 * @param {string} execPath
 * @param {(path: string) => boolean} exists
 * @returns {string | undefined} a folder for node-gyp's nodedir
 */
export function headersFolder(execPath, exists) {
  const folder = join(dirname(execPath), '..');
  return exists(join(folder, 'include', 'node', 'node_api.h')) ? folder : undefined;
}

/**
 * Compiles keytar (5 seconds): its own download of a binary is skipped.
 * @param {(pid: number | undefined) => void} onPid
 */
export async function buildKeytar(onPid) {
  const headers = headersFolder(process.execPath, existsSync);
  const env = {
    ...process.env,
    npm_config_build_from_source: 'true',
    npm_config_update_notifier: 'false',
    ...(headers === undefined ? {} : { npm_config_nodedir: headers }),
  };
  await npm(['rebuild', 'keytar', '--ignore-scripts=false'], {
    env,
    onPid,
    what: 'Compiling keytar, which talks to the keychain of the operating system,',
    byHand: [
      'It needs g++, make, python3, pkg-config and libsecret-1-dev, and the headers of this Node',
      `(looked for at ${join(dirname(process.execPath), '..', 'include', 'node')}; else node-gyp downloads them).`,
      'By hand, in this folder: npm rebuild keytar --ignore-scripts=false',
    ],
  });
}
