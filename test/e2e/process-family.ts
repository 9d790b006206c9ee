import { readdirSync, readFileSync } from 'node:fs';

/** The process and everything that runs below it, as a signal to the process group reaches it. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const family = [pid];
  for (const one of family) family.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return family;
}

/** Undefined for a process that has ended meanwhile. */
function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
