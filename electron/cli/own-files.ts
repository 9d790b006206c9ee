import { type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../shared/errors/index.ts';
import { fileRefused, unsafeStep } from '../engine/index.ts';

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** The mode of a folder for all users, such as /tmp. Other programs need its rights as they are. */
const STICKY = 0o1000;

/** Refuses a file that is missing, or that others own or may read or write. Also refuses a folder. Throws FILE_REFUSED. */
export function requireOwnFile(path: string, what: string): void {
  const user = process.getuid?.();
  const found = stateOf(path, what);
  if (found.isDirectory()) throw refused(what, path, 'is a folder', 'Name a file');
  if (isDevice(found)) throw refused(what, path, 'is a device', 'Name a file');
  // Windows has no user ids or modes. A user's folders are private there.
  if (user === undefined) return;
  if (found.uid !== user) throw refused(what, path, 'belongs to another user', 'Copy it to a file of your own');
  if ((found.mode & OTHERS) !== 0)
    throw refused(what, path, 'can be read or changed by others', `Run: chmod 600 ${path}`);
}

/** Refuses a path in a folder that does not exist, which is more often mistyped than wanted. Throws FILE_REFUSED. */
export function requireFolderOf(path: string): void {
  stateOf(dirname(path), 'The folder');
}

const isDevice = (found: Stats): boolean => found.isCharacterDevice() || found.isBlockDevice();

function stateOf(path: string, what: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw fileRefused(error, `${what} ${path} could not be read`, { path, use: 'read' });
  }
}

/**
 * Refuses a folder that others own or may write to. Also refuses one that others could replace, through a folder above
 * it or a link. A missing folder will be made for this user only. Throws FILE_REFUSED.
 */
export function requireOwnFolder(path: string, what: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const folder = resolve(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === false) throw refused(what, folder, 'is not a folder', 'Name a folder');
  if (found !== undefined && found.uid !== user)
    throw refused(what, folder, 'belongs to another user', 'Choose a folder of your own');
  if (found !== undefined && (found.mode & OTHERS_WRITE) !== 0) {
    const isShared = (found.mode & STICKY) !== 0;
    const advice = isShared ? 'It is meant for all users: choose a folder of your own' : `Run: chmod 700 ${folder}`;
    throw refused(what, folder, 'can be changed by others', advice);
  }
  const step = unsafeStep(folder);
  if (step !== null)
    throw refused(
      what,
      folder,
      `can be replaced by others, who can change ${step}`,
      'Choose a folder only you can reach',
    );
}

function refused(what: string, path: string, why: string, advice: string): AppError {
  return new AppError('FILE_REFUSED', `${what} ${path} ${why}. It was not used, and nothing was done. ${advice}.`);
}
