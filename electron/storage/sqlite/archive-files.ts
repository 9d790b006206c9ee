import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { Database, DatabaseKind } from './database.ts';
import { makeFolderOf, syncFile, syncFolderOf } from './folder.ts';
import { databaseProblem } from './problem.ts';
import { inSlices, type Steps } from './slices.ts';

/** A file that is written once and never changes. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of the content, in lowercase hex. */
  readonly sha256: string;
}

/** The content of such a file: on a disk, or in the memory of a process. */
export interface FileContent {
  /** Null for a missing file. Throws errors of the file system. */
  size(): number | null;
  /** Throws errors of the file system. */
  pieces(): Iterable<Uint8Array>;
}

const PIECE = 1024 * 1024;
const DRAFT_SUFFIX = '.draft';
/** The longest time without a pause, in milliseconds. */
const SLICE = 2;

/** Taken now, because the service removes the functions of `node:fs` from their module later. */
const files = {
  open: openSync,
  read: readSync,
  close: closeSync,
  rename: renameSync,
  stat: statSync,
  unlink: unlinkSync,
  list: readdirSync,
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
export function* fileDigest(pieces: Iterable<Uint8Array>): Steps<string> {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    yield;
  }
  return hash.digest('hex');
}

/** The content of the file at a path. */
export const fileAt = (path: string): FileContent => ({
  size: () => lengthOfFile(path),
  pieces: () => piecesOf(path),
});

/**
 * Compares a file with its listed length and digest. Yields after each piece. Returns a clause that follows its name,
 * such as “was changed”, or null.
 */
export function* writtenFileProblem({ bytes, sha256 }: WrittenFile, content: FileContent): Steps<string | null> {
  try {
    const size = content.size();
    if (size === null) return 'is missing';
    if (size !== bytes) return `has ${size} bytes instead of ${bytes}`;
    return (yield* fileDigest(content.pieces())) === sha256 ? null : 'was changed';
  } catch (error) {
    return `cannot be read (${(error as { code?: string } | null)?.code ?? 'unknown problem'})`;
  }
}

/** Runs the work in short slices, because signatures wait meanwhile. Throws CANCELLED between two of them. */
export function paused<Value>(work: Steps<Value>, signal?: AbortSignal): Promise<Value> {
  const refuseCancelled = () => {
    if (signal?.aborted === true)
      throw new AppError('CANCELLED', 'Cancelled while archives were read. Nothing was lost.');
  };
  return inSlices(work, refuseCancelled, SLICE);
}

interface NewArchive<Filled> {
  /** The database at a path. */
  readonly kindOf: (path: string) => DatabaseKind;
  /** Creates the database of a draft, and opens it to fill it. */
  readonly open: (kind: DatabaseKind) => Database;
  readonly fill: (draft: Database) => Steps<Filled>;
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
  const kind = kindOf(path + DRAFT_SUFFIX);
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

/**
 * Removes the drafts that interrupted runs left in a folder of archives, with their temporary files. No other process may
 * write an archive there meanwhile. Throws errors of the file system.
 */
export function removeDraftsIn(folder: string): void {
  if (lengthOfFile(folder) === null) return;
  for (const name of files.list(folder)) if (name.includes(`.db${DRAFT_SUFFIX}`)) files.unlink(join(folder, name));
}
