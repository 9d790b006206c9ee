import { readFileSync } from 'node:fs';

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
