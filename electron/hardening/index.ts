/** What the processes that hold keys do to themselves, before and after they were started. */
export { confineProcess } from './confinement.ts';
export { hardenProcess } from './harden.ts';
export { createArena, createSecretMemory, type SecretMemory } from './secret-memory.ts';
