import { closeSync, fsyncSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Taken now, because the service removes the functions of `node:fs` from their module later. */
const files = { open: openSync, close: closeSync, sync: fsyncSync, makeFolder: mkdirSync, stat: statSync };

/**
 * Makes a folder and its missing parents, private to their user (0700). Throws errors of the file system.
 * Node 20's own `recursive` never ends where nothing can be made, such as below /proc.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    files.makeFolder(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it since.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean => files.stat(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Makes the folder of the file, as `makeFolder` does. */
export function makeFolderOf(path: string): void {
  makeFolder(dirname(path));
}

/** Creates an empty file (0600) at a free path. Throws errors of the file system. */
export const createFile = (path: string): void => files.close(files.open(path, 'wx', 0o600));

const COPIED_BYTES = 1024 * 1024;

/**
 * Copies a file to a free path (0600), and moves the copy to the disk. A confined process may not use the kernel's own
 * copying. Throws errors of the file system.
 */
export function copyFile(from: string, to: string): void {
  const source = openSync(from, 'r');
  try {
    const copy = openSync(to, 'wx', 0o600);
    try {
      const bytes = Buffer.alloc(COPIED_BYTES);
      for (let read = readSync(source, bytes); read > 0; read = readSync(source, bytes))
        for (let written = 0; written < read; ) written += writeSync(copy, bytes, written, read - written);
      files.sync(copy);
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
}

/** Moves the content of a file to the disk. Throws errors of the file system. */
export function syncFile(path: string): void {
  const file = files.open(path, 'r+');
  try {
    files.sync(file);
  } finally {
    files.close(file);
  }
}

/** Makes a new name in the folder of the file durable. Windows has no such call. Throws errors of the file system. */
export function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return;
  const folder = files.open(dirname(path), 'r');
  try {
    files.sync(folder);
  } finally {
    files.close(folder);
  }
}
