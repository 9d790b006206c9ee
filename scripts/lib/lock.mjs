import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 250;

/**
 * @typedef {object} Member
 * @property {number} pid
 * @property {string} start
 *
 * @typedef {object} Lock
 * @property {(childPid: number | undefined) => void} guard names a child that keeps the lock held while it
 *   lives, even after this process was killed.
 * @property {() => void} release
 */

/**
 * Takes the lock of that name. Waits while a living process holds it. A dead holder loses it.
 *
 * Each holder owns one file `NAME.N`, made by link(2), which is atomic and brings the content with it.
 * The highest N holds the lock. A process that finds the holder dead makes N+1, which only one process can.
 * It then checks again that its own file is the highest.
 * No process removes another's file while that file could still count, so two can never both hold the lock.
 * @param {string} folder made when it is not there.
 * @param {string} name
 * @param {object} [options]
 * @param {(pid: number) => void} [options.onWait] called once, with the id of the holder
 * @param {number} [options.pid]
 * @returns {Promise<Lock>}
 */
export async function takeLock(folder, name, options = {}) {
  const pid = options.pid ?? process.pid;
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${name}.draft-${pid}`);
  let isReported = false;
  for (;;) {
    const top = highest(folder, name);
    const holder = top > 0 ? livingMember(fileOf(folder, name, top)) : undefined;
    if (holder !== undefined) {
      if (!isReported) options.onWait?.(holder);
      isReported = true;
      await delay(POLL_MS);
      continue;
    }
    const mine = fileOf(folder, name, top + 1);
    writeFileSync(draft, describe([pid]));
    try {
      linkSync(draft, mine);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      continue;
    } finally {
      rmSync(draft, { force: true });
    }
    if (highest(folder, name) === top + 1) {
      removeBelow(folder, name, top + 1);
      return held(mine, pid);
    }
    rmSync(mine, { force: true });
  }
}

/** @param {string} file @param {number} pid @returns {Lock} */
function held(file, pid) {
  const rewrite = (/** @type {string} */ content) => {
    try {
      writeFileSync(`${file}.next`, content);
      renameSync(`${file}.next`, file);
    } catch {
      // On a full disk the file stays as it was: held until this process ends, which is soon.
      rmSync(`${file}.next`, { force: true });
    }
  };
  return {
    guard: (childPid) => rewrite(describe(childPid === undefined ? [pid] : [pid, childPid])),
    // The file stays, empty of members, so that the count never starts again at a number someone still looks at.
    release: () => rewrite(describe([])),
  };
}

/** @param {number[]} pids */
const describe = (pids) => JSON.stringify(pids.map((pid) => ({ pid, start: startOf(pid) ?? 'ended' })));

/** @param {string} folder @param {string} name @param {number} number */
const fileOf = (folder, name, number) => join(folder, `${name}.${number}`);

/** @param {string} folder @param {string} name @returns {number[]} */
function numbers(folder, name) {
  const prefix = `${name}.`;
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && /^\d+$/.test(file.slice(prefix.length)))
    .map((file) => Number(file.slice(prefix.length)));
}

/** @param {string} folder @param {string} name */
const highest = (folder, name) => Math.max(0, ...numbers(folder, name));

/** @param {string} folder @param {string} name @param {number} number */
function removeBelow(folder, name, number) {
  for (const old of numbers(folder, name)) if (old < number) rmSync(fileOf(folder, name, old), { force: true });
}

/** The first member that still lives. @param {string} file @returns {number | undefined} */
function livingMember(file) {
  /** @type {Member[]} */
  let members;
  try {
    members = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  return members.find(({ pid, start }) => startOf(pid) === start)?.pid;
}

/**
 * Returns the start time of a process, in the kernel's ticks since boot (proc(5), field 22 of stat).
 * Ids are reused, so only the id and the start time together identify a process for good. Empty without /proc.
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process runs
 */
export function startOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return undefined;
  }
  if (process.platform !== 'linux') return '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended, but its parent has not collected it.
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '');
  } catch {
    return undefined;
  }
}
