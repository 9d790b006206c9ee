import type { Machine } from './confine-by-kernel.ts';
import {
  filterSockets,
  holdsConnection,
  holdsRing,
  isMeasured,
  type Program,
  refusesSockets,
  replaceProgram,
} from './kernel/index.ts';
import { loadNative, type Native } from './native.ts';

type System = Pick<Machine, 'platform' | 'arch'>;

/**
 * Makes the kernel refuse every socket that leaves this machine, to this process and its later children until they end.
 * Tries each kind afterwards. Returns false where that is not possible, or did not succeed. An open io_uring would pass
 * the filter. Call it before other threads and processes start, because a running child keeps its sockets.
 */
export async function goOffline(system: System, load: () => Promise<Native> = loadNative): Promise<boolean> {
  const kernel = await kernelOf(system, load);
  return kernel !== null && !holdsRing(...kernel) && filterSockets(...kernel);
}

/** Returns true when a standard stream of this process is a network connection. The filter leaves it open. */
export async function hasConnection(system: System, load: () => Promise<Native> = loadNative): Promise<boolean> {
  const kernel = await kernelOf(system, load);
  return kernel !== null && holdsConnection(...kernel);
}

/**
 * Returns true when the kernel already refuses every such socket to this process. It then does so to all its children,
 * including those that Chromium starts before the first line of JavaScript.
 */
export async function isOffline(system: System, load: () => Promise<Native> = loadNative): Promise<boolean> {
  const kernel = await kernelOf(system, load);
  return kernel !== null && !holdsRing(...kernel) && refusesSockets(...kernel);
}

/**
 * Goes offline and replaces this program by the given one, which the kernel then refuses the same sockets from its start.
 * Returns only where that is not possible, or did not succeed.
 */
export async function startOffline(
  system: System,
  program: Program,
  load: () => Promise<Native> = loadNative,
): Promise<void> {
  const kernel = await kernelOf(system, load);
  if (kernel !== null && (await goOffline(system, load))) replaceProgram(...kernel, program);
}

async function kernelOf({ platform, arch }: System, load: () => Promise<Native>) {
  if (platform !== 'linux' || !isMeasured(arch)) return null;
  const native = await load().catch(() => null);
  return native === null ? null : ([native, arch] as const);
}
