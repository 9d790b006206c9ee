import type { Protection } from '../../shared/processes/index.ts';

/** The protection of a process on a machine that supports everything. */
export const PROTECTED: Protection = {
  hardening: { notDumpable: true, noCore: true, lockedMemory: true },
  confinement: { calls: true, ring: false, files: true, refused: ['connect'] },
};
