import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, read, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { syncFolderOf } from './folder.ts';

/** The end of a database's history: the number of its changes, and a value that depends on all of them. */
export interface DatabaseHead {
  readonly count: number;
  /** Hexadecimal digits. */
  readonly chain: string;
}

/** The value of a file's content under a key, as it is computed piece by piece. */
export type StartMac = (key: Uint8Array) => { update(piece: Uint8Array): void; digest(): Uint8Array };

/** A whole database file as it was closed in order. `key` is of this one value, and `mac` the value. Both are hexadecimal. */
export interface ClosedFile {
  readonly bytes: number;
  readonly key: string;
  readonly mac: string;
}

/** The content of the file. */
export interface KeptHead extends DatabaseHead {
  /** An earlier version wrote this in place of `whole`. Its programs check every page where it is null. */
  readonly closed: { readonly bytes: number; readonly sha256: string } | null;
  /** Null while the database is in use, and after a crash. Absent in a head of an earlier version. */
  readonly whole?: ClosedFile | null;
}

/** The members of the head of a database that is in use. */
export const IN_USE = { closed: null, whole: null } as const;

/** A disk writes a sector whole. Two slots are written in turn, so that one is whole at any moment. */
const SLOT_BYTES = 512;
const DIGEST_DIGITS = 64;
const CHUNK_BYTES = 1024 * 1024;
/** A larger piece than in one thread: each costs a change of threads. */
const ASIDE_BYTES = 4 * CHUNK_BYTES;
const KEY_BYTES = 32;

/**
 * Opens the file (0600) that holds the head of a database outside of it, and makes a missing one. A write is in the file
 * when the call returns, and survives the end of the process. `sync` moves it to the disk. Throws errors of the file
 * system.
 *
 * The functions of `node:fs` are taken now, because the service removes them from their module later.
 */
export function openHeadFile(path: string) {
  const functions = { read: readSync, write: writeSync, sync: fdatasync, syncNow: fdatasyncSync, close: closeSync };
  const isNew = !existsSync(path);
  const file = openSync(path, isNew ? 'wx+' : 'r+', 0o600);
  if (isNew) syncFolderOf(path);
  let generation = readNewest(file, readSync)?.generation ?? 0;
  let isSyncing = false;

  const write = (head: KeptHead): void => {
    generation += 1;
    const text = JSON.stringify({ generation, ...head }).padEnd(SLOT_BYTES - DIGEST_DIGITS);
    const slot = Buffer.from(text + sha256(text));
    functions.write(file, slot, 0, SLOT_BYTES, (generation % 2) * SLOT_BYTES);
  };
  return {
    write,
    /** Moves what was written to the disk, without waiting for it. */
    sync(): void {
      if (isSyncing) return;
      isSyncing = true;
      functions.sync(file, () => {
        isSyncing = false;
      });
    },
    syncNow: (): void => functions.syncNow(file),
    /** Reports whether no other process has written a head since. */
    isNewest: (): boolean => (readNewest(file, functions.read)?.generation ?? 0) === generation,
    close: (): void => functions.close(file),
  };
}

export type HeadFile = ReturnType<typeof openHeadFile>;

/** Reads the head from the file. Null without the file, and without a whole head. Throws errors of the file system. */
export function readHead(path: string): KeptHead | null {
  if (!existsSync(path)) return null;
  const file = openSync(path, 'r');
  try {
    return readNewest(file, readSync)?.head ?? null;
  } finally {
    closeSync(file);
  }
}

function readNewest(file: number, read: typeof readSync): { generation: number; head: KeptHead } | null {
  const bytes = Buffer.alloc(2 * SLOT_BYTES);
  const length = read(file, bytes, 0, bytes.length, 0);
  const slots = [0, SLOT_BYTES].flatMap((start) => {
    if (length < start + SLOT_BYTES) return [];
    const text = bytes.toString('latin1', start, start + SLOT_BYTES - DIGEST_DIGITS);
    if (bytes.toString('latin1', start + SLOT_BYTES - DIGEST_DIGITS, start + SLOT_BYTES) !== sha256(text)) return [];
    const { generation, ...head } = JSON.parse(text) as KeptHead & { generation: number };
    return [{ generation, head }];
  });
  return slots.toSorted((one, other) => other.generation - one.generation)[0] ?? null;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Computes the value of a file that nobody has open, under a new key. */
export function closedFile(path: string, startMac: StartMac): ClosedFile {
  const key = randomBytes(KEY_BYTES);
  const value = startMac(key);
  const bytes = contentOf(path, value);
  return { bytes, key: key.toString('hex'), mac: Buffer.from(value.digest()).toString('hex') };
}

/** Reports whether a file that nobody has open is the one that was closed. */
export function isClosedFile(path: string, kept: KeptHead, startMac: StartMac): boolean {
  const value = startValue(kept, startMac);
  if (value === null) return false;
  const bytes = contentOf(path, value);
  return isOfClosed(kept, { bytes, digest: value.digest() });
}

/** As `isClosedFile`. A thread reads the next piece while this one takes the last. */
export async function isClosedFileAside(path: string, kept: KeptHead, startMac: StartMac): Promise<boolean> {
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
  return closed === null ? null : createHash('sha256');
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
  const functions = { open: openSync, read: promisify(read), close: closeSync };
  return async (path: string, value: FileValue): Promise<number> => {
    const file = functions.open(path, 'r');
    const [chunk, other] = [Buffer.alloc(ASIDE_BYTES), Buffer.alloc(ASIDE_BYTES)];
    const readAt = (into: Buffer, position: number) => functions.read(file, into, 0, ASIDE_BYTES, position);
    let reading = readAt(chunk, 0);
    try {
      let bytes = 0;
      for (let [into, next] = [chunk, other]; ; [into, next] = [next, into]) {
        const { bytesRead } = await reading;
        if (bytesRead === 0) return bytes;
        bytes += bytesRead;
        reading = readAt(next, bytes);
        value.update(into.subarray(0, bytesRead));
      }
    } finally {
      await reading.catch(() => undefined);
      functions.close(file);
    }
  };
})();
