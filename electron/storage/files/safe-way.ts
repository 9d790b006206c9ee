import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OTHERS_WRITE = 0o022;
/** In a folder with this bit nobody renames or removes what is another's. */
const STICKY = 0o1000;

/**
 * The first step of the way to a file or folder (itself, the folders above it, and those of where links lead) that others could put another
 * one in the place of; null for none, and on Windows, where a user's folders are private. A loop of links is for the caller to end before.
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

/** A step that only this user or the administrator may put another one in place of. */
function isSafe(found: Stats): boolean {
  const isOurs = found.uid === 0 || found.uid === process.getuid?.();
  const isGuarded = found.isSymbolicLink() || (found.isDirectory() && (found.mode & STICKY) !== 0);
  return isOurs && (isGuarded || (found.mode & OTHERS_WRITE) === 0);
}
