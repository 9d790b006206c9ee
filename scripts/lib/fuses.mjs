import { constants, statSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Sets Electron's fuses, so that a local attacker cannot run other code as Castellan.
 * They close plain Node, NODE_OPTIONS, the inspector, and an app folder in place of the archive.
 * @param {string} executable
 * @param {{ archive: boolean, inspector: boolean }} layout `archive`: only an archive is loaded as
 *   the app. `inspector`: Node's inspector may be opened, as Playwright does to attach.
 */
export async function setFuses(executable, { archive, inspector }) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: inspector,
    [FuseV1Options.OnlyLoadAppFromAsar]: archive,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  });
}

/**
 * The executable that starts a checkout. The runtime's own executable also works as plain Node, for the tests.
 * On Linux the fuses are in the executable, so a copy of it has others.
 * @param {import('./runtime.mjs').Runtime} runtime
 */
export const programOf = ({ executable, folder }) =>
  process.platform === 'linux' ? join(folder, 'castellan') : executable;

/** @param {import('./runtime.mjs').Runtime} runtime */
export const programMade = (runtime) =>
  statSync(programOf(runtime), { throwIfNoEntry: false })?.size === runtime.executableBytes;

/** Appears whole or not at all. @param {import('./runtime.mjs').Runtime} runtime */
export async function makeProgram(runtime) {
  const program = programOf(runtime);
  const partial = `${program}.partial`;
  await copyFile(runtime.executable, partial, constants.COPYFILE_FICLONE);
  await setFuses(partial, { archive: false, inspector: false });
  await rename(partial, program);
}
