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
 * @property {(childPid: number | undefined) => void} guard names a child whose life keeps the lock held, even when this
 *   process is killed and the child goes on alone
 * @property {() => void} release
 */

/**
 * Takes the lock of that name, waiting while a living process holds it. A holder that died has lost it.
 *
 * Each holder owns one file `NAME.N`, made by link(2), which is atomic and brings the content with it. The highest N
 * holds. Whoever finds its holder gone makes N+1, which only one can, and looks again whether its own is the highest:
 * no file of another is ever taken away while it could still count, so two can never both hold.
 * @param {string} folder made when it is not there
 * @param {string} name
 * @param {object} [options]
 * @param {(pid: number) => void} [options.onWait] told once, with the id of the process that is waited for
 * @param {number} [options.pid]
 * @returns {Promise<Lock>}
 */
export async function takeLock(folder, name, options = {}) {
  const pid = options.pid ?? process.pid;
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${name}.draft-${pid}`);
  let told = false;
  for (;;) {
    const top = highest(folder, name);
    const holder = top > 0 ? livingMember(fileOf(folder, name, top)) : undefined;
    if (holder !== undefined) {
      if (!told) options.onWait?.(holder);
      told = true;
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
 * When a process started, in the kernel's ticks since boot (proc(5), field 22 of stat): together with the id it names
 * one process for good, because ids are used again. Empty where there is no /proc.
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
    // A zombie has ended; only its parent has not noticed.
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '');
  } catch {
    return undefined;
  }
}
