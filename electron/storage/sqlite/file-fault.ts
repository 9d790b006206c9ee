import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The reason of a failed system call in words. Both are sentences without their full stops. */
export interface FileFault {
  /** Continues "the file cannot be used: ". Names another path only where that one is at fault. */
  readonly why: string;
  readonly advice: string;
}

/** The attempt that failed. */
export type FileUse = 'read' | 'written';

type Words = readonly [why: string, advice: string];

/** Codes of `errno` that mean one thing whatever was attempted. */
const FAULTS: Readonly<Record<string, Words>> = {
  EACCES: ['this user has no permission', 'Correct the owner and the permissions of the path'],
  EBUSY: ['another program uses it', 'Close that program and try again'],
  EDQUOT: ['the disk quota of this user is used up', 'Make room and try again'],
  EFBIG: ['it is larger than the system allows', 'Raise the limit on file sizes'],
  EIO: ['the disk reported an error', 'Check the disk'],
  EISDIR: ['it is a folder', 'Name a file'],
  ELOOP: ['its links lead in a circle', 'Remove the wrong link'],
  EMFILE: ['too many files are open', 'Close other programs, or raise the limit on open files'],
  ENAMETOOLONG: ['its name is too long', 'Choose a shorter name'],
  ENFILE: ['too many files are open on this machine', 'Close other programs'],
  ENODEV: ['it is no regular file', 'Name a file'],
  ENOSPC: ['the disk is full', 'Make room and try again'],
  ENOTEMPTY: ['it is a folder that is not empty', 'Name another path'],
  ENXIO: ['it is no regular file', 'Name a file'],
  EPERM: ['the system does not permit it', 'Correct the owner and the permissions of the path'],
  EROFS: ['it is on a read-only file system', 'Choose another place, or make that file system writable'],
};

/**
 * Puts a failed system call on the path of a file or folder into words. Only an unknown code of the system is repeated. Looks at the path again where one code has several causes. Null for an error of another kind.
 */
export function fileFault(error: unknown, path: string, use: FileUse): FileFault | null {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return null;
  const [why, advice] = FAULTS[code] ??
    faultOfPath(code, resolve(path), use) ?? [`the system reports ${code}`, 'Check the path'];
  return { why, advice };
}

/**
 * Looks for the reason why an existing folder, or a file there or to be made, cannot be written. Null when the system
 * would allow it.
 */
export function accessFault(path: string): FileFault | null {
  try {
    accessSync(stateOf(path) === undefined ? dirname(path) : path, constants.W_OK);
    return null;
  } catch (error) {
    return fileFault(error, path, 'written');
  }
}

function faultOfPath(code: string, path: string, use: FileUse): Words | null {
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EEXIST') return null;
  const found = nearest(path);
  if (found.path === path)
    return found.isFolder
      ? ['it is a folder', 'Name a file']
      : code === 'EEXIST' || code === 'ENOTDIR'
        ? ['it is a file, not a folder', 'Name a folder, or move the file away']
        : null;
  if (!found.isFolder) return [`${found.path} is a file, not a folder`, 'Correct the path'];
  if (code !== 'ENOENT') return null;
  if (found.path !== dirname(path)) return [`the folder ${dirname(path)} does not exist`, 'Check the path'];
  return use === 'read'
    ? ['there is no such file or folder', 'Check the path']
    : [`nothing can be made in ${found.path}`, 'Choose another folder'];
}

/** The path itself or the nearest one above it that exists. */
function nearest(path: string): { readonly path: string; readonly isFolder: boolean } {
  for (let step = path; ; step = dirname(step)) {
    const found = stateOf(step);
    if (found !== undefined || step === dirname(step)) return { path: step, isFolder: found?.isDirectory() !== false };
  }
}

function stateOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A step of the path is a file, or may not be looked into.
    return undefined;
  }
}
