/** Hardening of the processes that hold keys, before and after they start. */
export { confineByKernel, confineToFolder, type Machine } from './confine-by-kernel.ts';
export { confineProcess } from './confinement.ts';
export { hardenProcess } from './harden.ts';
export { goOffline, hasConnection, isOffline, startOffline } from './offline.ts';
export { createArena, createSecretMemory, type SecretMemory } from './secret-memory.ts';
export { ignoreSignals } from './signals.ts';
