/**
 * Returns the milliseconds of processor time that this process uses until `work` ends. Other programs of a busy machine
 * hardly change it, so a test can compare it with a limit that only waste reaches.
 */
export function busyMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
