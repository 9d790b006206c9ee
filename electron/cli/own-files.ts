import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../shared/errors/index.ts';

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** In a folder with this bit nobody renames or removes what is another's. */
const STICKY = 0o1000;

/** Refuses a file that others own or may read or write. A missing one is for its reader to tell. Throws FILE_REFUSED. */
export function requireOwnFile(path: string, what: string): void {
  const user = process.getuid?.();
  const found = statSync(path, { throwIfNoEntry: false });
  // Windows has neither; a user's folders are private there.
  if (user === undefined || found === undefined) return;
  if (found.uid !== user) throw refused(what, path, 'belongs to another user', 'Copy it to a file of your own');
  if ((found.mode & OTHERS) !== 0)
    throw refused(what, path, 'can be read or changed by others', `Run: chmod 600 ${path}`);
}

/**
 * Refuses a folder that others own or may write to, and one whose way there others could change: by a folder above it, or by
 * a link. What does not exist yet will be made for this user only. Throws FILE_REFUSED.
 */
export function requireOwnFolder(path: string, what: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const folder = resolve(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && found.uid !== user)
    throw refused(what, folder, 'belongs to another user', 'Choose a folder of your own');
  if (found !== undefined && (found.mode & OTHERS_WRITE) !== 0)
    throw refused(what, folder, 'can be changed by others', `Run: chmod 700 ${folder}`);
  requireSafeWay(folder, (step) => {
    throw refused(
      what,
      folder,
      `can be exchanged by others, who may change ${step}`,
      'Choose a folder only you can reach',
    );
  });
}

/** Looks at every step of the path, and of where its links lead; a loop of links has ended `statSync` before. */
function requireSafeWay(path: string, refuse: (step: string) => never): void {
  for (let step = path; ; step = dirname(step)) {
    const found = lstatSync(step, { throwIfNoEntry: false });
    if (found !== undefined && !isSafe(found)) refuse(step);
    if (found?.isSymbolicLink() === true) requireSafeWay(resolve(dirname(step), readlinkSync(step)), refuse);
    if (step === dirname(step)) return;
  }
}

/** A step that only this user or the administrator may put another one in place of. */
function isSafe(found: Stats): boolean {
  const isOurs = found.uid === 0 || found.uid === process.getuid?.();
  const isShared = !found.isSymbolicLink() && (found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0;
  return isOurs && !isShared;
}

function refused(what: string, path: string, why: string, advice: string): AppError {
  return new AppError('FILE_REFUSED', `${what} ${path} ${why}, so it was not used and nothing was done. ${advice}.`);
}
