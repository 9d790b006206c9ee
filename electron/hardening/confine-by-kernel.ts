import type { Confinement } from '../../shared/processes/index.ts';
import { type Confined, filterCalls, holdsRing, isMeasured, restrictFiles, tryForbidden } from './kernel/index.ts';
import { loadNative, type Native } from './native.ts';

/** The machine as Node reports it. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly pid: number;
}

const UNCONFINED: Confinement = { calls: false, ring: false, files: null, refused: [] };

/**
 * Has the kernel refuse this process, until it ends, every call that it does not need. Then tries each forbidden call.
 * Everything must be loaded before. `calls` is false when the system has no such filter. Throws when the filter is set
 * and a forbidden call still succeeds.
 */
export async function confineByKernel(
  process: Confined,
  machine: Machine,
  load: () => Promise<Native> = loadNative,
): Promise<Confinement> {
  const { platform, arch, pid } = machine;
  if (platform !== 'linux' || !isMeasured(arch)) return UNCONFINED;
  const native = await load().catch(() => null);
  if (native === null) return UNCONFINED;
  const ring = holdsRing(native, arch);
  if (!filterCalls(native, arch, process, pid)) return UNCONFINED;
  const { refused, allowed } = tryForbidden(native, arch, process);
  if (allowed.length > 0)
    throw new Error(`The kernel took this process's filter, and still lets it ${allowed.join(', ')}.`);
  return { calls: true, ring, files: null, refused };
}

/**
 * Denies this process all connections, and all files except below `folder` (null for none), by Landlock. Holds for its
 * main thread and the threads that it starts. Returns false when the kernel has no Landlock. To be called after
 * `confineByKernel`, which gives up privileges.
 */
export async function confineToFolder(folder: string | null, { platform, arch }: Machine): Promise<boolean> {
  if (platform !== 'linux' || !isMeasured(arch)) return false;
  const native = await loadNative().catch(() => null);
  return native !== null && restrictFiles(native, arch, folder);
}
