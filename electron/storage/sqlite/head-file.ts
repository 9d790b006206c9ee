import { createHash, type Hash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { syncFolderOf } from './folder.ts';

/** The end of a database's history: the number of its changes, and a value that depends on all of them. */
export interface DatabaseHead {
  readonly count: number;
  /** Hexadecimal digits. */
  readonly chain: string;
}

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

/** The head of a database that has none yet. */
export const NO_HEAD: DatabaseHead = { count: 0, chain: '' };

/** The members of the head of a database that is in use. */
export const IN_USE = { closed: null, whole: null } as const;

/** A disk writes a sector whole. Two slots are written in turn, so that one is whole at any moment. */
const SLOT_BYTES = 512;
const DIGEST_DIGITS = 64;

/**
 * Opens the file (0600) that holds the head of a database outside of it. Makes a missing one with the head of an empty
 * database. A write is in the file when the call returns, and survives the end of the process. `sync` moves it to the
 * disk. Throws errors of the file system.
 *
 * The functions of `node:fs` are taken now, because the service removes them from their module later.
 */
export function openHeadFile(path: string) {
  const functions = { read: readSync, write: writeSync, sync: fdatasync, syncNow: fdatasyncSync, close: closeSync };
  if (!existsSync(path)) makeHeadFile(path);
  const file = openSync(path, 'r+');
  let generation = readNewest(file, readSync)?.generation ?? 0;
  let isSyncing = false;

  const write = (head: KeptHead): void => {
    const next = generation + 1;
    functions.write(file, slotOf(next, head), 0, SLOT_BYTES, (next % 2) * SLOT_BYTES);
    // Only now: after a write that failed, the next one must not take the other slot, which is whole.
    generation = next;
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

/** The file is there at once and whole, so that one without a whole head is always damage. */
function makeHeadFile(path: string): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, slotOf(0, { ...NO_HEAD, ...IN_USE }), 0, SLOT_BYTES, 0);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolderOf(path);
}

function slotOf(generation: number, head: KeptHead): Buffer {
  const text = JSON.stringify({ generation, ...head }).padEnd(SLOT_BYTES - DIGEST_DIGITS);
  return Buffer.from(text + sha256(text));
}

/**
 * Reads the head from the file. Null without the file. Throws DATABASE_CHANGED for a file without a whole head, and errors
 * of the file system.
 */
export function readHead(path: string): KeptHead | null {
  if (!existsSync(path)) return null;
  const file = openSync(path, 'r');
  try {
    const newest = readNewest(file, readSync);
    if (newest !== null) return newest.head;
    throw new AppError(
      'DATABASE_CHANGED',
      sentence`${path} is damaged. It shows whether an older copy of its database was put back, so the database was not opened. Restore a backup of the whole folder. To open the database as it is on purpose, move ${path} away first.`,
    );
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

export const startSha256 = (): Hash => createHash('sha256');

/** Returns a key for the value of one closed file. */
export const newKey = (): Buffer => randomBytes(32);

const sha256 = (text: string): string => startSha256().update(text).digest('hex');
