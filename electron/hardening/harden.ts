import type { Hardening } from '../../shared/processes/index.ts';

const PR_SET_DUMPABLE = 4;
const RLIMIT_CORE = 4;

const REFUSED: Hardening = { notDumpable: false, noCore: false, lockedMemory: false };

/**
 * Asks Linux to keep this process's memory to itself: no reading by other processes of the user and no core file
 * (prctl PR_SET_DUMPABLE, RLIMIT_CORE), `pages`, where there are any, not swapped out (mlock). It holds until the process
 * ends; one that is started later begins anew. Best effort: each refusal, another system, or a native module that does not
 * load is `false`, never an error.
 */
export async function hardenProcess(platform: string, pages: Uint8Array | null): Promise<Hardening> {
  if (platform !== 'linux') return REFUSED;
  try {
    const { default: koffi } = await import('koffi');
    const library = koffi.load(null);
    const prctl = library.func('int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)');
    const limit = koffi.struct({ current: 'uint64_t', maximum: 'uint64_t' });
    const setLimit = library.func('setrlimit', 'int', ['int', koffi.pointer(limit)]);
    const lock = library.func('int mlock(const void *, size_t)');
    const unlock = library.func('int munlock(const void *, size_t)');
    const lockedMemory = pages !== null && lock(pages, pages.length) === 0;
    if (lockedMemory) process.once('exit', () => unlock(pages, pages.length));
    return {
      notDumpable: prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) === 0,
      noCore: setLimit(RLIMIT_CORE, { current: 0, maximum: 0 }) === 0,
      lockedMemory,
    };
  } catch {
    return REFUSED;
  }
}
