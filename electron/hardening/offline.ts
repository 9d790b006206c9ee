import type { Machine } from './confine-by-kernel.ts';
import { filterSockets, holdsRing, isMeasured } from './kernel/index.ts';
import { loadNative, type Native } from './native.ts';

/**
 * Has the kernel refuse this process and its later children, until they end, every socket that leaves this machine.
 * Tries each kind afterwards. Returns false where that is not possible, or did not succeed. To be called before other
 * threads and processes start, because a child that runs already keeps its sockets.
 */
export async function goOffline(
  { platform, arch }: Pick<Machine, 'platform' | 'arch'>,
  load: () => Promise<Native> = loadNative,
): Promise<boolean> {
  if (platform !== 'linux' || !isMeasured(arch)) return false;
  const native = await load().catch(() => null);
  return native !== null && !holdsRing(native, arch) && filterSockets(native, arch);
}
