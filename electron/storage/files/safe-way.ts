import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OTHERS_WRITE = 0o022;
/** In a folder with this bit, users can rename or remove only their own files. */
const STICKY = 0o1000;

/**
 * Returns the first unsafe step on the path to a file or folder: one that other users could replace.
 * The steps are the path itself, the folders above it, and those of each link target.
 * Null when all are safe, and on Windows, where a user's folders are private. The caller must already have ended a loop
 * of links.
 */
export function unsafeStep(path: string): string | null {
  if (process.getuid === undefined) return null;
  for (let step = resolve(path); ; step = dirname(step)) {
    const found = lstatSync(step, { throwIfNoEntry: false });
    if (found !== undefined && !isSafe(found)) return step;
    const target = found?.isSymbolicLink() === true ? unsafeStep(resolve(dirname(step), readlinkSync(step))) : null;
    if (target !== null) return target;
    if (step === dirname(step)) return null;
  }
}

/** Reports whether only this user or the administrator can replace a step. */
function isSafe(found: Stats): boolean {
  const isOurs = found.uid === 0 || found.uid === process.getuid?.();
  const isGuarded = found.isSymbolicLink() || (found.isDirectory() && (found.mode & STICKY) !== 0);
  return isOurs && (isGuarded || (found.mode & OTHERS_WRITE) === 0);
}
