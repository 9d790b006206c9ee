import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';

/**
 * Kept from the start, because the confinement of a service takes the functions of node:fs away before its database
 * closes.
 */
const [stat, open, write, close] = [statSync, openSync, writeSync, closeSync];

const markOf = (path: string): string => `${path}-clean`;

/**
 * Notes that this program closed the database and left it whole. A copy, a restored file and one that another program
 * wrote to are other files or have other times, so the note is not about them. Without a note, the next start only
 * takes longer, so a failure to write it is ignored.
 */
export function noteCleanEnd(path: string): void {
  try {
    // SQLite removes the log once all of it is in the database.
    if (sizeOf(`${path}-wal`) > 0n) return;
    const file = open(markOf(path), 'w', 0o600);
    try {
      write(file, stateOf(path));
    } finally {
      close(file);
    }
  } catch {
    return;
  }
}

/** Returns true when the database is as `noteCleanEnd` saw it, and has no log. */
export function hasEndedCleanly(path: string): boolean {
  try {
    return sizeOf(`${path}-wal`) === 0n && readFileSync(markOf(path), 'utf8') === stateOf(path);
  } catch {
    return false;
  }
}

/** Removes the note, before anything is written to the database. */
export function removeCleanEnd(path: string): void {
  rmSync(markOf(path), { force: true });
}

const sizeOf = (path: string): bigint => stat(path, { throwIfNoEntry: false, bigint: true })?.size ?? 0n;

/** Which file it is, its size, and when it was changed. No program can choose the time of the last change of its state. */
function stateOf(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
