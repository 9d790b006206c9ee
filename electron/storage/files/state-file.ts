import { dirname, join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { AppError, type ErrorCode, sentence } from '../../../shared/errors/index.ts';
import { type JsonObject, parseJsonObject, placeInWords } from '../../../shared/model/index.ts';
import { makeFolderOf, takeLock } from '../sqlite/index.ts';
import { fileProblem, readWholeFile, replaceFile } from './atomic-file.ts';

/** The lock of every state file in its folder. */
const LOCK_FILE = 'state.lock';
/** The longest wait for another process's lock, and the polling interval. */
const WAIT_MS = 10_000;
const LOOK_MS = 50;

/** The members `format` and `version` of a state file, and its options. */
export interface StateFileKind {
  readonly format: string;
  /** The newest version this program reads and the one it writes. */
  readonly version: number;
  /** Code for a damaged file. The default is STATE_FILE_CORRUPT. */
  readonly corrupt?: ErrorCode;
  /** Refuse a file that other users may read. */
  readonly private?: boolean;
}

/**
 * Reads a JSON state file whose whole content, `format` and `version` included, matches `schema`. Null when there is
 * none.
 * Throws STATE_FILE_CORRUPT (or the kind's own code) for any other content, STATE_FILE_NEWER, FILE_REFUSED. Never
 * changes the file.
 */
export function readStateFile<Schema extends TSchema>(
  path: string,
  schema: Schema,
  kind: StateFileKind,
): Static<Schema> | null {
  const bytes = readWholeFile(path, { private: kind.private ?? false });
  if (bytes === null) return null;
  const content = parse(bytes, path, kind);
  if (content.format !== kind.format) throw corrupt(path, kind, `it is not marked as a ${kind.format} file`);
  if (typeof content.version === 'number' && content.version > kind.version) {
    throw new AppError(
      'STATE_FILE_NEWER',
      sentence`${path} was made by a newer Castellan (version ${content.version}, this one reads up to ${kind.version}), so it was not used or changed. Install the newer Castellan.`,
    );
  }
  if (!Value.Check(schema, content)) {
    const [problem] = Value.Errors(schema, content);
    throw corrupt(
      path,
      kind,
      `${placeInWords(problem?.instancePath ?? '')} does not have the form that Castellan writes`,
    );
  }
  return content as Static<Schema>;
}

/**
 * Reads, edits and writes a state file under its lock. `edit` gets null when there is no file yet.
 * Throws the errors of reading and writing, and then leaves the old file unchanged.
 */
export function updateStateFile<Schema extends TSchema>(
  path: string,
  schema: Schema,
  kind: StateFileKind,
  edit: (content: Static<Schema> | null) => Static<Schema> & object,
): void {
  locked(path, () => replaceStateFile(path, edit(readStateFile(path, schema, kind))));
}

/** Writes the value as JSON, atomically and durably, for a caller that holds the file's lock. Throws DISK_FULL or FILE_REFUSED. */
export function replaceStateFile(path: string, value: object): void {
  replaceFile(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}

/**
 * Runs `work` under the lock of the folder (made when missing), so that read-change-write of two processes never loses
 * a change.
 * `work` must be short, because waiting blocks the thread, and must take no lock itself.
 * Throws DATABASE_IN_USE after ten seconds, DISK_FULL, FILE_REFUSED and the errors of `work`.
 */
export function locked<Result>(path: string, work: () => Result): Result {
  const release = takeFileLock(join(dirname(path), LOCK_FILE));
  try {
    return work();
  } finally {
    release();
  }
}

/**
 * Takes the lock file at `path` (made when missing) and returns the function that releases it.
 * Use `wait` 0 for work that is too long for a blocked thread. Throws DATABASE_IN_USE, DISK_FULL, FILE_REFUSED.
 */
export function takeFileLock(path: string, wait?: number): () => void {
  try {
    makeFolderOf(path);
    return takeLock(path, wait);
  } catch (error) {
    throw fileProblem(error, path, 'written');
  }
}

/**
 * Runs asynchronous work under that lock, which excludes other processes and other work of this one. Waiting does not
 * block the thread.
 * Throws DATABASE_IN_USE after ten seconds, DISK_FULL, FILE_REFUSED and the errors of `work`.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const release = await waitForLock(path);
  try {
    return await work();
  } finally {
    release();
  }
}

async function waitForLock(path: string): Promise<() => void> {
  for (let left = WAIT_MS; ; left -= LOOK_MS) {
    try {
      return takeFileLock(path, 0);
    } catch (error) {
      if (left <= 0 || !(error instanceof AppError && error.code === 'DATABASE_IN_USE')) throw error;
    }
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

function parse(bytes: Uint8Array, path: string, kind: StateFileKind): JsonObject {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw corrupt(path, kind, 'it is not UTF-8 text');
  }
  return parseJsonObject(text, (why) => corrupt(path, kind, text === '' ? 'it is empty' : `${why}, perhaps cut short`));
}

function corrupt(path: string, kind: StateFileKind, why: string): AppError {
  return new AppError(
    kind.corrupt ?? 'STATE_FILE_CORRUPT',
    sentence`${path} is damaged: ${why}. It was not used and not changed. Restore a backup with \`castellan backup restore\`, or move the file away to start without it.`,
  );
}
