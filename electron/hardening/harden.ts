import type { Hardening } from '../../shared/processes/index.ts';
import { loadNative } from './native.ts';

const PR_SET_DUMPABLE = 4;
const RLIMIT_CORE = 4;

const REFUSED: Hardening = { notDumpable: false, noCore: false, lockedMemory: false };

/**
 * Asks Linux to protect this process's memory until it ends. Other processes of the user cannot read it and no core
 * file is written (prctl PR_SET_DUMPABLE, RLIMIT_CORE). `pages`, if any, are not swapped out (mlock). A child process
 * does not inherit this. Best effort: each refusal, another system, or a native module that does not load is `false`,
 * never an error.
 */
export async function hardenProcess(platform: string, pages: Uint8Array | null): Promise<Hardening> {
  if (platform !== 'linux') return REFUSED;
  try {
    const native = await loadNative();
    const lockedMemory = pages !== null && native.lock(pages) === 0;
    if (lockedMemory) process.once('exit', () => native.unlock(pages));
    return {
      notDumpable: native.prctl(PR_SET_DUMPABLE, 0) === 0,
      noCore: native.setLimit(RLIMIT_CORE, 0) === 0,
      lockedMemory,
    };
  } catch {
    return REFUSED;
  }
}
