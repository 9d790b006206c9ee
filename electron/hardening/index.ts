/** What the processes that hold keys do to themselves, before and after they were started. */
export { confineByKernel, confineToFolder, type Machine } from './confine-by-kernel.ts';
export { confineProcess } from './confinement.ts';
export { hardenProcess } from './harden.ts';
export { createArena, createSecretMemory, type SecretMemory } from './secret-memory.ts';
