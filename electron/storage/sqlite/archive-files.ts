import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { AppError } from '../../../shared/errors/index.ts';
import type { Database, DatabaseKind } from './database.ts';
import { makeFolderOf, syncFile, syncFolderOf } from './folder.ts';
import { databaseProblem } from './problem.ts';

/** A file that is written once and never changes. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of the content, in lowercase hex. */
  readonly sha256: string;
}

const PIECE = 1024 * 1024;
/** The longest time without a pause, in milliseconds. */
const SLICE = 2;

/** Taken now, because the service removes the functions of `node:fs` from their module later. */
const files = {
  ...{ open: openSync, read: readSync, close: closeSync },
  ...{ rename: renameSync, stat: statSync, unlink: unlinkSync },
};

/** Returns the length of a file, or null for a missing one. Throws errors of the file system. */
export const lengthOfFile = (path: string): number | null => files.stat(path, { throwIfNoEntry: false })?.size ?? null;

/** Suffixes of files from which SQLite takes content of a database when it opens the database. */
const COMPANIONS = ['-journal', '-wal', '-shm'] as const;

/** Returns the paths of such files beside an archive, which never has one. Throws errors of the file system. */
export const companionsOf = (path: string): string[] =>
  COMPANIONS.map((suffix) => path + suffix).filter((companion) => lengthOfFile(companion) !== null);

/** Reads a file in pieces. Throws errors of the file system. */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = files.open(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    for (let length = files.read(file, piece); length > 0; length = files.read(file, piece))
      yield piece.subarray(0, length);
  } finally {
    files.close(file);
  }
}

/** Hashes the pieces. Yields after each, so that other work can run. Returns lowercase hex. */
export function* fileDigest(pieces: Iterable<Uint8Array>): Generator<undefined, string> {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    yield;
  }
  return hash.digest('hex');
}

/** Runs the work without a pause. */
export function drained<Value>(work: Generator<undefined, Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Runs the work in slices. Throws CANCELLED between two of them. */
export async function paused<Value>(work: Generator<undefined, Value>, signal?: AbortSignal): Promise<Value> {
  let sliceEnd = performance.now() + SLICE;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() < sliceEnd) continue;
    await new Promise((next) => setImmediate(next));
    if (signal?.aborted === true)
      throw new AppError('CANCELLED', 'Cancelled while archives were read. Nothing was lost.');
    sliceEnd = performance.now() + SLICE;
  }
}

interface NewArchive<Filled> {
  /** The database at a path. */
  readonly kindOf: (path: string) => DatabaseKind;
  /** Creates the database of a draft, and opens it to fill it. */
  readonly open: (kind: DatabaseKind) => Database;
  readonly fill: (draft: Database) => Generator<undefined, Filled>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes an archive beside its final name and renames it, so that a crash leaves none or a whole one. It is on the disk
 * when this returns. Replaces an archive of that name, which an interrupted run left. Throws DISK_FULL, FILE_REFUSED,
 * CANCELLED and the errors of `fill`. Then no draft is left.
 */
export async function writeArchive<Filled>(
  path: string,
  { kindOf, open, fill, signal }: NewArchive<Filled>,
): Promise<Filled & WrittenFile> {
  const kind = kindOf(`${path}.draft`);
  try {
    makeFolderOf(path);
    removeDraft(kind.path);
    const draft = open(kind);
    try {
      const filled = await paused(fill(draft), signal);
      draft.close();
      syncFile(kind.path);
      for (const companion of companionsOf(path)) files.unlink(companion);
      files.rename(kind.path, path);
      syncFolderOf(path);
      const sha256 = await paused(fileDigest(piecesOf(path)), signal);
      return { ...filled, bytes: files.stat(path).size, sha256 };
    } finally {
      draft.close();
    }
  } catch (error) {
    removeDraft(kind.path);
    throw databaseProblem(error, kind);
  }
}

/** Also removes what SQLite would play back into the next draft. */
function removeDraft(path: string): void {
  if (lengthOfFile(path) !== null) files.unlink(path);
  for (const companion of companionsOf(path)) files.unlink(companion);
}
