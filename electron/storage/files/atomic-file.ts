import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type FileUse, failureOf, fileFault, makeFolderOf, syncFolderOf } from '../sqlite/index.ts';

/** Largest state file read. A real one is well under one megabyte. */
const MAXIMUM_LENGTH = 16 * 1024 * 1024;

const LINE_END = 0x0a;

const POSIX = process.platform !== 'win32';

/**
 * Returns the whole file, or null when there is none. With `private`, refuses a file that others may read. Throws
 * FILE_REFUSED.
 */
export function readWholeFile(path: string, options: { private: boolean }): Uint8Array<ArrayBuffer> | null {
  try {
    const target = ownTarget(path);
    if (target === null) return null;
    // O_NONBLOCK: opening a pipe that somebody put there must not wait for its other end.
    const file = openSync(target, constants.O_RDONLY | (POSIX ? constants.O_NOFOLLOW | constants.O_NONBLOCK : 0));
    try {
      const state = fstatSync(file);
      if (!state.isFile()) throw refused(path, 'it is not a regular file');
      if (state.size > MAXIMUM_LENGTH) throw refused(path, `it is larger than ${MAXIMUM_LENGTH} bytes`);
      if (options.private && POSIX && (state.mode & 0o077) !== 0) {
        throw new AppError(
          'FILE_REFUSED',
          sentence`${path} can be read by other users of this machine, so it was not used. Make it private with: chmod 600 '${path}'`,
        );
      }
      return readBytes(file, state.size);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw fileProblem(error, path, 'read');
  }
}

/**
 * Replaces the file. A crash, a full disk or a second writer leaves the old or the new content, never a mixture.
 * Writes a temporary file (0600) in the same folder, then fsync, rename, fsync of the folder.
 * Call it with the file's lock held. Makes a missing folder (0700). Throws DISK_FULL or FILE_REFUSED and leaves the old
 * file unchanged.
 */
export function replaceFile(path: string, content: Uint8Array): void {
  try {
    makeFolderOf(path);
    const target = ownTarget(path) ?? path;
    const temporary = join(dirname(target), `.${basename(target)}.tmp`);
    discard(temporary);
    try {
      writeAndSync(temporary, content);
      renameSync(temporary, target);
    } catch (error) {
      discard(temporary);
      throw error;
    }
    syncFolderOf(target);
  } catch (error) {
    throw fileProblem(error, path, 'written');
  }
}

/**
 * Replaces a file whose content is too long for memory, one piece a step. Ending the steps early leaves the old file.
 * Throws DISK_FULL or FILE_REFUSED.
 */
export function* writePieces(path: string, pieces: Iterable<Uint8Array>): Generator<undefined, void> {
  let temporary: string | null = null;
  let file: number | null = null;
  try {
    makeFolderOf(path);
    const target = ownTarget(path) ?? path;
    temporary = join(dirname(target), `.${basename(target)}.tmp`);
    discard(temporary);
    file = openSync(temporary, 'wx', 0o600);
    for (const piece of pieces) {
      writeAll(file, piece);
      yield;
    }
    fsyncSync(file);
    renameSync(temporary, target);
    temporary = null;
    syncFolderOf(target);
  } catch (error) {
    throw fileProblem(error, path, 'written');
  } finally {
    if (file !== null) closeSync(file);
    if (temporary !== null) discard(temporary);
  }
}

/**
 * Appends text to an existing file that ends with a line end or is empty. The text is on disk when it returns. A crash can
 * leave a part of it, without its line end. Throws DISK_FULL, and FILE_REFUSED for a missing file or a line that was cut off.
 */
export function appendLines(path: string, text: string): void {
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_APPEND | (POSIX ? constants.O_NOFOLLOW : 0));
    try {
      const { size } = fstatSync(file);
      const last = new Uint8Array(1);
      if (size > 0 && (readSync(file, last, 0, 1, size - 1) !== 1 || last[0] !== LINE_END))
        throw refused(path, 'its last line is cut off');
      writeAll(file, Buffer.from(text));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw fileProblem(error, path, 'written');
  }
}

/** Converts an error of the file system, or of the lock, into one that the operator can act on. */
export function fileProblem(error: unknown, path: string, what: FileUse): AppError {
  if (error instanceof AppError) return error;
  const failure = failureOf(error);
  if (failure === 'full') {
    return new AppError(
      'DISK_FULL',
      sentence`${path} could not be written, because its disk is full. Nothing was changed. Free some space and try again.`,
      { cause: error },
    );
  }
  if (failure === 'in use') {
    return new AppError(
      'DATABASE_IN_USE',
      sentence`${path} is locked by another Castellan. Nothing was changed. Try again, and stop the other Castellan if it hangs.`,
      { cause: error },
    );
  }
  const { why, advice } = fileFault(error, path, what) ?? {
    why: 'the cause is unknown',
    advice: 'Check the file, its folder and their permissions',
  };
  return new AppError('FILE_REFUSED', sentence`${path} could not be ${what}: ${why}. Nothing was changed. ${advice}.`, {
    cause: error,
  });
}

/**
 * Returns the path of the content: the file itself, or the target of a symbolic link that belongs to this user.
 * Another user's link could make us use or replace a foreign file. Null when there is nothing.
 */
function ownTarget(path: string): string | null {
  let state: ReturnType<typeof lstatSync>;
  try {
    state = lstatSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (!state.isSymbolicLink()) return path;
  const target = realpathSync(path);
  if (POSIX && statSync(target).uid !== process.getuid?.())
    throw refused(path, 'it is a link to a file of another user');
  return target;
}

function readBytes(file: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  while (offset < length) {
    const read = readSync(file, bytes, offset, length - offset, null);
    if (read === 0) return bytes.slice(0, offset);
    offset += read;
  }
  return bytes;
}

function writeAndSync(path: string, content: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeAll(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, content: Uint8Array): void {
  let offset = 0;
  while (offset < content.length) offset += writeSync(file, content, offset, content.length - offset);
}

function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function refused(path: string, why: string): AppError {
  return new AppError(
    'FILE_REFUSED',
    sentence`${path} was not used because ${why}. Put the right file there and try again.`,
  );
}
