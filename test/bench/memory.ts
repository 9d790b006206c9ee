import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the memory of a process and of all processes below it, in bytes. Memory that several processes share is
 * divided among them (PSS, /proc/PID/smaps_rollup). Linux only.
 */
export function memoryOf(processId: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = read(`/proc/${name}/stat`);
    // The name of a program, in brackets, may hold brackets and spaces.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && (id === processId || isBelow(parents.get(id)));
  let kilobytes = 0;
  for (const id of parents.keys())
    if (isBelow(id)) kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0);
  return kilobytes * 1024;
}

/** A process may end while it is read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
