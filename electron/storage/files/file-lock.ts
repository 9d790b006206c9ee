import { closeSync, linkSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';

/** A lock that names nobody for this long was left by a crash between making and writing it. */
const PATIENCE = 3_000;
const PAUSE = 10;

/**
 * Runs `work` while no other process of this program does so for the same file, so that read-change-write
 * of two processes never loses a change. `work` must be short: waiting blocks the thread.
 * The lock is `path` + `.lock`, naming its holder's process; one whose holder is gone is taken over.
 * Throws what `work` throws and the file system's own errors.
 */
export function withFileLock<Result>(path: string, work: () => Result): Result {
  const lock = `${path}.lock`;
  const token = `${process.pid} ${crypto.randomUUID()}`;
  acquire(lock, token);
  try {
    return work();
  } finally {
    if (readLock(lock) === token) unlinkSync(lock);
  }
}

function acquire(lock: string, token: string): void {
  let waited = 0;
  let seen: string | null = null;
  for (;;) {
    if (create(lock, token)) return;
    const holder = readLock(lock);
    if (holder !== seen) waited = 0;
    seen = holder;
    if (holder !== null && (isGone(holder) || (waited >= PATIENCE && !isAlive(holder)))) takeAway(lock, holder);
    else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
      waited += PAUSE;
    }
  }
}

function create(lock: string, token: string): boolean {
  let file: number;
  try {
    file = openSync(lock, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, token);
  } catch (error) {
    removeLock(lock);
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

function readLock(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function removeLock(lock: string): void {
  try {
    unlinkSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Removes the lock of a holder that is gone. Two waiters may come here at once, so it is moved aside first and looked at
 * again: whoever moved a lock that somebody has taken since gives it back.
 */
function takeAway(lock: string, holder: string): void {
  const aside = `${lock}.${crypto.randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (readLock(aside) !== holder) linkSync(aside, lock);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
  removeLock(aside);
}

/** A holder that names a living process keeps its lock however long it takes. */
function isAlive(holder: string): boolean {
  return Number.parseInt(holder, 10) > 0 && !isGone(holder);
}

function isGone(holder: string): boolean {
  const process_ = Number.parseInt(holder, 10);
  if (!(process_ > 0)) return false;
  try {
    process.kill(process_, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
