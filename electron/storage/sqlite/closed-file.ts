import { closeSync, openSync, read, readSync, statSync } from 'node:fs';
import type { AppError } from '../../../shared/errors/index.ts';
import type { DatabaseKind } from './database.ts';
import { type ClosedFile, type KeptHead, newKey, readHead, startSha256 } from './head-file.ts';
import { corruptDatabase, databaseProblem, guarded } from './problem.ts';
import { LOG_SUFFIX } from './write-ahead-log.ts';

export const HEAD_SUFFIX = '.head';

const CHUNK_BYTES = 1024 * 1024;
/** A larger piece than in one thread: each costs a change of threads. */
const ASIDE_BYTES = 4 * CHUNK_BYTES;

/** The value of a file's content under a key, as it is computed piece by piece. */
export type StartMac = (key: Uint8Array) => { update(piece: Uint8Array): void; digest(): Uint8Array };

/** A file that is the one that was closed in order. Another write gives it another `state`. */
export interface ComparedFile {
  readonly mac: string;
  readonly state: string;
}

/**
 * Compares the file of a database that nobody has open with its kept head, and reads it in another thread meanwhile.
 * Returns null when there is nothing to compare. Throws DATABASE_CORRUPT when the file changed, and FILE_REFUSED.
 */
export async function compareClosed(kind: DatabaseKind, startMac: StartMac): Promise<ComparedFile | null> {
  const kept = guarded(kind, () => readHead(kind.path + HEAD_SUFFIX));
  if (!kept?.whole || !hasClosedFile(kind, kept)) return null;
  const state = stateOf(kind);
  try {
    if (!(await isClosedFileAside(kind.path, kept, startMac))) throw changedSinceClosed(kind);
  } catch (error) {
    throw databaseProblem(error, kind);
  }
  return { mac: kept.whole.mac, state };
}

/**
 * Reports whether the file is the one that was closed in order. False after a crash. Reads the file unless it was
 * compared before. Throws DATABASE_CORRUPT.
 */
export function isAsClosed(
  kind: DatabaseKind,
  kept: KeptHead,
  { startMac, compared }: { readonly startMac: StartMac; readonly compared?: ComparedFile | null },
): boolean {
  if (!hasClosedFile(kind, kept)) return false;
  const isCompared = compared && compared.mac === kept.whole?.mac && compared.state === stateOf(kind);
  if (!isCompared && !guarded(kind, () => isClosedFile(kind.path, kept, startMac))) throw changedSinceClosed(kind);
  return true;
}

/** Reports whether the kept head has the value of a closed file, and the file exists. Throws DATABASE_CORRUPT. */
function hasClosedFile(kind: DatabaseKind, { closed, whole }: KeptHead): boolean {
  if ((closed === null && !whole) || statSync(kind.path, { throwIfNoEntry: false }) === undefined) return false;
  if ((statSync(kind.path + LOG_SUFFIX, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw corruptDatabase(kind, 'a write-ahead log is beside it, and it was closed without one');
  return true;
}

const changedSinceClosed = (kind: DatabaseKind): AppError =>
  corruptDatabase(kind, 'its file changed since this program closed it');

/** The facts of a file that every write changes. */
function stateOf({ path }: DatabaseKind): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join();
}

/** Computes the value of a file that nobody has open, under a new key. */
export function closedFile(path: string, startMac: StartMac): ClosedFile {
  const key = newKey();
  const value = startMac(key);
  const bytes = contentOf(path, value);
  return { bytes, key: key.toString('hex'), mac: Buffer.from(value.digest()).toString('hex') };
}

/** Reports whether a file that nobody has open is the one that was closed. */
function isClosedFile(path: string, kept: KeptHead, startMac: StartMac): boolean {
  const value = startValue(kept, startMac);
  if (value === null) return false;
  const bytes = contentOf(path, value);
  return isOfClosed(kept, { bytes, digest: value.digest() });
}

/** As `isClosedFile`. A thread reads the next piece while this one takes the last. */
async function isClosedFileAside(path: string, kept: KeptHead, startMac: StartMac): Promise<boolean> {
  const value = startValue(kept, startMac);
  if (value === null) return false;
  const bytes = await contentAside(path, value);
  return isOfClosed(kept, { bytes, digest: value.digest() });
}

interface FileValue {
  update(piece: Uint8Array): unknown;
  digest(): Uint8Array;
}

const startValue = ({ closed, whole }: KeptHead, startMac: StartMac): FileValue | null => {
  if (whole) return startMac(Buffer.from(whole.key, 'hex'));
  return closed === null ? null : startSha256();
};

const isOfClosed = (
  { closed, whole }: KeptHead,
  { bytes, digest }: { readonly bytes: number; readonly digest: Uint8Array },
): boolean =>
  bytes === (whole ?? closed)?.bytes && Buffer.from(digest).toString('hex') === (whole?.mac ?? closed?.sha256);

/** Gives the content of a file to `value`, piece by piece. Returns the number of bytes. */
const contentOf = (() => {
  const functions = { open: openSync, read: readSync, close: closeSync };
  return (path: string, value: FileValue): number => {
    const file = functions.open(path, 'r');
    try {
      let bytes = 0;
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let length = functions.read(file, chunk); length > 0; length = functions.read(file, chunk)) {
        value.update(chunk.subarray(0, length));
        bytes += length;
      }
      return bytes;
    } finally {
      functions.close(file);
    }
  };
})();

const contentAside = (() => {
  const functions = { open: openSync, read, close: closeSync };
  return async (path: string, value: FileValue): Promise<number> => {
    const file = functions.open(path, 'r');
    const [chunk, other] = [Buffer.alloc(ASIDE_BYTES), Buffer.alloc(ASIDE_BYTES)];
    const readAt = (into: Buffer, position: number) =>
      new Promise<number>((done, fail) => {
        functions.read(file, into, 0, ASIDE_BYTES, position, (error, length) => (error ? fail(error) : done(length)));
      });
    let reading = readAt(chunk, 0);
    try {
      let bytes = 0;
      for (let [into, next] = [chunk, other]; ; [into, next] = [next, into]) {
        const length = await reading;
        if (length === 0) return bytes;
        bytes += length;
        reading = readAt(next, bytes);
        value.update(into.subarray(0, length));
      }
    } finally {
      await reading.catch(() => undefined);
      functions.close(file);
    }
  };
})();
